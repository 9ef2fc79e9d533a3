import { expect, test } from 'vitest';
import { mainTierPrice, type Tier, tierCells } from './tier-cells.ts';

const tier = (...prices: Tier['prices']): Tier => ({
  id: 1,
  updated_at: '2026-01-01T00:00:00Z',
  name: 'Stage 1',
  position: 1,
  prices,
  tune_count: 0,
});
const price = (currency: string, baseprice: string, dealerprice: string | null = null) =>
  ({ currency, baseprice, dealerprice }) as Tier['prices'][number];

test('the price in Canadian dollars is edited in the list, or else the first one', () => {
  expect(mainTierPrice(tier(price('EUR', '400'), price('CAD', '500')))?.currency).toBe('CAD');
  expect(mainTierPrice(tier(price('EUR', '400')))?.currency).toBe('EUR');
  const field = tierCells.field('dealerprice');
  expect(field).not.toBeNull();
  if (field) expect(tierCells.value(tier(price('CAD', '500', '300')), field)).toBe('300');
  expect(tierCells.field('prices')).toBeNull();
});
