import { expect, test } from 'vitest';
import { valuesText } from './bulk-labels.ts';

test('the change of a bulk action is named as in its form', () => {
  expect(valuesText({ user: null })).toBe('Owner: none');
  expect(valuesText({ expectedCloseDate: '', archived: true })).toBe('Expected close date: none, Archived: yes');
  expect(valuesText({ stageId: 4, price_tier_id: '7' })).toBe('Stage: 4, Price tier: 7');
});
