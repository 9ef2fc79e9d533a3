import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partyAccount, platformAccount } from '../ledger/ledger-accounts.ts';
import { problemsOf, sumByUnit } from '../ledger/ledger-legs.ts';
import {
  deliveryLegs,
  purchaseShares,
  refundedPart,
  saleFrom,
  shareOf,
  sharesBack,
  splitTender,
} from './purchase-money.ts';

const minor = fc.bigInt({ min: 0n, max: 10_000_000n });
const percents = fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2));

test('card and account together pay the sale exactly', () => {
  fc.assert(
    fc.property(minor, minor, fc.nat(1000), (netMinor, taxMinor, thousandth) => {
      const part = ((netMinor + taxMinor) * BigInt(thousandth)) / 1000n;
      const { account, card } = splitTender({ netMinor, taxMinor }, part);
      expect(account.netMinor + account.taxMinor).toBe(part);
      expect(account.netMinor + card.netMinor).toBe(netMinor);
      expect(account.taxMinor + card.taxMinor).toBe(taxMinor);
      for (const amount of [account.netMinor, account.taxMinor, card.netMinor, card.taxMinor])
        expect(amount).toBeGreaterThanOrEqual(0n);
    }),
  );
  expect(() => splitTender({ netMinor: 10n, taxMinor: 0n }, 11n)).toThrow(RangeError);
});

test('a sale books work and tax liabilities, and balances', () => {
  const legs = saleFrom(partyAccount('ar', 'dealer:7', 'CAD'), { netMinor: 1000n, taxMinor: 130n });
  expect(problemsOf(legs)).toEqual([]);
  expect(legs).toContainEqual({ account: platformAccount('defer.work', 'CAD'), amountMinor: -1000n });
});

test('any number of refunds sums to the amount paid and never exceeds it', () => {
  fc.assert(
    fc.property(minor, minor, fc.array(fc.nat(100), { maxLength: 8 }), (netMinor, taxMinor, cuts) => {
      const paid = { netMinor, taxMinor };
      const total = netMinor + taxMinor;
      let back = 0n;
      const sums = { net: 0n, tax: 0n };
      for (const cut of [...cuts, null]) {
        const amount = cut === null ? total - back : ((total - back) * BigInt(cut)) / 200n;
        const one = refundedPart(paid, back, amount);
        expect(one.netMinor).toBeGreaterThanOrEqual(0n);
        expect(one.taxMinor).toBeGreaterThanOrEqual(0n);
        back += amount;
        sums.net += one.netMinor;
        sums.tax += one.taxMinor;
      }
      expect(sums).toEqual({ net: netMinor, tax: taxMinor });
    }),
  );
  expect(() => refundedPart({ netMinor: 10n, taxMinor: 1n }, 5n, 7n)).toThrow(RangeError);
});

test('shares never sum to more than the sale: tuner, installer and affiliate in this order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ net: minor, fee: fc.boolean(), tuner: percents }), { minLength: 1, maxLength: 6 }),
      percents,
      percents,
      (input, installs, brings) => {
        const lines = input.map(({ net, fee, tuner }, at) => ({
          line: at + 1,
          kind: fee ? ('fee' as const) : ('tune' as const),
          netMinor: net,
          tuner: fee ? null : { id: 3, percent: tuner },
        }));
        const shares = purchaseShares(lines, { id: 7, percent: installs }, { id: 9, percent: brings });
        const sum = shares.reduce((all, { amountMinor }) => all + amountMinor, 0n);
        expect(sum).toBeLessThanOrEqual(lines.reduce((all, { netMinor }) => all + netMinor, 0n));
        expect(shares.every(({ amountMinor }) => amountMinor > 0n)).toBe(true);
      },
    ),
  );
  const lines = [
    { line: 1, kind: 'tune' as const, netMinor: 50_000n, tuner: { id: 3, percent: '40' } },
    { line: 2, kind: 'fee' as const, netMinor: 9_900n, tuner: null },
  ];
  expect(purchaseShares(lines, { id: 7, percent: '80' }, { id: 9, percent: '5' })).toEqual([
    { owner: 'tuner:3', kind: 'tuner', line: 1, amountMinor: 20_000n },
    { owner: 'dealer:7', kind: 'installer', line: 2, amountMinor: 7_920n },
    { owner: 'affiliate:9', kind: 'affiliate', line: null, amountMinor: 2_500n },
  ]);
  expect(purchaseShares(lines, null, null).map(({ owner }) => owner)).toEqual(['tuner:3']);
});

test('shares booked at delivery are reversed exactly by refunds', () => {
  fc.assert(
    fc.property(minor, percents, fc.nat(100), fc.array(fc.nat(100), { maxLength: 6 }), (net, part, before, cuts) => {
      const netMinor = net + 1n;
      const shares = purchaseShares([{ line: 1, kind: 'tune', netMinor, tuner: { id: 3, percent: part } }], null, null);
      let leftMinor = netMinor - (netMinor * BigInt(before)) / 100n;
      const legs = deliveryLegs(shares, { leftMinor, netMinor, currency: 'CAD' });
      expect([...sumByUnit(legs).values()].every((sum) => sum === 0n)).toBe(true);
      let owed = -(legs.find(({ account }) => account.kind === 'earn.hold')?.amountMinor ?? 0n);
      expect(owed).toBe(shareOf(shares[0]?.amountMinor ?? 0n, leftMinor, netMinor));
      for (const cut of [...cuts, null]) {
        const back = cut === null ? leftMinor : (leftMinor * BigInt(cut)) / 200n;
        for (const { amount } of sharesBack(shares, { leftMinor, netMinor, currency: 'CAD' }, back))
          owed -= amount.amountMinor;
        leftMinor -= back;
        expect(owed).toBeGreaterThanOrEqual(0n);
      }
      expect(owed).toBe(0n);
    }),
  );
});
