import { describe, expect, test } from 'vitest';
import {
  eventsFrom,
  type OrderSituation,
  orderCancellers,
  orderNumber,
  orderSentence,
  orderStates,
  orderSteps,
  stepFrom,
} from './order-states.ts';

describe('the table of order states', () => {
  test('reaches every state from a placed order', () => {
    const reached = new Set<string>(['pending_payment']);
    for (const state of reached)
      for (const step of orderSteps) if ((step.from as readonly string[]).includes(state)) reached.add(step.to);
    expect([...reached].sort()).toEqual([...orderStates].sort());
  });
  test('ends in delivered and cancelled only', () => {
    const ends = orderStates.filter(
      (state) => !orderSteps.some((step) => (step.from as readonly string[]).includes(state)),
    );
    expect(ends).toEqual(['delivered', 'cancelled']);
  });
  test('has one target per state and event, and none that it does not list', () => {
    expect(stepFrom('pending_payment', 'pay')?.to).toBe('paid');
    for (const state of orderStates.filter((one) => one !== 'pending_payment'))
      expect(stepFrom(state, 'pay')).toBeNull();
    expect([stepFrom('paid', 'expire'), stepFrom('cancelled', 'ship'), stepFrom('nowhere', 'pay')]).toEqual([
      null,
      null,
      null,
    ]);
    const keys = orderSteps.flatMap(({ event, from }) => from.map((state) => `${event} ${state}`));
    expect(new Set(keys).size).toBe(keys.length);
  });
  test('lets a buyer cancel until something has shipped', () => {
    expect(eventsFrom('pending_payment', 'buyer')).toEqual(['cancel']);
    for (const state of ['paid', 'on_hold']) expect(eventsFrom(state, 'buyer')).toEqual(['cancel-unshipped']);
    for (const state of ['part_shipped', 'shipped', 'delivered', 'cancelled'])
      expect(eventsFrom(state, 'buyer')).toEqual([]);
  });
  test('changes a part-shipped order to shipped when the rest is cancelled', () => {
    expect(stepFrom('part_shipped', 'cancel-unshipped')?.to).toBe('shipped');
    expect(stepFrom('paid', 'cancel-unshipped')?.to).toBe('cancelled');
    expect(stepFrom('on_hold', 'cancel-lines')?.to).toBe('on_hold');
  });
  test('has a description for every state, whoever cancelled', () => {
    const one: OrderSituation = {
      state: 'paid',
      cancelledBy: null,
      dispute: null,
      isPaid: true,
      isRefunded: false,
    };
    for (const state of orderStates) expect(orderSentence({ ...one, state })).toMatch(/\.$/);
    const cancelled = orderCancellers.map((cancelledBy) => orderSentence({ ...one, state: 'cancelled', cancelledBy }));
    expect(new Set(cancelled).size).toBe(orderCancellers.length);
    expect(orderSentence({ ...one, state: 'cancelled', cancelledBy: 'buyer', isPaid: false })).toBe(
      'You cancelled this order. You have not been charged.',
    );
    expect(orderSentence({ ...one, dispute: 'open' })).toContain('will not ship');
  });
});

test('an order has a display number', () =>
  expect([orderNumber(7), orderNumber(1_234_567)]).toEqual(['TP-000007', 'TP-1234567']));
