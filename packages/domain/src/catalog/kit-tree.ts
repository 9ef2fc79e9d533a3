// The tree of the kit builder: questions whose answers lead on, and results that name products and tunes. A node with answers
// below it asks; one without is a result. Every node but the first is reached by clicking what its `answer` says.

export type KitProduct = { readonly slug: string; readonly quantity: number };
export type KitNode = {
  readonly id: string;
  readonly answer: string;
  /** The question, or the name of the kit. */
  readonly title: string;
  readonly text: string;
  readonly products: readonly KitProduct[];
  readonly tunes: readonly number[];
  readonly children: readonly KitNode[];
};

export const kitDepthMax = 12;
export const kitNodesMax = 500;

export const isQuestion = (node: KitNode): boolean => node.children.length > 0;

export function* nodesOf(node: KitNode): Generator<KitNode> {
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

/** From the first question to the node, both included; empty when there is no such node. */
export function pathTo(tree: KitNode, id: string): readonly KitNode[] {
  if (tree.id === id) return [tree];
  for (const child of tree.children) {
    const rest = pathTo(child, id);
    if (rest.length > 0) return [tree, ...rest];
  }
  return [];
}

export const findNode = (tree: KitNode, id: string): KitNode | undefined => pathTo(tree, id).at(-1);

/** The most questions that may still come, this one included. */
export const questionsLeft = (node: KitNode): number =>
  isQuestion(node) ? 1 + Math.max(...node.children.map(questionsLeft)) : 0;

export const newNode = (id: string, answer = ''): KitNode => ({
  id,
  answer,
  title: '',
  text: '',
  products: [],
  tunes: [],
  children: [],
});

const changed = (tree: KitNode, id: string, change: (node: KitNode) => KitNode): KitNode => {
  if (tree.id === id) return change(tree);
  const children = tree.children.map((child) => changed(child, id, change));
  return children.every((child, at) => child === tree.children[at]) ? tree : { ...tree, children };
};

export const editNode = (tree: KitNode, id: string, part: Partial<Omit<KitNode, 'id' | 'children'>>): KitNode =>
  changed(tree, id, (node) => ({ ...node, ...part }));

export const addNode = (tree: KitNode, parentId: string, node: KitNode): KitNode =>
  changed(tree, parentId, (parent) => ({ ...parent, children: [...parent.children, node] }));

/** The first question stays: a tree without it is none. */
export function removeNode(tree: KitNode, id: string): KitNode {
  const parent = pathTo(tree, id).at(-2);
  if (!parent) return tree;
  return changed(tree, parent.id, (node) => ({ ...node, children: node.children.filter((child) => child.id !== id) }));
}

/** One place up or down among its sisters; at the end it stays. */
export function shiftNode(tree: KitNode, id: string, by: -1 | 1): KitNode {
  const parent = pathTo(tree, id).at(-2);
  if (!parent) return tree;
  const from = parent.children.findIndex((child) => child.id === id);
  const to = from + by;
  if (to < 0 || to >= parent.children.length) return tree;
  const children = [...parent.children];
  children.splice(to, 0, ...children.splice(from, 1));
  return changed(tree, parent.id, (node) => ({ ...node, children }));
}

/** Under another question, with all below it. Under itself it cannot go. */
export function moveNode(tree: KitNode, id: string, toParent: string, at?: number): KitNode {
  const node = findNode(tree, id);
  if (!node || node === tree || findNode(node, toParent) || !findNode(tree, toParent)) return tree;
  return changed(removeNode(tree, id), toParent, (parent) => ({
    ...parent,
    children: parent.children.toSpliced(at ?? parent.children.length, 0, node),
  }));
}

export type KitProblem = { readonly id: string; readonly text: string };

/** What keeps a tree from being used: dead ends, answers nobody can tell apart, products on a question. */
export function kitProblems(tree: KitNode): KitProblem[] {
  const problems: KitProblem[] = [];
  const ids = new Set<string>();
  const look = (node: KitNode, depth: number) => {
    const say = (text: string) => problems.push({ id: node.id, text });
    if (ids.has(node.id)) say('This stands in the tree twice.');
    ids.add(node.id);
    if (depth > kitDepthMax) return void say(`More than ${kitDepthMax} questions in a row are too many.`);
    if (depth > 1 && node.answer.trim() === '') say('The answer that leads here is missing.');
    if (isQuestion(node)) {
      if (node.title.trim() === '') say('The question is missing.');
      if (node.products.length + node.tunes.length > 0) say('A question has no products; put them into a result.');
      const said = node.children.map(({ answer }) => answer.trim().toLowerCase()).filter(Boolean);
      const twice = said.find((answer, nth) => said.indexOf(answer) !== nth);
      if (twice !== undefined) say(`The answer “${twice}” stands here twice.`);
    } else {
      if (node.title.trim() === '') say('The name of the result is missing.');
      if (node.products.length + node.tunes.length === 0)
        say('This is a dead end: add an answer, or what the result consists of.');
    }
    for (const child of node.children) look(child, depth + 1);
  };
  look(tree, 1);
  if (ids.size > kitNodesMax) problems.push({ id: tree.id, text: `A tree has at most ${kitNodesMax} nodes.` });
  return problems;
}
