import { expect, test } from 'vitest';
import { memoryFrom, withRecent } from './rail-memory.ts';

test('a visited record moves to the top of the recent list, which stays short', () => {
  const page = (id: number) => ({ to: `/admin/orders/${id}`, title: `Order ${id}` });
  let recent = [page(0)];
  for (let id = 1; id < 20; id += 1) recent = withRecent(recent, page(id));
  expect(recent).toHaveLength(8);
  expect(withRecent(recent, page(15)).map(({ to }) => to)).toEqual([
    '/admin/orders/15',
    ...recent.map(({ to }) => to).filter((to) => to !== '/admin/orders/15'),
  ]);
});

test('invalid stored content is ignored, and only paths of this site are links', () => {
  const empty = { pins: [], open: [], recent: [] };
  for (const junk of [null, 3, 'x', [], { pins: 'x', recent: [null, 1, { to: 'javascript:alert(1)', title: 'x' }] }])
    expect(memoryFrom(junk)).toEqual(empty);
  expect(memoryFrom({ pins: ['/admin/users', 2], open: ['Tuning'], recent: [] }).pins).toEqual(['/admin/users']);
});
