import { expect, test } from 'vitest';
import { actDetail, fieldChanges, restOf } from './act-detail.ts';

test('a change of rights is shown as granted and revoked rights', () => {
  const before = { role: 0, f: ['sig', 't'] };
  expect(actDetail({ before, after: { role: 3, f: ['t', 'da'] } })).toBe(
    'User → Admin; granted Dealer administration; removed Own signature',
  );
  expect(actDetail({ before, after: { role: 0, f: ['sig', 't', 'tex'] } })).toBe('granted Transaction export');
});

test('any other change lists old and new values, in plain language', () => {
  expect(actDetail({ reason: 'Shared the account' })).toBe('reason: Shared the account');
  expect(actDetail({ before: { sale: 5, code: null, name: 'x' }, after: { sale: 7, code: 'A', name: 'x' } })).toBe(
    'sale: 5 → 7; code: nothing → A',
  );
  expect(actDetail({ after: { text: 'Closed on Monday', regions: [1, 2] } })).toBe(
    'text: Closed on Monday; regions: 1, 2',
  );
  expect(actDetail({ after: 'x', ended: 2 })).toBe('ended: 2; after: x');
  expect(actDetail({})).toBe('');
});

test('fields before and after are listed apart from the rest', () => {
  const detail = { before: { name: 'A', price: 5 }, after: { name: 'B', price: 5 }, reason: 'Typo' };
  expect(fieldChanges(detail)).toEqual([{ field: 'name', before: 'A', after: 'B' }]);
  expect(restOf(detail)).toEqual({ reason: 'Typo' });
  expect(fieldChanges({ before: 'A title' })).toEqual([]);
  expect(restOf({ before: 'A title' })).toEqual({ before: 'A title' });
});
