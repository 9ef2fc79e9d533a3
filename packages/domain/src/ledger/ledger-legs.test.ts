import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Currency, convert, money, percent, ratio } from '../money/money.ts';
import {
  type Account,
  accountCode,
  accountKindNames,
  asShown,
  isOwner,
  isUnit,
  parseAccount,
  partyAccount,
  platformAccount,
} from './ledger-accounts.ts';
import { earningLegs, splitEarnings } from './ledger-earnings.ts';
import {
  convertForPlatform,
  exchange,
  type Leg,
  merged,
  mirror,
  mirrorFlows,
  mirrorPart,
  move,
  problemsOf,
  shares,
  sumByUnit,
} from './ledger-legs.ts';

const holds = (property: Parameters<typeof fc.assert>[0], numRuns = 2_000) =>
  fc.assert(property, { seed: 11, numRuns: numRuns * (process.env.SOAK ? 150 : 1) });
/** Currencies with no decimals, two and three. */
const currency = fc.constantFrom<Currency>('JPY', 'USD', 'KWD');
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const at = new Date('2026-03-01T00:00:00Z');
const zero = (legs: readonly Leg[]) => [...sumByUnit(legs).values()].every((sum) => sum === 0n);

describe('accounts', () => {
  test('an account code parses back to its account, and invalid codes are refused', () => {
    for (const kind of accountKindNames) {
      const account: Account = { kind, owner: 'dealer:7', unit: 'USD' };
      expect(parseAccount(accountCode(account))).toEqual(account);
    }
    for (const code of [
      '',
      'ar',
      'ar dealer:7',
      'ar dealer:7 XXX',
      'xx dealer:7 USD',
      'ar dealer:0 USD',
      'ar Dealer:7 USD',
      'ar dealer:7 USD x',
      'toString house USD',
    ])
      expect(parseAccount(code)).toBeNull();
    expect([isOwner('house'), isOwner('dealer:07'), isOwner('x'), isUnit('cr.ecu'), isUnit('cr.x')]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });
  test('amounts owed are shown as positive, whoever owes them', () => {
    expect([asShown('ar', 5n), asShown('prepay', -5n), asShown('earn.avail', 5n)]).toEqual([5n, 5n, -5n]);
  });
});

describe('legs', () => {
  const cash = platformAccount('cash', 'USD');
  const rev = platformAccount('rev', 'USD');
  test('A → B debits A and credits B, and its reversal mirrors it', () => {
    expect(move(cash, rev, 5n)).toEqual([
      { account: cash, amountMinor: 5n },
      { account: rev, amountMinor: -5n },
    ]);
    expect(move(cash, rev, 0n)).toEqual([]);
    expect(merged([...move(cash, rev, 5n), ...mirror(move(cash, rev, 5n))])).toEqual([]);
    expect(() => move(cash, rev, -1n)).toThrow(RangeError);
    expect(() => move(cash, platformAccount('rev', 'CAD'), 1n)).toThrow(TypeError);
  });
  test('errors of a transfer are reported', () => {
    expect(problemsOf(move(cash, rev, 5n))).toEqual([]);
    const wrong: [Leg[], string][] = [
      [[], 'at least two legs'],
      [
        [
          { account: cash, amountMinor: 5n },
          { account: rev, amountMinor: -4n },
        ],
        'not to zero',
      ],
      [
        [
          { account: cash, amountMinor: 0n },
          { account: rev, amountMinor: 0n },
        ],
        'the amount cannot be zero',
      ],
      [move(partyAccount('ar', 'house', 'USD'), rev, 1n), 'belongs to a party'],
      [move(platformAccount('cash', 'cr.ecu'), platformAccount('rev', 'cr.ecu'), 1n), 'does not support that unit'],
      [
        [...move(cash, rev, 1n), ...move(platformAccount('cash', 'CAD'), platformAccount('rev', 'CAD'), 1n)],
        'two currencies meet in an exchange only',
      ],
      [Array.from({ length: 101 }, () => move(cash, rev, 1n)).flat(), 'at most 200 legs'],
      [
        [
          { account: cash, amountMinor: 2n ** 63n },
          { account: rev, amountMinor: -(2n ** 63n) },
        ],
        'out of range',
      ],
      [move({ ...cash, owner: 'x' as 'house' }, rev, 1n), 'is not an account'],
    ];
    for (const [legs, expected] of wrong) expect(problemsOf(legs).join('; ')).toContain(expected);
  });
  test('an exchange balances in both currencies and needs the rate between them', () => {
    const legs = exchange(
      { account: cash, amountMinor: 1000n },
      { account: platformAccount('rev', 'CAD'), amountMinor: -1373n },
    );
    expect(zero(legs)).toBe(true);
    const rate = { from: 'USD', to: 'CAD', rate: '1.3725', at } as const;
    expect(problemsOf(legs, rate)).toEqual([]);
    expect(problemsOf(legs)).toEqual(['an exchange stores its rate']);
    expect(problemsOf(legs, { ...rate, to: 'EUR' })).toEqual([
      'an exchange has legs in the two currencies of its rate',
    ]);
    expect(problemsOf(move(cash, rev, 1n), rate)).toEqual(['a rate belongs to an exchange']);
    expect(() => exchange({ account: cash, amountMinor: 1n }, { account: rev, amountMinor: -1n })).toThrow(TypeError);
    expect(() => exchange({ account: cash, amountMinor: -1n }, { account: rev, amountMinor: 1n })).toThrow(RangeError);
  });
  test('the rounding remainder of an exchange stays with the platform, and is less than one unit', () =>
    holds(
      fc.property(amount, currency, currency, fc.integer({ min: 1, max: 10 ** 7 }), (units, from, to, rate) => {
        const whole = money(units, from);
        const by = ratio(`${Math.floor(rate / 10_000)}.${String(rate % 10_000).padStart(4, '0')}1`);
        const [take, give] = (['take', 'give'] as const).map(
          (act) => convertForPlatform(whole, by, to, act).amountMinor,
        );
        const near = convert(whole, by, to).amountMinor;
        expect((give ?? 0n) <= near && near <= (take ?? 0n) && (take ?? 0n) - (give ?? 0n) <= 1n).toBe(true);
      }),
    ));
});

describe('reversal in parts', () => {
  const weights = fc
    .array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1, maxLength: 6 })
    .filter((list) => list.some((w) => w > 0n));
  /** A sale: incoming money, split over several accounts. */
  const sale = fc.tuple(currency, amount, weights).map(([unit, total, list]) => {
    const parts = shares(total, list);
    const legs = parts.flatMap((part, n) =>
      move(platformAccount('cash', unit), partyAccount('prepay', `user:${n + 1}`, unit), part),
    );
    return { unit, total, legs: merged(legs) };
  });
  const cuts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 0, maxLength: 6 });

  test('any number of parts sum exactly to the mirror of the whole; none exceeds the remainder or changes sign', () =>
    holds(
      fc.property(sale, cuts, ({ total, legs }, list) => {
        const before: Leg[] = [];
        let left = total;
        for (const cut of [...list, 1000]) {
          const part = cut === 1000 ? left : (left * BigInt(cut)) / 1000n;
          const back = mirrorPart(legs, before, part);
          expect(zero(back)).toBe(true);
          expect(back.filter((leg) => leg.amountMinor < 0n).reduce((sum, leg) => sum - leg.amountMinor, 0n)).toBe(part);
          for (const leg of back) {
            const was = legs.find(({ account }) => accountCode(account) === accountCode(leg.account));
            expect(was && was.amountMinor > 0n).toBe(leg.amountMinor < 0n);
          }
          before.push(...back);
          left -= part;
          if (left === 0n) break;
        }
        expect(merged([...legs, ...before])).toEqual([]);
      }),
    ));
  test('more than the remainder, or a negative amount, is refused', () => {
    const legs = move(platformAccount('cash', 'USD'), platformAccount('rev', 'USD'), 10n);
    const once = mirrorPart(legs, [], 6n);
    expect(() => mirrorPart(legs, once, 5n)).toThrow(RangeError);
    expect(() => mirrorPart(legs, [], -1n)).toThrow(RangeError);
    expect(mirrorPart(legs, once, 0n)).toEqual([]);
    expect(merged([...legs, ...once, ...mirrorPart(legs, once, 4n)])).toEqual([]);
    expect(() => mirrorPart([{ account: platformAccount('cash', 'USD'), amountMinor: 1n }], [], 1n)).toThrow(
      RangeError,
    );
    expect(() =>
      mirrorPart([...legs, ...move(platformAccount('cash', 'CAD'), platformAccount('rev', 'CAD'), 1n)], [], 1n),
    ).toThrow(TypeError);
  });
  test('the commission of a sale is reversed in the same proportion, and both end at zero', () =>
    holds(
      fc.property(sale, cuts, fc.bigInt({ min: 0n, max: 100n }), ({ unit, total, legs }, list, part) => {
        const flows = [
          legs,
          move(platformAccount('cost.comm', unit), partyAccount('earn.hold', 'tuner:1', unit), (total * part) / 100n),
        ];
        const before: Leg[][] = [[], []];
        let left = total;
        for (const cut of [...list, 1000]) {
          const back = mirrorFlows(flows, before, cut === 1000 ? left : (left * BigInt(cut)) / 1000n);
          for (const [n, flow] of back.entries()) before[n]?.push(...flow);
          left -= cut === 1000 ? left : (left * BigInt(cut)) / 1000n;
          if (left === 0n) break;
        }
        for (const [n, flow] of flows.entries()) expect(merged([...flow, ...(before[n] ?? [])])).toEqual([]);
      }),
      500,
    ));
});

describe('earnings', () => {
  test('shares, fees and the platform part sum exactly to the sale', () =>
    holds(
      fc.property(
        currency,
        amount,
        fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 5 }),
        (unit, total, list) => {
          const whole = money(total, unit);
          const terms = list.map((permille, n) => ({
            owner: `tuner:${n + 1}` as const,
            part: percent(`${permille / 100}`),
          }));
          const { earnings, kept } = splitEarnings(whole, terms);
          expect(earnings.reduce((sum, { amount: part }) => sum + part.amountMinor, kept.amountMinor)).toBe(total);
          expect(earnings.every(({ amount: part }) => part.amountMinor >= 0n) && kept.amountMinor >= 0n).toBe(true);
          const legs = earningLegs(earnings);
          expect(legs.length === 0 || problemsOf(legs).length === 0).toBe(true);
        },
      ),
    ));
  test('the platform never pays more than it received', () => {
    const whole = money(100n, 'USD');
    expect(() =>
      splitEarnings(whole, [
        { owner: 'tuner:1', part: percent('60') },
        { owner: 'tuner:2', part: percent('41') },
      ]),
    ).toThrow(RangeError);
    expect(() => splitEarnings(whole, [{ owner: 'dealer:1', fee: money(101n, 'USD') }])).toThrow(RangeError);
    expect(() => splitEarnings(whole, [{ owner: 'dealer:1', fee: money(1n, 'CAD') }])).toThrow(RangeError);
    expect(
      splitEarnings(whole, [
        { owner: 'dealer:1', fee: money(40n, 'USD') },
        { owner: 'tuner:1', part: percent('50') },
      ]),
    ).toEqual({
      earnings: [
        { owner: 'dealer:1', amount: money(40n, 'USD') },
        { owner: 'tuner:1', amount: money(50n, 'USD') },
      ],
      kept: money(10n, 'USD'),
    });
  });
});
