import { describe, expect, test } from 'vitest';
import { eventsFrom, findStep, stepsOf } from '../states/machine.ts';
import { eventsOf } from '../testing/events-of.ts';
import { reopenUntil, type TicketActor, ticketMachine, ticketSentence, ticketStates } from './ticket-states.ts';

const actors: readonly TicketActor[] = ['customer', 'tuner', 'staff', 'system'];

describe('the table of ticket states', () => {
  test('reaches every state from a new ticket', () => {
    const reached = new Set<string>(['new']);
    for (const state of reached)
      for (const step of stepsOf(ticketMachine)) if (step.from.some((from) => from === state)) reached.add(step.to);
    expect([...reached].sort()).toEqual([...ticketStates].sort());
  });
  test('accepts exactly the listed steps for every state, event and actor', () => {
    let accepted = 0;
    for (const state of [...ticketStates, 'nowhere'])
      for (const event of [...eventsOf(ticketMachine), 'explode'])
        for (const who of actors) {
          const named = stepsOf(ticketMachine).filter(
            (step) =>
              step.from.some((from) => from === state) &&
              step.event === event &&
              (step.who as readonly string[]).includes(who),
          );
          expect(named.length, `${state} ${event} ${who} has one way at most`).toBeLessThanOrEqual(1);
          expect(findStep(ticketMachine, state, event, who)?.to).toBe(named[0]?.to);
          accepted += named.length;
        }
    expect(accepted).toBe(stepsOf(ticketMachine).reduce((sum, step) => sum + step.from.length * step.who.length, 0));
  });
  test('a random walk never leaves the table', () => {
    let seed = 42;
    const chance = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let walk = 0; walk < 60; walk += 1) {
      let state: string = 'new';
      for (let at = 0; at < 30; at += 1) {
        const who = actors[chance(actors.length)] ?? 'staff';
        const event = eventsOf(ticketMachine)[chance(eventsOf(ticketMachine).length)] ?? 'write';
        const step = findStep(ticketMachine, state, event, who);
        expect(step !== null).toBe(eventsFrom(ticketMachine, state, who).includes(event));
        state = step?.to ?? state;
        expect(ticketStates).toContain(state);
      }
    }
  });
  test('lets a customer only write, which reopens waiting, parked and resolved tickets', () => {
    expect(new Set(ticketStates.flatMap((state) => eventsFrom(ticketMachine, state, 'customer')))).toEqual(
      new Set(['write', 'follow-up']),
    );
    for (const state of ['waiting_customer', 'parked', 'resolved'])
      expect(findStep(ticketMachine, state, 'write', 'customer')?.to).toBe('open');
    expect(findStep(ticketMachine, 'closed', 'write', 'customer')).toBeNull();
  });
  test('lets a tuner only answer and take', () => {
    expect(new Set(ticketStates.flatMap((state) => eventsFrom(ticketMachine, state, 'tuner')))).toEqual(
      new Set(['assign', 'ask', 'tell']),
    );
  });
  test('merged is final', () => {
    for (const who of actors) expect(eventsFrom(ticketMachine, 'merged', who)).toEqual([]);
  });
  test('has a description for every state', () => {
    for (const state of ticketStates) expect(ticketSentence(state)).toMatch(/^[A-Z][^{}]+\.$/);
  });
});

test('a message reopens a resolved ticket for fourteen days', () =>
  expect(reopenUntil(new Date('2026-03-01T10:00:00Z')).toISOString()).toBe('2026-03-15T10:00:00.000Z'));
