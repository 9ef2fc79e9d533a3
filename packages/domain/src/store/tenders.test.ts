import { expect, test } from 'vitest';
import { money } from '../money/money.ts';
import { balancePartsOf } from './tenders.ts';

test('a balance pays the whole price, or its amount beside a card', () => {
  const total = money(10_000n, 'CAD');
  expect(balancePartsOf(total, money(10_000n, 'CAD'))).toEqual({ balance: total, card: money(0n, 'CAD') });
  expect(balancePartsOf(total, money(3_333n, 'CAD'))).toEqual({
    balance: money(3_333n, 'CAD'),
    card: money(6_667n, 'CAD'),
  });
  expect(balancePartsOf(total, money(0n, 'CAD'))).toBeNull();
  expect(balancePartsOf(total, money(10_000n, 'USD'))).toBeNull();
});
