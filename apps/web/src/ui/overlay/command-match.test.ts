import { expect, test } from 'vitest';
import { matchCommands } from './command-match.ts';

const commands = [
  { id: 'a', label: 'Reorder stock', group: 'Store' },
  { id: 'b', label: 'Orders', group: 'Store' },
  { id: 'c', label: 'Open orders', group: 'Store', words: 'sales' },
];
const ids = (typed: string) => matchCommands(commands, typed).map((c) => c.id);

test('nothing typed shows everything in its own order', () => {
  expect(ids('')).toEqual(['a', 'b', 'c']);
});

test('a beginning beats a word inside, and that beats letters inside', () => {
  expect(ids('order')).toEqual(['b', 'c', 'a']);
});

test('every word must fit, in label, group or other words', () => {
  expect(ids('store sales')).toEqual(['c']);
  expect(ids('orders xyz')).toEqual([]);
});
