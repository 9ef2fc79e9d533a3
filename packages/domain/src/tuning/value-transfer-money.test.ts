import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Leg, merged, mirror, problemsOf, sumByUnit } from '../ledger/ledger-legs.ts';
import type { Currency } from '../money/money.ts';
import {
  monthsBetween,
  movedPart,
  proposedValue,
  ruleFor,
  settleTransfer,
  type ValueTransferRules,
  valueInLegs,
  valueOutLegs,
} from './value-transfer-money.ts';
import { valueTransferCauses } from './value-transfer-states.ts';

/** Currencies with no decimals, two and three. */
const currency = fc.constantFrom<Currency>('JPY', 'CAD', 'KWD');
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const holds = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, { seed: 21, numRuns: 3_000 });
const booked = (legs: readonly Leg[], kind: string) =>
  legs.reduce((sum, { account, amountMinor }) => (account.kind === kind ? sum + amountMinor : sum), 0n);

const rules: ValueTransferRules = {
  dead_controller: '100',
  upgrade: '100',
  wrong_choice: '100',
  other_vehicle: '75',
  otherVehicleMonths: 12,
  afterRefund: '0',
};

describe('value transfer', () => {
  test('value in equals value out in every currency: fee, used and rest are the value, and clearing is zero', () =>
    holds(
      fc.property(
        currency,
        amount,
        fc.bigInt({ min: 0n, max: 10n ** 11n }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 99 }),
        fc.bigInt({ min: 0n, max: 2n * 10n ** 12n }),
        (unit, netMinor, taxMinor, part, feePart, priceMinor) => {
          const left = { netMinor, taxMinor };
          const proposed = proposedValue(netMinor + taxMinor, { percent: `${part}`, note: '' });
          const valueMinor = proposed === 0n ? 1n : proposed;
          const feeMinor = (valueMinor * BigInt(feePart)) / 100n;
          const { usedMinor, differenceMinor, restMinor } = settleTransfer({ valueMinor, feeMinor, priceMinor });
          expect(feeMinor + usedMinor + restMinor).toBe(valueMinor);
          expect(usedMinor + differenceMinor).toBe(priceMinor);
          expect(differenceMinor === 0n || restMinor === 0n).toBe(true);
          const moved = movedPart(left, valueMinor);
          expect(moved.netMinor >= 0n && moved.netMinor <= netMinor).toBe(true);
          expect(moved.taxMinor >= 0n && moved.taxMinor <= taxMinor).toBe(true);
          const out = valueOutLegs(moved, unit);
          const into = valueInLegs({ valueMinor, feeMinor }, 'user:7', unit);
          for (const legs of [out, into]) expect(problemsOf(legs)).toEqual([]);
          expect(booked([...out, ...into], 'vt.clear')).toBe(0n);
          expect(booked(out, 'rev') + booked(out, 'tax')).toBe(valueMinor);
          expect(-booked(into, 'prepay') - booked(into, 'rev.fee')).toBe(valueMinor);
          const undone = [...out, ...into, ...mirror(into), ...mirror(out)];
          expect([merged(undone), [...sumByUnit(undone).values()]]).toEqual([[], [0n]]);
        },
      ),
    ));

  test('the whole value moves exactly the work and the tax that are left', () =>
    holds(
      fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 11n }), (netMinor, taxMinor) => {
        expect(movedPart({ netMinor, taxMinor }, netMinor + taxMinor)).toEqual({ netMinor, taxMinor });
      }),
    ));

  test('moves along a chain never exceed what was first paid plus the differences', () =>
    holds(
      fc.property(
        amount,
        fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), amount), { maxLength: 8 }),
        (paid, steps) => {
          let [left, differences] = [paid, 0n];
          for (const [part, priceMinor] of steps) {
            const valueMinor = proposedValue(left, { percent: `${part}`, note: '' });
            if (valueMinor === 0n) return;
            const settled = settleTransfer({ valueMinor, feeMinor: 0n, priceMinor });
            differences += settled.differenceMinor;
            left = settled.usedMinor + settled.differenceMinor;
            expect(settled.usedMinor + settled.restMinor).toBeLessThanOrEqual(paid + differences);
          }
        },
      ),
    ));

  test('a fee as large as the value and a negative price are refused', () => {
    expect(() => settleTransfer({ valueMinor: 100n, feeMinor: 100n, priceMinor: 50n })).toThrow(RangeError);
    expect(() => settleTransfer({ valueMinor: 100n, feeMinor: -1n, priceMinor: 50n })).toThrow(RangeError);
    expect(() => settleTransfer({ valueMinor: 100n, feeMinor: 0n, priceMinor: -1n })).toThrow(RangeError);
  });

  test('the rules give 100 % for the same car, 75 % within twelve months for another, and nothing after a refund', () => {
    const hit = (facts: Partial<Parameters<typeof ruleFor>[1]>) =>
      ruleFor(rules, { cause: 'upgrade', ageMonths: 0, wasRefunded: false, ...facts }).percent;
    expect(valueTransferCauses.map((cause) => hit({ cause }))).toEqual(['100', '100', '75', '100']);
    expect(hit({ cause: 'other_vehicle', ageMonths: 11 })).toBe('75');
    expect(hit({ cause: 'other_vehicle', ageMonths: 12 })).toBe('0');
    expect(hit({ cause: 'dead_controller', ageMonths: 40 })).toBe('100');
    expect(hit({ wasRefunded: true })).toBe('0');
    expect(
      ruleFor({ ...rules, otherVehicleMonths: 0 }, { cause: 'other_vehicle', ageMonths: 99, wasRefunded: false }),
    ).toEqual({ percent: '75', note: '' });
  });

  test('months are counted by the calendar', () => {
    const months = (from: string, to: string) => monthsBetween(new Date(from), new Date(to));
    expect(months('2026-01-15T00:00:00Z', '2026-02-14T23:59:59Z')).toBe(0);
    expect(months('2026-01-15T00:00:00Z', '2026-02-15T00:00:00Z')).toBe(1);
    expect(months('2025-11-30T12:00:00Z', '2026-11-30T11:00:00Z')).toBe(11);
    expect(months('2025-11-30T12:00:00Z', '2026-11-30T12:00:00Z')).toBe(12);
  });
});
