import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unreachable } from '../testing/unreachable.ts';
import { creditCode, creditCodeBytes, creditCodeMachine, readCreditCode } from './credit-codes.ts';
import {
  afterDraw,
  byExpiry,
  coverTunes,
  creditKindOf,
  creditKinds,
  creditsLabel,
  drawFrom,
  type Lot,
  worthOf,
} from './tune-credits.ts';

const now = new Date('2026-05-01T12:00:00Z');
const lot = fc.record({
  id: fc.nat(),
  kind: fc.constantFrom(...creditKinds),
  leftUnits: fc.integer({ min: 0, max: 20 }),
  leftMinor: fc.option(fc.bigInt({ min: 0n, max: 10_000_000n })),
  expiresAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
});
const lots = fc.uniqueArray(lot, { selector: ({ id }) => id, maxLength: 8 });
const units = (of: readonly Lot[]) => of.reduce((sum, { leftUnits }) => sum + leftUnits, 0);
const value = (of: readonly Lot[]) => of.reduce((sum, { leftMinor }) => sum + (leftMinor ?? 0n), 0n);

describe('lots', () => {
  test('a draw takes exactly the requested amount, never more than a lot has, and never from an expired one', () => {
    fc.assert(
      fc.property(lots, fc.constantFrom(...creditKinds), fc.integer({ min: 1, max: 60 }), (given, kind, wanted) => {
        const good = given.filter((one) => one.kind === kind && one.expiresAt > now);
        const draws = drawFrom(given, kind, wanted, now);
        expect(draws === null).toBe(units(good) < wanted);
        if (!draws) return;
        const left = afterDraw(given, draws);
        expect(units(given) - units(left)).toBe(wanted);
        expect(left.every(({ leftUnits, leftMinor }) => leftUnits >= 0 && (leftMinor ?? 0n) >= 0n)).toBe(true);
        expect(value(given) - value(left)).toBe(draws.reduce((sum, one) => sum + (one.valueMinor ?? 0n), 0n));
        expect(draws.every(({ lotId }) => good.some(({ id }) => id === lotId))).toBe(true);
      }),
    );
  });

  test('lots that expire first are used first', () => {
    fc.assert(
      fc.property(lots, fc.constantFrom(...creditKinds), fc.integer({ min: 1, max: 20 }), (given, kind, wanted) => {
        const draws = drawFrom(given, kind, wanted, now);
        if (!draws) return;
        const left = new Map(afterDraw(given, draws).map((one) => [one.id, one.leftUnits]));
        const touched = given.filter(({ id }) => draws.some(({ lotId }) => lotId === id)).sort(byExpiry);
        const latest = touched.at(-1);
        for (const earlier of given)
          if (latest && earlier.kind === kind && earlier.expiresAt > now && byExpiry(earlier, latest) < 0)
            expect(left.get(earlier.id)).toBe(0);
      }),
    );
  });

  test('parts of a lot sum to its purchase price, however it is used up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999n }), fc.array(fc.integer({ min: 1, max: 5 })), (paid, parts) => {
        let [left, count] = [paid, parts.reduce((a, b) => a + b, 0)];
        for (const part of parts) {
          const worth = worthOf(left, count, part);
          expect(worth >= 0n && worth <= left).toBe(true);
          left -= worth;
          count -= part;
        }
        if (parts.length > 0) expect(left).toBe(0n);
      }),
    );
    expect(() => worthOf(10n, 1, 2)).toThrow(RangeError);
  });

  test('one credit pays for one tune: most expensive first, its own kind before a universal one', () => {
    const tunes = fc.uniqueArray(
      fc.record({
        line: fc.integer({ min: 1, max: 30 }),
        kind: fc.constantFrom('ecu' as const, 'tcu' as const, 'awd' as const),
        netMinor: fc.bigInt({ min: 0n, max: 90_000n }),
      }),
      { selector: ({ line }) => line, maxLength: 8 },
    );
    fc.assert(
      fc.property(tunes, lots, (chosen, given) => {
        const covers = coverTunes(chosen, given, now);
        expect(new Set(covers.map(({ line }) => line)).size).toBe(covers.length);
        const left = afterDraw(
          given,
          covers.map(({ draw }) => draw),
        );
        expect(left.every(({ leftUnits }) => leftUnits >= 0)).toBe(true);
        const open = chosen.filter((one) => one.netMinor > 0n && !covers.some(({ line }) => line === one.line));
        for (const { kind } of open) {
          expect(drawFrom(left, kind, 1, now)).toBeNull();
          expect(drawFrom(left, 'universal', 1, now)).toBeNull();
        }
        for (const { line } of covers) expect(chosen.find((one) => one.line === line)?.netMinor).toBeGreaterThan(0n);
        // No more expensive tune of the same kind was left unpaid.
        for (const { line } of covers) {
          const paid = chosen.find((one) => one.line === line);
          for (const one of open) if (one.kind === paid?.kind) expect(one.netMinor <= paid.netMinor).toBe(true);
        }
      }),
    );
  });

  test('a tune uses a credit of its unit', () => {
    expect(creditKindOf({ transmission: false, awd: false })).toBe('ecu');
    expect(creditKindOf({ transmission: true, awd: false })).toBe('tcu');
    expect(creditKindOf({ transmission: false, awd: true })).toBe('awd');
    expect(creditsLabel('ecu', 1)).toBe('1 ECU credit');
    expect(creditsLabel('universal', 3)).toBe('3 universal credits');
  });
});

describe('codes', () => {
  test('a code is parsed however it is typed, or from its link', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: creditCodeBytes, maxLength: creditCodeBytes }), (bytes) => {
        const code = creditCode(bytes);
        for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' '), `https://tuneport.test/tcc/${code}/`])
          expect(readCreditCode(typed)).toBe(code);
        expect(readCreditCode(code.slice(1))).toBeNull();
        expect(readCreditCode(`${code}2`)).toBeNull();
      }),
    );
    expect(readCreditCode('demo-code')).toBeNull();
  });

  test('every state of a code is reachable', () => expect(unreachable(creditCodeMachine)).toEqual([]));
});
