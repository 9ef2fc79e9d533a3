import { expect, test } from 'vitest';
import { addNode, findNode, moveNode, nodesOf, pathTo, removeNode } from '../trees/tree.ts';
import { editNode, type KitNode, kitProblems, newNode, questionsLeft } from './kit-tree.ts';

const result = (id: string, answer: string): KitNode => ({
  ...newNode(id, answer),
  title: `Kit ${id}`,
  products: [{ slug: 'port', quantity: 1 }],
});
const question = (id: string, answer: string, ...children: KitNode[]): KitNode => ({
  ...newNode(id, answer),
  title: `Question ${id}?`,
  children,
});
const tree = question(
  'a',
  '',
  question('b', 'Petrol', result('c', 'Manual'), result('d', 'DSG')),
  result('e', 'Diesel'),
);
const order = (node: KitNode) => [...nodesOf(node)].map(({ id }) => id).join('');

test('a node is found by its path, and the path knows the maximum number of questions', () => {
  expect(pathTo(tree, 'd').map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  expect(pathTo(tree, 'x')).toEqual([]);
  expect(questionsLeft(tree)).toBe(2);
  expect(questionsLeft(findNode(tree, 'e') as KitNode)).toBe(0);
});

test('nodes are added, renamed, moved with their subtree, and removed', () => {
  expect(order(addNode(tree, 'e', newNode('f', 'Van')))).toBe('abcdef');
  expect(findNode(editNode(tree, 'd', { title: 'Other' }), 'd')?.title).toBe('Other');
  expect(order(moveNode(tree, 'b', 'e'))).toBe('aebcd');
  expect(order(moveNode(tree, 'd', 'a', 0))).toBe('adbce');
  expect(order(removeNode(tree, 'b'))).toBe('ae');
});

test('a node cannot move under itself, and the root question cannot move', () => {
  expect(moveNode(tree, 'b', 'd')).toBe(tree);
  expect(moveNode(tree, 'a', 'b')).toBe(tree);
  expect(moveNode(tree, 'c', 'nowhere')).toBe(tree);
  expect(removeNode(tree, 'a')).toBe(tree);
});

test('a change keeps untouched nodes identical, so that undo can keep the previous tree', () => {
  const next = editNode(tree, 'e', { title: 'Other' });
  expect(next.children[0]).toBe(tree.children[0]);
  expect(findNode(tree, 'e')?.title).toBe('Kit e');
});

test('dead ends, missing texts, duplicate answers and products on a question are reported at their node', () => {
  expect(kitProblems(tree)).toEqual([]);
  const at = (bad: KitNode) => kitProblems(bad).map(({ id, text }) => `${id}: ${text}`);
  expect(at(addNode(tree, 'b', { ...newNode('f', 'CVT'), title: 'Empty' }))).toEqual([
    'f: This is a dead end. Add an answer, or products or tunes for the result.',
  ]);
  expect(at(editNode(tree, 'd', { answer: ' manual ' }))).toEqual(['b: The answer “manual” is listed twice.']);
  expect(at(editNode(tree, 'b', { tunes: [1] }))).toEqual([
    'b: A question cannot have products or tunes. Add them to a result.',
  ]);
  expect(at(editNode(tree, 'e', { answer: '', title: '' }))).toEqual([
    'e: The answer that leads here is missing.',
    'e: The name of the result is missing.',
  ]);
  expect(at(addNode(tree, 'a', result('c', 'Again')))).toEqual(['c: This is in the tree twice.']);
  let deep = result('z', 'end');
  for (let n = 0; n < 13; n += 1) deep = question(`q${n}`, n === 12 ? '' : 'on', deep);
  expect(at(deep)).toEqual(['q0: A path can have at most 12 questions in a row.']);
});
