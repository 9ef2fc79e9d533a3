import { describe, expect, test } from 'vitest';
import { eventsFrom, orderNumber, orderSentences, orderStates, orderSteps, stepFrom } from './order-states.ts';

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
  test('knows one way for an event from a state, and none that it does not name', () => {
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
  test('lets a buyer cancel only what is not paid', () => {
    expect(eventsFrom('pending_payment', 'buyer')).toEqual(['cancel']);
    expect(eventsFrom('paid', 'buyer')).toEqual([]);
  });
  test('has a sentence for every state', () => expect(Object.keys(orderSentences)).toEqual([...orderStates]));
});

test('an order has a number for people', () =>
  expect([orderNumber(7), orderNumber(1_234_567)]).toEqual(['TP-000007', 'TP-1234567']));
