import { describe, expect, test } from 'vitest';
import { earningState, openMinor } from './earnings.ts';
import {
  payoutEvents,
  payoutRunEvents,
  payoutRunStates,
  payoutRunStep,
  payoutRunSteps,
  payoutStates,
  payoutStep,
  payoutSteps,
  runEnd,
} from './payout-states.ts';

const sums = (heldMinor: bigint, availableMinor: bigint, inTransferMinor = 0n, paidMinor = 0n) => ({
  heldMinor,
  availableMinor,
  inTransferMinor,
  paidMinor,
});

describe('a share', () => {
  test('waits, is available, is on its way and is paid', () => {
    const all = [sums(500n, 0n), sums(0n, 500n), sums(0n, 500n, 500n), sums(0n, 500n, 0n, 500n)];
    expect(all.map(earningState)).toEqual(['pending', 'available', 'in_transfer', 'paid']);
    expect(all.map(openMinor)).toEqual([0n, 500n, 0n, 0n]);
  });

  test('of a sale that went back is gone; where it was paid before, the next payout is less by it', () => {
    expect(earningState(sums(0n, 0n))).toBe('voided');
    const owed = sums(0n, 0n, 0n, 500n);
    expect([earningState(owed), openMinor(owed)]).toEqual(['available', -500n]);
    // The next payout took it off.
    expect(earningState(sums(0n, 0n, 0n, 0n))).toBe('voided');
  });
});

const reached = (steps: readonly { from: readonly string[]; to: string }[], start: string) => {
  const seen = new Set([start]);
  for (const state of seen) for (const step of steps) if (step.from.includes(state)) seen.add(step.to);
  return [...seen].sort();
};

describe('payouts and runs', () => {
  test('every state can be reached, and what ended takes no step but its own way back', () => {
    expect(reached(payoutSteps, 'draft')).toEqual([...payoutStates].sort());
    expect(reached(payoutRunSteps, 'open')).toEqual([...payoutRunStates].sort());
    expect(payoutEvents('cancelled')).toEqual([]);
    expect(payoutEvents('paid')).toEqual(['return']);
    expect(payoutRunEvents('completed')).toEqual([]);
    expect(payoutStep('draft', 'confirm')).toBeNull();
    expect(payoutRunStep('open', 'approve')).toBeNull();
  });

  test('whatever takes entries has a step that gives them back, and money leaves once', () => {
    const flows = payoutSteps.map(({ event, money }) => [event, money] as const);
    expect(flows.filter(([, money]) => money === 'transit → bank')).toEqual([['confirm', 'transit → bank']]);
    expect(flows.filter(([, money]) => money === 'transit → earn.avail').map(([event]) => event)).toEqual([
      'refuse',
      'cancel',
    ]);
  });

  test('a run ends once none of its payouts is under way', () => {
    expect(runEnd(['paid', 'sending'])).toBeNull();
    expect(runEnd(['paid', 'failed'])).toBe('fail');
    expect(runEnd(['paid', 'cancelled', 'reversed'])).toBe('complete');
    expect(runEnd([])).toBe('complete');
  });
});
