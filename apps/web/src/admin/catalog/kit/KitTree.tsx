import { isQuestion, type KitNode } from '@tuneport/domain/catalog/kit-tree';
import { Icon } from '../../../ui/text/Icon.tsx';
import { TreeEditor } from '../../../ui/tree/TreeEditor.tsx';
import css from './kit.module.css';

type Props = {
  tree: KitNode;
  chosen: string;
  problems: ReadonlyMap<string, readonly string[]>;
  readOnly: boolean;
  onChoose: (id: string) => void;
  onChange: (tree: KitNode) => void;
  onAdd: (parentId: string) => void;
  onRemove: (id: string) => void;
};

export function KitTree({ problems, ...editor }: Props) {
  return (
    <TreeEditor
      {...editor}
      label="Questions and results"
      row={(node, level) => (
        <>
          {level > 1 ? <span className={css.answer}>{node.answer || 'No answer yet'}</span> : null}
          <span className={css.name} data-kind={isQuestion(node) ? 'question' : 'result'}>
            {node.title || (isQuestion(node) ? 'No question yet' : 'No name yet')}
          </span>
          {problems.has(node.id) ? (
            <span className={css.bad}>
              <Icon name="alert" />
              <span className="visually-hidden">has a problem</span>
            </span>
          ) : null}
        </>
      )}
    />
  );
}
