import { describe, expect, test } from 'vitest';
import { eventsFrom, findStep, stepsOf } from '../states/machine.ts';
import { earningState, openMinor } from './earnings.ts';
import { payoutMachine, payoutRunMachine, payoutRunStates, payoutStates, runEnd } from './payout-states.ts';

const sums = (heldMinor: bigint, availableMinor: bigint, inTransferMinor = 0n, paidMinor = 0n) => ({
  heldMinor,
  availableMinor,
  inTransferMinor,
  paidMinor,
});

describe('a share', () => {
  test('moves through pending, available, in transit and paid', () => {
    const all = [sums(500n, 0n), sums(0n, 500n), sums(0n, 500n, 500n), sums(0n, 500n, 0n, 500n)];
    expect(all.map((one) => earningState(one))).toEqual(['pending', 'available', 'in_transfer', 'paid']);
    expect(all.map(openMinor)).toEqual([0n, 500n, 0n, 0n]);
  });

  test('of a refunded sale is void; one already paid reduces the next payout', () => {
    expect(earningState(sums(0n, 0n))).toBe('voided');
    const owed = sums(0n, 0n, 0n, 500n);
    expect([earningState(owed), openMinor(owed)]).toEqual(['available', -500n]);
    // The next payout deducted it.
    expect(earningState(sums(0n, 0n, 0n, 0n))).toBe('voided');
  });
});

const reached = (steps: readonly { from: readonly string[]; to: string }[], start: string) => {
  const seen = new Set([start]);
  for (const state of seen) for (const step of steps) if (step.from.includes(state)) seen.add(step.to);
  return [...seen].sort();
};

describe('payouts and payout runs', () => {
  test('reach every state, and a final state allows only its own reversal', () => {
    expect(reached(stepsOf(payoutMachine), 'draft')).toEqual([...payoutStates].sort());
    expect(reached(stepsOf(payoutRunMachine), 'open')).toEqual([...payoutRunStates].sort());
    expect(eventsFrom(payoutMachine, 'cancelled')).toEqual([]);
    expect(eventsFrom(payoutMachine, 'paid')).toEqual(['return-part', 'return']);
    expect(eventsFrom(payoutRunMachine, 'completed')).toEqual([]);
    expect(findStep(payoutMachine, 'draft', 'confirm')).toBeNull();
    expect(findStep(payoutRunMachine, 'open', 'approve')).toBeNull();
  });

  test('every step that takes entries has one that returns them, and money leaves once', () => {
    const flows = stepsOf(payoutMachine).map(({ event, money }) => [event, money] as const);
    expect(flows.filter(([, money]) => money === 'transit → bank')).toEqual([['confirm', 'transit → bank']]);
    expect(flows.filter(([, money]) => money === 'transit → earn.avail').map(([event]) => event)).toEqual([
      'refuse',
      'cancel',
    ]);
  });

  test('a run ends once none of its payouts is in progress', () => {
    expect(runEnd(['paid', 'sending'])).toBeNull();
    expect(runEnd(['paid', 'failed'])).toBe('fail');
    expect(runEnd(['paid', 'cancelled', 'reversed'])).toBe('complete');
    expect(runEnd([])).toBe('complete');
  });
});

test('a disputed share is frozen unless it is owed back', () => {
  const sums = { heldMinor: 0n, availableMinor: 500n, inTransferMinor: 0n, paidMinor: 0n };
  expect(earningState(sums, true)).toBe('disputed');
  expect(earningState({ ...sums, heldMinor: 500n, availableMinor: 0n }, true)).toBe('disputed');
  expect(earningState({ ...sums, availableMinor: 0n, paidMinor: 500n }, true)).toBe('available');
});
