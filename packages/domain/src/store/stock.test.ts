import { describe, expect, test } from 'vitest';
import { availabilityOf, bookableKinds, levelProblem, sellable, stockChange, stockMovements } from './stock.ts';

const level = { onHand: 5, allocated: 2, inTransit: 0, quarantine: 0 };

describe('a stock movement', () => {
  test.each([
    ['RECEIVE', 'good', { onHand: 3 }],
    ['ALLOCATE', 'good', { allocated: 3 }],
    ['RELEASE', 'good', { allocated: -3 }],
    ['SALE', 'good', { onHand: -3, allocated: -3 }],
    ['RETURN', 'good', { onHand: 3 }],
    ['RETURN', 'bad', { quarantine: 3 }],
    ['MOVE_OUT', 'good', { onHand: -3 }],
    ['MOVE_IN', 'good', { onHand: 3, inTransit: -3 }],
    ['RENT_OUT', 'good', { onHand: -3 }],
    ['RENT_IN', 'bad', { quarantine: 3 }],
    ['LOAN_OUT', 'good', { onHand: -3 }],
    ['LOAN_IN', 'good', { onHand: 3 }],
    ['TRADE_IN', 'good', { quarantine: 3 }],
    ['WRITE_OFF', 'good', { onHand: -3 }],
    ['WRITE_OFF', 'bad', { quarantine: -3 }],
  ] as const)('%s of three in %s condition changes the quantities as specified', (kind, condition, change) => {
    expect(stockChange(kind, 3, condition).here).toEqual({
      onHand: 0,
      allocated: 0,
      inTransit: 0,
      quarantine: 0,
      ...change,
    });
  });

  test('to another location is in transit there only', () => {
    const { here, elsewhere } = stockChange('MOVE_OUT', 2);
    expect([here.onHand, elsewhere?.inTransit]).toEqual([-2, 2]);
    expect(stockChange('RECEIVE', 2).elsewhere).toBeNull();
  });

  test('moves whole items, and only a count may be negative', () => {
    expect(stockChange('ADJUST', -2).here.onHand).toBe(-2);
    expect(() => stockChange('RECEIVE', -2)).toThrow('positive');
    expect(() => stockChange('ADJUST', 0)).toThrow('whole pieces');
    expect(() => stockChange('ADJUST', 1.5)).toThrow('whole pieces');
  });

  test('that follows from an order cannot be booked manually', () => {
    expect(bookableKinds.filter((kind) => ['ALLOCATE', 'RELEASE', 'SALE'].includes(kind))).toEqual([]);
    for (const kind of bookableKinds) expect(stockMovements[kind].who).toBe('staff');
  });
});

test('sellable stock is on hand minus allocated and reserved, and never negative', () => {
  expect(sellable({ ...level, reserve: 1 })).toBe(2);
  expect(sellable({ ...level, reserve: 9 })).toBe(0);
});

test('no level goes below zero, and no missing stock is allocated', () => {
  expect(levelProblem(level)).toBeNull();
  expect(levelProblem({ ...level, quarantine: -1 })).toBe('below-zero');
  expect(levelProblem({ ...level, allocated: 6 })).toBe('oversold');
});

describe('the stock label of a shop page', () => {
  const product = { isDigital: false, tracksStock: true, backOrders: false, shortageSwitch: null };
  test.each([
    ['many', product, 12, {}, 'available', null],
    ['few', product, 3, {}, 'few', null],
    ['none', product, 0, {}, 'sold-out', null],
    ['none, may be ordered', { ...product, backOrders: true }, 0, {}, 'back-order', null],
    ['not counted', { ...product, tracksStock: false }, 0, {}, 'available', null],
    ['digital', { ...product, isDigital: true }, 0, {}, 'digital', null],
    ['short', { ...product, shortageSwitch: 'fz' }, 12, { fz: '2027-03' }, 'back-order', '2027-03'],
    ['short, month unknown', { ...product, shortageSwitch: 'fz' }, 12, { fz: null }, 'back-order', null],
    ['another switch', { ...product, shortageSwitch: 'fzl' }, 12, { fz: '2027-03' }, 'available', null],
  ])('%s', (_, of, free, shortages, state, month) => {
    expect(availabilityOf(of, free, shortages)).toEqual({ state, month });
  });
});
