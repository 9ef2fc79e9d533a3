import { isQuestion, type KitNode, moveNode, pathTo, shiftNode } from '@tuneport/domain/catalog/kit-tree';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/text/Icon.tsx';
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

type Row = { node: KitNode; level: number; at: number; of: number };

const rowsOf = (node: KitNode, level = 1, at = 1, of = 1): Row[] => [
  { node, level, at, of },
  ...node.children.flatMap((child, nth) => rowsOf(child, level + 1, nth + 1, node.children.length)),
];

/** The tree as one list of rows: arrows navigate, Alt with arrows moves a row, rows can be dragged. */
export function KitTree({ tree, chosen, problems, readOnly, onChoose, onChange, onAdd, onRemove }: Props) {
  const rows = rowsOf(tree);
  const list = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const [over, setOver] = useState<string | null>(null);
  const chosenAt = rows.findIndex(({ node }) => node.id === chosen);

  // After a move the row is drawn elsewhere; the focus follows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new tree may have moved the row
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [chosen, tree]);

  const go = (to: number) => {
    const row = rows[to];
    if (!row) return;
    wantsFocus.current = true;
    onChoose(row.node.id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const moved = event.altKey && !readOnly ? movedBy(tree, chosen, event.key) : null;
    if (moved) {
      event.preventDefault();
      wantsFocus.current = true;
      onChange(moved);
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(chosenAt + 1),
      ArrowUp: () => go(chosenAt - 1),
      ArrowRight: () => go(isQuestion(rows[chosenAt]?.node ?? tree) ? chosenAt + 1 : chosenAt),
      ArrowLeft: () => go(rows.findIndex(({ node }) => node.id === pathTo(tree, chosen).at(-2)?.id)),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ...(readOnly ? {} : { Insert: () => onAdd(chosen), Delete: () => onRemove(chosen) }),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const onDrop = (event: DragEvent, id: string) => {
    event.preventDefault();
    setOver(null);
    const dragged = event.dataTransfer.getData('text/plain');
    if (dragged) onChange(moveNode(tree, dragged, id));
  };

  return (
    <div
      ref={list}
      className={css.tree}
      role="tree"
      aria-label="Questions and results"
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {rows.map(({ node, level, at, of }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the tree, as a tree has them
        <div
          key={node.id}
          role="treeitem"
          className={css.row}
          data-level={Math.min(level, 8)}
          data-over={over === node.id || undefined}
          aria-level={level}
          aria-posinset={at}
          aria-setsize={of}
          aria-selected={node.id === chosen}
          aria-expanded={isQuestion(node) ? true : undefined}
          tabIndex={node.id === chosen ? 0 : -1}
          draggable={!readOnly && level > 1}
          onClick={() => onChoose(node.id)}
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', node.id);
            event.dataTransfer.effectAllowed = 'move';
          }}
          onDragOver={(event) => {
            if (readOnly) return;
            event.preventDefault();
            setOver(node.id);
          }}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => onDrop(event, node.id)}
        >
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
        </div>
      ))}
    </div>
  );
}

/** Alt with up and down moves among siblings, with right below the previous sibling, with left after its parent. */
function movedBy(tree: KitNode, id: string, key: string): KitNode | null {
  if (key === 'ArrowUp') return shiftNode(tree, id, -1);
  if (key === 'ArrowDown') return shiftNode(tree, id, 1);
  const path = pathTo(tree, id);
  const [grandparent, parent] = [path.at(-3), path.at(-2)];
  if (key === 'ArrowLeft' && grandparent && parent)
    return moveNode(tree, id, grandparent.id, grandparent.children.indexOf(parent) + 1);
  if (key === 'ArrowRight' && parent) {
    const sister = parent.children[parent.children.findIndex((child) => child.id === id) - 1];
    return sister ? moveNode(tree, id, sister.id) : null;
  }
  return null;
}
