import { describe, expect, test } from 'vitest';
import { eventsFrom, findStep, stepsOf } from '../states/machine.ts';
import {
  type OrderSituation,
  orderCancellers,
  orderMachine,
  orderNumber,
  orderSentence,
  orderStates,
} from './order-states.ts';

describe('the table of order states', () => {
  test('reaches every state from a placed order', () => {
    const reached = new Set<string>(['pending_payment']);
    for (const state of reached)
      for (const step of stepsOf(orderMachine))
        if ((step.from as readonly string[]).includes(state)) reached.add(step.to);
    expect([...reached].sort()).toEqual([...orderStates].sort());
  });
  test('ends in delivered and cancelled only', () => {
    const ends = orderStates.filter(
      (state) => !stepsOf(orderMachine).some((step) => (step.from as readonly string[]).includes(state)),
    );
    expect(ends).toEqual(['delivered', 'cancelled']);
  });
  test('has one target per state and event, and none that it does not list', () => {
    expect(findStep(orderMachine, 'pending_payment', 'pay')?.to).toBe('paid');
    for (const state of orderStates.filter((one) => one !== 'pending_payment'))
      expect(findStep(orderMachine, state, 'pay')).toBeNull();
    expect([
      findStep(orderMachine, 'paid', 'expire'),
      findStep(orderMachine, 'cancelled', 'ship'),
      findStep(orderMachine, 'nowhere', 'pay'),
    ]).toEqual([null, null, null]);
    const keys = stepsOf(orderMachine).flatMap(({ event, from }) => from.map((state) => `${event} ${state}`));
    expect(new Set(keys).size).toBe(keys.length);
  });
  test('lets a buyer cancel until something has shipped', () => {
    expect(eventsFrom(orderMachine, 'pending_payment', 'buyer')).toEqual(['cancel']);
    for (const state of ['paid', 'on_hold'])
      expect(eventsFrom(orderMachine, state, 'buyer')).toEqual(['cancel-unshipped']);
    for (const state of ['part_shipped', 'shipped', 'delivered', 'cancelled'])
      expect(eventsFrom(orderMachine, state, 'buyer')).toEqual([]);
  });
  test('changes a part-shipped order to shipped when the rest is cancelled', () => {
    expect(findStep(orderMachine, 'part_shipped', 'cancel-unshipped')?.to).toBe('shipped');
    expect(findStep(orderMachine, 'paid', 'cancel-unshipped')?.to).toBe('cancelled');
    expect(findStep(orderMachine, 'on_hold', 'cancel-lines')?.to).toBe('on_hold');
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
