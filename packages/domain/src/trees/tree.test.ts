import { expect, test } from 'vitest';
import { dropNode, moveNode, nodesOf, nudgeNode, type TreeNode } from './tree.ts';

interface Node extends TreeNode<Node> {}
const node = (id: string, ...children: Node[]): Node => ({ id, children });
const tree = node('a', node('b', node('c'), node('d')), node('e'), node('f'));
const shape = (of: Node | null): string =>
  of ? `${of.id}${of.children.length > 0 ? `(${of.children.map(shape).join('')})` : ''}` : '';

test('a node moves up and down among its siblings, under the previous one and behind its parent', () => {
  expect(shape(nudgeNode(tree, 'e', 'up'))).toBe('a(eb(cd)f)');
  expect(shape(nudgeNode(tree, 'b', 'down'))).toBe('a(eb(cd)f)');
  expect(shape(nudgeNode(tree, 'e', 'indent'))).toBe('a(b(cde)f)');
  expect(shape(nudgeNode(tree, 'c', 'outdent'))).toBe('a(b(d)cef)');
});

test('there is no place above the first, below the last, under a first child or beside the root', () => {
  for (const [id, move] of [
    ['b', 'up'],
    ['f', 'down'],
    ['c', 'indent'],
    ['b', 'outdent'],
    ['a', 'down'],
    ['x', 'up'],
  ] as const)
    expect(nudgeNode(tree, id, move), `${id} ${move}`).toBeNull();
});

test('a node is dropped before another one or inside it, with its children', () => {
  expect(shape(dropNode(tree, 'f', 'b', 'before'))).toBe('a(fb(cd)e)');
  expect(shape(dropNode(tree, 'b', 'f', 'before'))).toBe('a(eb(cd)f)');
  expect(shape(dropNode(tree, 'b', 'e', 'inside'))).toBe('a(e(b(cd))f)');
  expect(shape(dropNode(tree, 'e', 'c', 'before'))).toBe('a(b(ecd)f)');
});

test('a drop on itself, on its own child or before the root changes nothing or stays in the tree', () => {
  expect(dropNode(tree, 'b', 'b', 'before')).toBe(tree);
  expect(dropNode(tree, 'b', 'c', 'before')).toBe(tree);
  expect(dropNode(tree, 'b', 'b', 'inside')).toBe(tree);
  expect(shape(dropNode(tree, 'e', 'a', 'before'))).toBe('a(b(cd)fe)');
  expect(
    [...nodesOf(moveNode(tree, 'd', 'e'))]
      .map(({ id }) => id)
      .sort()
      .join(''),
  ).toBe('abcdef');
});
