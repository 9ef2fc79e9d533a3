import { describe, expect, expectTypeOf, test } from 'vitest';
import { eventsOf } from '../testing/events-of.ts';
import {
  type ActorOf,
  canStep,
  defineMachine,
  type EventOf,
  eventsFrom,
  findStep,
  findStepTo,
  isFinal,
  isState,
  nextStates,
  type StateOf,
  type StepOf,
  stateLabel,
  statesOf,
  stateTone,
} from './machine.ts';

const parcel = defineMachine({
  initial: 'packed',
  states: {
    packed: { label: 'Packed' },
    sent: { label: 'Sent', tone: 'busy' },
    delivered: { label: 'Delivered', tone: 'good' },
    lost: { label: 'Lost', tone: 'bad' },
  },
  events: {
    send: { label: 'Send', from: ['packed'], to: 'sent', who: ['staff'] },
    arrive: { label: 'Arrive', from: ['sent'], to: 'delivered', who: ['carrier', 'staff'], guard: 'signed' },
    lose: {
      label: 'Lose',
      steps: [
        { from: ['packed'], to: 'lost', who: ['staff'], reason: true },
        { from: ['sent'], to: 'lost', who: ['carrier'] },
      ],
    },
  },
});

describe('defineMachine', () => {
  test('keeps the names of states, events and parts as literal types', () => {
    expectTypeOf<StateOf<typeof parcel>>().toEqualTypeOf<'packed' | 'sent' | 'delivered' | 'lost'>();
    expectTypeOf<EventOf<typeof parcel>>().toEqualTypeOf<'send' | 'arrive' | 'lose'>();
    expectTypeOf<ActorOf<typeof parcel>>().toEqualTypeOf<'staff' | 'carrier'>();
    expectTypeOf<StepOf<typeof parcel>['guard']>().toEqualTypeOf<'signed' | undefined>();
    expect([statesOf(parcel), eventsOf(parcel)]).toEqual([
      ['packed', 'sent', 'delivered', 'lost'],
      ['send', 'arrive', 'lose'],
    ]);
  });

  test('does not compile when an event names a state that is not there', () => {
    const states = { open: { label: 'Open' } };
    // @ts-expect-error 'gone' is no state
    defineMachine({ initial: 'open', states, events: { go: { label: 'Go', from: ['open'], to: 'gone', who: [] } } });
    // @ts-expect-error 'gone' is no state
    defineMachine({ initial: 'gone', states, events: {} });
  });
});

describe('helpers', () => {
  test('allow what the table has and nothing else', () => {
    expect(eventsFrom(parcel, 'packed')).toEqual(['send', 'lose']);
    expect(eventsFrom(parcel, 'sent', 'carrier')).toEqual(['arrive', 'lose']);
    expect(eventsFrom(parcel, 'sent', ['staff'])).toEqual(['arrive']);
    expect(nextStates(parcel, 'sent')).toEqual(['delivered', 'lost']);
    expect(findStep(parcel, 'packed', 'lose')).toMatchObject({ event: 'lose', to: 'lost', reason: true });
    expect(findStep(parcel, 'packed', 'lose', 'carrier')).toBeNull();
    expect(findStepTo(parcel, 'sent', 'lost', 'carrier')?.event).toBe('lose');
    expect(findStepTo(parcel, 'packed', 'delivered')).toBeNull();
    expect([canStep(parcel, 'packed', 'send'), canStep(parcel, 'sent', 'send')]).toEqual([true, false]);
  });

  test('know neither foreign states and events nor those of the prototype', () => {
    for (const name of ['nowhere', 'toString', '__proto__', 'constructor', '']) {
      expect(isState(parcel, name)).toBe(false);
      expect(eventsFrom(parcel, name)).toEqual([]);
      expect(findStep(parcel, 'packed', name)).toBeNull();
      expect([isFinal(parcel, name), stateLabel(parcel, name), stateTone(parcel, name)]).toEqual([
        false,
        name,
        'neutral',
      ]);
    }
    expect(isState(parcel, 7)).toBe(false);
  });

  test('tell the final states, labels and tones', () => {
    expect(statesOf(parcel).filter((state) => isFinal(parcel, state))).toEqual(['delivered', 'lost']);
    expect([stateLabel(parcel, 'sent'), stateTone(parcel, 'sent'), stateTone(parcel, 'packed')]).toEqual([
      'Sent',
      'busy',
      'neutral',
    ]);
  });
});
