import { expect, test } from 'vitest';
import { proposedLimit } from './dealer-terms.ts';

test('a deal proposes one month of its value as the credit limit, not all of it', () => {
  expect(['2500.00', '12000.00', '0.00', ''].map(proposedLimit)).toEqual(['300', '1000', '0', '0']);
});
