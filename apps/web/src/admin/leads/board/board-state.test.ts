import { expect, test } from 'vitest';
import { applied, type Card, type LeadBoard, placedCards, positionAfter, totalsOf, withCard } from './board-state.ts';

const card = (id: number, more: Partial<Card> = {}): Card => ({
  id,
  title: `Deal ${id}`,
  value: { amount: '100.00', currency: 'CAD' },
  organization: null,
  contact: null,
  stageId: 1,
  user: null,
  probability: 50,
  priority: 'medium',
  expectedCloseDate: null,
  status: 'open',
  labels: [],
  nextActivity: null,
  daysInStage: 0,
  rotten: false,
  position: id,
  version: 1,
  ...more,
});
const board = (cards: Card[], more: Partial<LeadBoard> = {}): LeadBoard => ({
  pipeline: { id: 1, name: 'Sales', stages: [] },
  version: 1,
  complete: true,
  cards,
  removed: [],
  beyond: [],
  closed: [],
  ...more,
});
const ids = ({ cards }: LeadBoard) => cards.map(({ id }) => id);

test('changes replace, add and remove cards; a card is never in two columns', () => {
  const changes = board([card(2, { stageId: 2, version: 2 }), card(4)], { complete: false, removed: [1], version: 3 });
  const after = applied(board([card(1), card(2), card(3)]), changes);
  expect(ids(after)).toEqual([2, 3, 4]);
  expect(after.cards.filter(({ id }) => id === 2)).toMatchObject([{ stageId: 2 }]);
});

test('an answer that arrives late does not undo a newer one', () => {
  const now = board([card(1, { stageId: 2, version: 5 })], { version: 9 });
  expect(applied(now, board([card(1)], { complete: false, version: 8 }))).toBe(now);
  expect(withCard(now, card(1, { version: 4 })).cards[0]?.stageId).toBe(2);
});

test('a dropped card stays where it was dropped until the server has answered', () => {
  const placed = placedCards([card(1), card(2), card(3)], new Map());
  const position = positionAfter(placed, 1, 1, 2);
  const moved = placedCards([card(1), card(2), card(3)], new Map([[1, { stageId: 1, position }]]));
  expect(moved.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(positionAfter(placed, 3, 1, null)).toBeLessThan(1);
  expect(positionAfter(placed, 1, 1, 3)).toBeGreaterThan(3);
});

test('a column has its count, sum and weighted forecast by currency', () => {
  const euro = card(3, { value: { amount: '10.00', currency: 'EUR' }, probability: 100 });
  const { count, value, weighted } = totalsOf([card(1), card(2, { probability: 25 }), euro]);
  expect(count).toBe(3);
  expect(value.map(({ amountMinor, currency }) => [amountMinor, currency])).toEqual([
    [20_000n, 'CAD'],
    [1_000n, 'EUR'],
  ]);
  expect(weighted.map(({ amountMinor }) => amountMinor)).toEqual([7_500n, 1_000n]);
});

test('the totals of a column include the deals that have no card', () => {
  const rest = (currency: 'CAD' | 'EUR', count: number) => ({
    stageId: 1,
    count,
    value: { amount: '50.00', currency },
    weighted: { amount: '5.00', currency },
  });
  const { count, value, weighted } = totalsOf([card(1)], [rest('CAD', 3), rest('EUR', 2)]);
  expect(count).toBe(6);
  expect(value.map(({ amountMinor }) => amountMinor)).toEqual([15_000n, 5_000n]);
  expect(weighted.map(({ amountMinor }) => amountMinor)).toEqual([5_500n, 500n]);
});
