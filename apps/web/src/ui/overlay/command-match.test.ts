import { expect, test } from 'vitest';
import { matchCommands } from './command-match.ts';

const commands = [
  { id: 'a', label: 'Reorder stock', group: 'Store' },
  { id: 'b', label: 'Orders', group: 'Store' },
  { id: 'c', label: 'Open orders', group: 'Store', keywords: 'sales' },
];
const ids = (typed: string) => matchCommands(commands, typed).map((c) => c.id);

test('an empty query shows everything in its original order', () => {
  expect(ids('')).toEqual(['a', 'b', 'c']);
});

test('a prefix ranks above a word match, which ranks above a substring', () => {
  expect(ids('order')).toEqual(['b', 'c', 'a']);
});

test('every word must match in label, group or keywords', () => {
  expect(ids('store sales')).toEqual(['c']);
  expect(ids('orders xyz')).toEqual([]);
});

test('commands are found without hyphens and in the plural', () => {
  const commands = ['E-mail templates', 'Contact imports'].map((label) => ({ id: label, label }));
  expect(matchCommands(commands, 'email template').map(({ label }) => label)).toEqual(['E-mail templates']);
  expect(matchCommands(commands, 'import contacts').map(({ label }) => label)).toEqual(['Contact imports']);
});
