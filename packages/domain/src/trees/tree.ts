/** A node of an ordered tree. Every function returns a new tree and leaves the given one unchanged. */
export type TreeNode<Node> = { readonly id: string; readonly children: readonly Node[] };

export function* nodesOf<Node extends TreeNode<Node>>(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

/** From the root to the node, both included; empty if the node does not exist. */
export function pathTo<Node extends TreeNode<Node>>(tree: Node, id: string): readonly Node[] {
  if (tree.id === id) return [tree];
  for (const child of tree.children) {
    const rest = pathTo(child, id);
    if (rest.length > 0) return [tree, ...rest];
  }
  return [];
}

export const findNode = <Node extends TreeNode<Node>>(tree: Node, id: string): Node | undefined =>
  pathTo(tree, id).at(-1);

export function changeNode<Node extends TreeNode<Node>>(tree: Node, id: string, change: (node: Node) => Node): Node {
  if (tree.id === id) return change(tree);
  const children = tree.children.map((child) => changeNode(child, id, change));
  return children.every((child, at) => child === tree.children[at]) ? tree : { ...tree, children };
}

export const addNode = <Node extends TreeNode<Node>>(tree: Node, parentId: string, node: Node): Node =>
  changeNode(tree, parentId, (parent) => ({ ...parent, children: [...parent.children, node] }));

/** The root cannot be removed. */
export function removeNode<Node extends TreeNode<Node>>(tree: Node, id: string): Node {
  const parent = pathTo(tree, id).at(-2);
  if (!parent) return tree;
  return changeNode(tree, parent.id, (node) => ({
    ...node,
    children: node.children.filter((child) => child.id !== id),
  }));
}

/** Moves a node with its children under another node. A node cannot be moved under itself. */
export function moveNode<Node extends TreeNode<Node>>(tree: Node, id: string, toParent: string, at?: number): Node {
  const node = findNode(tree, id);
  if (!node || node === tree || findNode(node, toParent) || !findNode(tree, toParent)) return tree;
  return changeNode(removeNode(tree, id), toParent, (parent) => ({
    ...parent,
    children: parent.children.toSpliced(at ?? parent.children.length, 0, node),
  }));
}

export type TreeMove = 'up' | 'down' | 'indent' | 'outdent';

/**
 * `up` and `down` move a node among its siblings, `indent` under the previous sibling, `outdent` behind its parent.
 * Returns null if there is no such place.
 */
export function nudgeNode<Node extends TreeNode<Node>>(tree: Node, id: string, move: TreeMove): Node | null {
  const path = pathTo(tree, id);
  const [grandparent, parent] = [path.at(-3), path.at(-2)];
  if (!parent) return null;
  const at = parent.children.findIndex((child) => child.id === id);
  if (move === 'outdent')
    return grandparent ? moveNode(tree, id, grandparent.id, grandparent.children.indexOf(parent) + 1) : null;
  if (move === 'indent') {
    const sibling = parent.children[at - 1];
    return sibling ? moveNode(tree, id, sibling.id) : null;
  }
  const to = at + (move === 'up' ? -1 : 1);
  return to < 0 || to >= parent.children.length ? null : moveNode(tree, id, parent.id, to);
}

/** Drops a node before another one, or as the last child inside it. */
export function dropNode<Node extends TreeNode<Node>>(
  tree: Node,
  id: string,
  target: string,
  where: 'before' | 'inside',
): Node {
  const parent = pathTo(tree, target).at(-2);
  if (where === 'inside' || !parent) return moveNode(tree, id, target);
  if (id === target) return tree;
  const others = parent.children.filter((child) => child.id !== id);
  return moveNode(
    tree,
    id,
    parent.id,
    others.findIndex((child) => child.id === target),
  );
}
