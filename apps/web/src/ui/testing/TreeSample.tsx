import { addNode, pathTo, removeNode, type TreeNode } from '@tuneport/domain/trees/tree';
import { useState } from 'react';
import { TreeEditor } from '../tree/TreeEditor.tsx';

interface Part extends TreeNode<Part> {
  readonly name: string;
}
const part = (id: string, name: string, ...children: Part[]): Part => ({ id, name, children });

export function TreeSample() {
  const [tree, setTree] = useState(
    part('engine', 'Engine', part('intake', 'Intake', part('turbo', 'Turbocharger')), part('exhaust', 'Exhaust')),
  );
  const [chosen, setChosen] = useState('engine');
  return (
    <TreeEditor
      label="Sample tree"
      tree={tree}
      chosen={chosen}
      row={({ name }) => name}
      onChoose={setChosen}
      onChange={setTree}
      onAdd={(parent) => setTree(addNode(tree, parent, part(`part-${Math.random()}`, 'New part')))}
      onRemove={(id) => {
        setChosen(pathTo(tree, id).at(-2)?.id ?? tree.id);
        setTree(removeNode(tree, id));
      }}
    />
  );
}
