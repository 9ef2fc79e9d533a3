import { isQuestion, type KitNode, questionsLeft } from '@tuneport/domain/catalog/kit-tree';
import { findNode, pathTo } from '@tuneport/domain/trees/tree';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import css from '../catalog-admin.module.css';

type Props = { tree: KitNode; tuneNames: ReadonlyMap<number, string>; onClose: () => void };

/** Walks the tree like a visitor, including unsaved changes. */
export function KitPreview({ tree, tuneNames, onClose }: Props) {
  const [at, setAt] = useState(tree.id);
  const path = pathTo(tree, at);
  const node = findNode(tree, at) ?? tree;
  const before = path.at(-2);
  return (
    <Dialog
      open
      title="Preview"
      onClose={onClose}
      foot={
        <>
          {before ? <Button onClick={() => setAt(before.id)}>Back</Button> : null}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Stack>
        <p className={css.quiet}>
          {questionsLeft(node) === 0
            ? 'Your kit'
            : `Question ${path.length} of at most ${path.length - 1 + questionsLeft(node)}`}
        </p>
        <h3>{node.title || 'No text yet'}</h3>
        {node.text ? <p>{node.text}</p> : null}
        {isQuestion(node) ? (
          node.children.map((child) => (
            <Button key={child.id} wide onClick={() => setAt(child.id)}>
              {child.answer || 'No text yet'}
            </Button>
          ))
        ) : (
          <ul>
            {node.products.map(({ slug, quantity }) => (
              <li key={slug}>
                {quantity} × {slug}
              </li>
            ))}
            {node.tunes.map((id) => (
              <li key={id}>{tuneNames.get(id) ?? `Tune ${id}`}</li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}
