import { expect, test } from 'vitest';
import { actDetail } from './act-detail.ts';

test('a change of rights reads as what was granted and what was taken', () => {
  const before = { role: 0, f: ['sig', 't'] };
  expect(actDetail({ before, after: { role: 3, f: ['t', 'da'] } })).toBe(
    'User → Admin; granted Dealer administration; took Own signature',
  );
  expect(actDetail({ before, after: { role: 0, f: ['sig', 't', 'tex'] } })).toBe('granted Transaction export');
});

test('any other detail is shown as it was written down', () => {
  expect(actDetail({ reason: 'Shared the account' })).toBe('reason: Shared the account');
  expect(actDetail({ before: { sale: 5 }, after: { sale: 7 } })).toBe('{"sale":5} → {"sale":7}');
  expect(actDetail({ after: 'x', ended: 2 })).toBe('ended: 2; after: x');
  expect(actDetail({})).toBe('');
});
