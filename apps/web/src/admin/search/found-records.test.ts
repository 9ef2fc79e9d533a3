import { expect, test } from 'vitest';
import { actionsFor, type Found, parseTyped, pathOf } from './found-records.ts';

const admin = { role: 3, flags: [] } as const;
const found = (more: Partial<Found>): Found => ({
  kind: 'order',
  id: 3,
  title: 'Order TP-000003',
  detail: '',
  transaction_id: 7,
  ...more,
});

test('a typed verb is separated from the record it is for', () => {
  expect(parseTyped('refund TN-000003')).toEqual({ verb: 'refund', q: 'TN-000003' });
  expect(parseTyped('ship order tp-12')).toEqual({ verb: 'ship', q: 'tp-12' });
  expect(parseTyped('Reply to T-00004')).toEqual({ verb: 'reply', q: 'T-00004' });
  expect(parseTyped('refund')).toEqual({ verb: null, q: 'refund' });
  expect(parseTyped('shipton garage')).toEqual({ verb: null, q: 'shipton garage' });
});

test('actions follow the verb, the kind of record and the permissions', () => {
  const labels = (verb: string | null, who = admin as Parameters<typeof actionsFor>[2], of = found({})) =>
    actionsFor([of], verb, who).map(({ label, to }) => `${label} → ${to}`);
  expect(labels('refund')).toEqual(['Refund order TP-000003 → /admin/transactions/7#refund']);
  expect(labels(null)).toHaveLength(2);
  expect(labels('refund', admin, found({ transaction_id: null }))).toEqual([]);
  expect(labels('refund', admin, found({ kind: 'ticket' }))).toEqual([]);
  expect(labels('refund', { role: 0, flags: ['f'] })).toEqual([]);
  expect(labels('edit', { role: 0, flags: ['tm'] }, found({ kind: 'tuner', title: 'Curve Works' }))).toEqual([
    'Edit Curve Works → /admin/tuners/3/edit',
  ]);
});

test('a user who can only list orders is led to the list', () => {
  expect(pathOf(found({}), admin)).toBe('/admin/orders/3');
  expect(pathOf(found({}), { role: 0, flags: ['f'] })).toBe('/admin/orders?search=TP-000003');
});
