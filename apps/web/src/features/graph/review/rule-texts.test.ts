import { reviewRules } from '@tuneport/domain/tuning/logs/review/review-rules';
import { expect, test } from 'vitest';
import { ruleTexts } from './rule-texts.ts';

test('every text of a review rule is in the message catalogue, and no other', () => {
  const used = reviewRules.flatMap(({ title, relation, advice }) => [title, relation, advice]);
  expect([...ruleTexts].sort()).toEqual([...new Set(used)].sort());
});
