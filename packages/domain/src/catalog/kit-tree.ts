import { changeNode } from '../trees/tree.ts';

// The decision tree of the kit builder. A node with children is a question; a leaf is a result with products and tunes.
// `answer` is the choice that leads to a node; the root has none.

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

const kitDepthMax = 12;
const kitNodesMax = 500;

export const isQuestion = (node: KitNode): boolean => node.children.length > 0;

/** The maximum number of questions left, including this one. */
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

export const editNode = (tree: KitNode, id: string, part: Partial<Omit<KitNode, 'id' | 'children'>>): KitNode =>
  changeNode(tree, id, (node) => ({ ...node, ...part }));

type KitProblem = { readonly id: string; readonly text: string };

/** Problems that make a tree unusable: dead ends, ambiguous answers, products on a question. */
export function kitProblems(tree: KitNode): KitProblem[] {
  const problems: KitProblem[] = [];
  const ids = new Set<string>();
  const look = (node: KitNode, depth: number) => {
    const addProblem = (text: string) => problems.push({ id: node.id, text });
    if (ids.has(node.id)) addProblem('This is in the tree twice.');
    ids.add(node.id);
    if (depth > kitDepthMax) return void addProblem(`A path can have at most ${kitDepthMax} questions in a row.`);
    if (depth > 1 && node.answer.trim() === '') addProblem('The answer that leads here is missing.');
    if (isQuestion(node)) {
      if (node.title.trim() === '') addProblem('The question is missing.');
      if (node.products.length + node.tunes.length > 0)
        addProblem('A question cannot have products or tunes. Add them to a result.');
      const answers = node.children.map(({ answer }) => answer.trim().toLowerCase()).filter(Boolean);
      const twice = answers.find((answer, nth) => answers.indexOf(answer) !== nth);
      if (twice !== undefined) addProblem(`The answer “${twice}” is listed twice.`);
    } else {
      if (node.title.trim() === '') addProblem('The name of the result is missing.');
      if (node.products.length + node.tunes.length === 0)
        addProblem('This is a dead end. Add an answer, or products or tunes for the result.');
    }
    for (const child of node.children) look(child, depth + 1);
  };
  look(tree, 1);
  if (ids.size > kitNodesMax) problems.push({ id: tree.id, text: `A tree can have at most ${kitNodesMax} nodes.` });
  return problems;
}
