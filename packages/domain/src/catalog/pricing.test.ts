import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Currency } from '../money/money.ts';
import type { Sale } from '../promotions/sale.ts';
import { discountsInForce } from '../promotions/sale-discount.ts';
import { taxesAt } from '../store/tax/tax-table.ts';
import { type Derivation, replay } from './price-derivation.ts';
import { type Discount, type PricedTune, type PriceRequest, priceTunes, type Quote } from './pricing.ts';

const tune = (id: number, base: bigint, more: Partial<PricedTune> = {}): PricedTune => ({
  id,
  isAddOn: false,
  quantity: 1,
  prices: { base: { CAD: base } },
  tier: null,
  roleDiscounts: [],
  splitCredits: null,
  ...more,
});
const request = (tunes: PricedTune[], more: Partial<PriceRequest> = {}): PriceRequest => ({
  currency: 'CAD',
  defaultCurrency: 'CAD',
  rate: null,
  buyer: { isDealer: false, roleKeys: [] },
  tunes,
  fees: [],
  discounts: [],
  codes: [],
  taxes: [],
  ...more,
});
const discount = (id: string, amount: string, more: Partial<Discount> = {}): Discount => ({
  id,
  name: id,
  type: 'tunes',
  amountType: 'percent',
  amount,
  code: null,
  ...more,
});
const dealer = { isDealer: true, roleKeys: [] };

function quote(priceRequest: PriceRequest): Quote {
  const result = priceTunes(priceRequest);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
}
const amounts = (priceRequest: PriceRequest) => quote(priceRequest).lines.map((line) => line.amountMinor);
const rules = (priceRequest: PriceRequest, line: string) =>
  quote(priceRequest)
    .derivation.steps.filter((step) => step.line === line)
    .map((step) => `${step.rule} ${step.after}`);

describe('the price of a tune', () => {
  test('is its own list price, else that of its tier', () => {
    expect(amounts(request([tune(1, 19_900n)]))).toEqual([19_900n]);
    const tier = { base: { CAD: 29_900n } };
    expect(amounts(request([tune(1, 0n, { prices: {}, tier })]))).toEqual([29_900n]);
    expect(amounts(request([tune(1, 19_900n, { tier })]))).toEqual([19_900n]);
  });
  test('is its add-on price beside another tune; the most expensive main tune pays its list price', () => {
    const addOn = (id: number, base: bigint, low: bigint, more: Partial<PricedTune> = {}) =>
      tune(id, base, { prices: { base: { CAD: base }, addOn: { CAD: low } }, ...more });
    expect(amounts(request([addOn(1, 500n, 100n)]))).toEqual([500n]);
    const three = [addOn(1, 500n, 100n), addOn(2, 700n, 200n), addOn(3, 900n, 300n, { isAddOn: true })];
    expect(amounts(request(three))).toEqual([100n, 700n, 300n]);
    expect(amounts(request([...three].reverse()))).toEqual([300n, 700n, 100n]);
    expect(amounts(request([tune(1, 900n), tune(2, 500n)]))).toEqual([900n, 500n]);
    expect(amounts(request([tune(9, 900n), addOn(1, 500n, 800n)]))).toEqual([900n, 500n]);
  });
  test('is the dealer price for dealers, also as add-on', () => {
    const prices = { base: { CAD: 500n }, addOn: { CAD: 400n }, dealer: { CAD: 300n }, dealerAddOn: { CAD: 200n } };
    const tunes = [tune(1, 900n), tune(2, 0n, { prices })];
    expect(amounts(request(tunes))).toEqual([900n, 400n]);
    expect(amounts(request(tunes, { buyer: dealer }))).toEqual([900n, 200n]);
    expect(amounts(request(tunes.slice(1), { buyer: dealer }))).toEqual([300n]);
  });
  test('uses the best one of dealer price and role discounts', () => {
    const roleDiscounts = [
      { key: 'staff', percent: '10' },
      { key: 'press', percent: '30' },
      { key: 'owner', percent: '90' },
    ];
    const prices = { base: { CAD: 1000n }, dealer: { CAD: 800n } };
    const priceRequest = request([tune(1, 0n, { prices, roleDiscounts })], {
      buyer: { isDealer: true, roleKeys: ['staff', 'press'] },
    });
    expect(rules(priceRequest, 'tune:1')).toEqual([
      'list-price 1000',
      'role-discount 700',
      'quantity 700',
      'round 700',
    ]);
    expect(amounts({ ...priceRequest, buyer: { isDealer: true, roleKeys: ['staff'] } })).toEqual([800n]);
    expect(amounts({ ...priceRequest, buyer: { isDealer: false, roleKeys: ['staff'] } })).toEqual([900n]);
    expect(amounts({ ...priceRequest, buyer: { isDealer: false, roleKeys: [] } })).toEqual([1000n]);
  });
  test('uses the percentage of the dealer tier if nothing else is lower, also as add-on', () => {
    const prices = { base: { CAD: 1000n }, addOn: { CAD: 600n }, dealer: { CAD: 800n } };
    const roleDiscounts = [{ key: 'staff', percent: '30' }];
    const tier = (percent: string, roleKeys: string[] = []) => ({
      isDealer: true,
      roleKeys,
      tier: { name: 'Gold', percent },
    });
    const single = request([tune(1, 0n, { prices, roleDiscounts })], { buyer: tier('25') });
    expect(rules(single, 'tune:1')).toEqual(['list-price 1000', 'dealer-tier 750', 'quantity 750', 'round 750']);
    expect(amounts({ ...single, buyer: tier('15') })).toEqual([800n]);
    expect(amounts({ ...single, buyer: tier('25', ['staff']) })).toEqual([700n]);
    expect(amounts({ ...single, buyer: tier('0') })).toEqual([800n]);
    expect(amounts(request([tune(9, 2000n), tune(1, 0n, { prices })], { buyer: tier('50') }))).toEqual([1000n, 300n]);
    expect(replay(quote(single).derivation)).toMatchObject({ kind: 'same', net: 750n });
  });
  test('is rounded once, after quantity, sale and code', () => {
    const priceRequest = request([tune(1, 333n, { quantity: 3 })], {
      discounts: [discount('s', '12.5'), discount('c', '33.3', { code: 'RACE' })],
      codes: [' race '],
    });
    expect(rules(priceRequest, 'tune:1')).toEqual([
      'list-price 333',
      'quantity 999',
      'sale-percent 6993/8',
      'code-percent 4664331/8000',
      'round 583',
    ]);
    expect(quote(priceRequest)).toMatchObject({
      sale: 's',
      code: 'c',
      listMinor: 999n,
      discountMinor: 416n,
      netMinor: 583n,
    });
  });
  test('is converted at the stored rate when missing in the requested currency', () => {
    const rate = '110.25';
    const priceRequest = request([tune(1, 19_999n)], { currency: 'JPY', rate });
    expect(rules(priceRequest, 'tune:1')).toEqual(['list-price 8819559/400', 'quantity 8819559/400', 'round 22049']);
    const prices = { base: { CAD: 19_999n, JPY: 20_000n } };
    expect(amounts(request([tune(1, 0n, { prices })], { currency: 'JPY', rate }))).toEqual([20_000n]);
    expect(amounts(request([tune(1, 1000n)], { currency: 'KWD', rate: '0.2235' }))).toEqual([2235n]);
    expect(priceTunes(request([tune(1, 1n)], { currency: 'JPY' }))).toEqual({
      kind: 'refused',
      reason: 'no-rate',
      from: 'CAD',
      to: 'JPY',
    });
  });
  test('is refused when not set, never zero', () => {
    const priceRequest = request([tune(1, 0n), tune(2, 0n, { prices: { dealer: { CAD: 1n } } })]);
    expect(priceTunes(priceRequest)).toEqual({ kind: 'refused', reason: 'no-price', ids: ['tune:2'] });
    expect(amounts(request([tune(1, 0n)]))).toEqual([0n]);
  });
});

describe('a sale or a code', () => {
  const two = [tune(1, 10_000n), tune(2, 5_001n)];
  const off = (...discounts: Discount[]) => quote(request(two, { discounts, codes: ['a', 'b', 'zz'] }));
  test('of type site or tunes applies, of type products does not', () => {
    expect(off(discount('s', '10', { type: 'site' })).netMinor).toBe(13_501n);
    expect(off(discount('s', '10', { type: 'products' }))).toMatchObject({ netMinor: 15_001n, sale: null });
  });
  test('of a fixed amount is applied once, allocated over the lines to the cent, and never below zero', () => {
    const ten = off(discount('s', '1000', { amountType: 'dollar' }));
    expect(ten.lines.map((line) => line.discountMinor)).toEqual([667n, 333n]);
    expect(off(discount('s', '99999', { amountType: 'dollar' }))).toMatchObject({ netMinor: 0n, totalMinor: 0n });
    const euro = request([tune(1, 0n, { prices: { base: { EUR: 5000n } } })], {
      currency: 'EUR',
      rate: '0.6825',
      discounts: [discount('s', '1000', { amountType: 'dollar' })],
    });
    expect(amounts(euro)).toEqual([4317n]);
  });
  test('does not stack: only the best sale and the best code apply', () => {
    const best = off(
      discount('small', '5'),
      discount('large', '20'),
      discount('a', '1', { code: 'A' }),
      discount('b', '2000', { code: 'B', amountType: 'dollar' }),
      discount('hidden', '100', { code: 'NOT ENTERED' }),
    );
    expect(best).toMatchObject({ sale: 'large', code: 'b', unknownCodes: ['zz'], unusedCodes: ['a'] });
    expect(best.netMinor).toBe(8000n + 4001n - 2000n);
  });
  test('without effect is not used up', () => {
    const free = request([tune(1, 0n)], { discounts: [discount('c', '10', { code: 'c' })], codes: ['c'] });
    expect(quote(free)).toMatchObject({ code: null, unusedCodes: ['c'] });
  });
  test('comes from the running sales, with amounts in the default currency', () => {
    const sale: Sale & { id: number } = {
      id: 4,
      start: '2026-05-01T00:00:00Z',
      end: '2026-05-10T00:00:00Z',
      type: 'tunes',
      amount: '12.50',
      amountType: 'dollar',
      name: 'Spring',
      description: '',
      code: null,
      countdown: false,
    };
    const at = (text: string, ...sales: (typeof sale)[]) => discountsInForce(sales, new Date(text), 'CAD');
    const spring = { id: 'sale:4', name: 'Spring', type: 'tunes', amountType: 'dollar', amount: '1250', code: null };
    expect(at('2026-05-05T00:00:00Z', sale)).toEqual([spring]);
    expect(at('2026-05-10T00:00:00Z', sale)).toEqual([]);
    for (const amount of ['', '-5', 'ten', '1.234', '0']) expect(at('2026-05-05', { ...sale, amount })).toEqual([]);
    const percent = { ...sale, amountType: 'percent', amount: ' 7.5 ' } as const;
    expect(at('2026-05-05', percent)[0]?.amount).toBe('7.5');
    for (const amount of ['', '-5', 'ten', '0']) expect(at('2026-05-05', { ...percent, amount })).toEqual([]);
  });
});

describe('fees, credits and tax', () => {
  test('a fee is added unchanged, regardless of tune discounts', () => {
    const priceRequest = request([tune(1, 1000n)], {
      fees: [{ id: 'tool:3', prices: { CAD: 2500n } }],
      discounts: [discount('s', '100', { type: 'site' })],
    });
    expect(quote(priceRequest)).toMatchObject({ netMinor: 2500n, discountMinor: 1000n });
  });
  test('a dealer who buys a tune with split credits gets them, others do not', () => {
    const priceRequest = request([
      tune(1, 1000n, { quantity: 2, splitCredits: { ecu: 1, tcu: 2, awd: 0 } }),
      tune(2, 5n),
    ]);
    expect(quote(priceRequest)).toMatchObject({ credits: { ecu: 0, tcu: 0, awd: 0 }, netMinor: 2005n });
    const bought = quote({ ...priceRequest, buyer: dealer });
    expect(bought).toMatchObject({ credits: { ecu: 2, tcu: 4, awd: 0 }, netMinor: 2005n });
    expect(bought.lines.map((line) => line.credits)).toEqual([{ ecu: 2, tcu: 4, awd: 0 }, null]);
  });
  test('each tax of the destination is a separate line on the total', () => {
    const table = [
      { countryCode: 'CA', state: null, name: 'GST', percent: '5' },
      { countryCode: 'CA', state: 'BC', name: 'PST', percent: '7' },
      { countryCode: 'US', state: 'CA', name: 'Sales tax', percent: '7.25' },
    ];
    const taxes = taxesAt(table, { countryCode: 'ca', state: 'bc' });
    const bought = quote(request([tune(1, 1005n), tune(2, 5n)], { taxes }));
    expect(bought.taxes.map((tax) => [tax.name, tax.amountMinor])).toEqual([
      ['GST', 51n],
      ['PST', 71n],
    ]);
    expect(bought.totalMinor).toBe(1132n);
    expect(taxesAt(table, { countryCode: 'CA', state: null })).toHaveLength(1);
    expect(taxesAt(table, { countryCode: 'DE' })).toEqual([]);
    expect(taxesAt(table, null)).toEqual([]);
  });
  test('a quantity outside 1 to 20 and a duplicate tune are refused', () => {
    for (const quantity of [0, 21, 1.5, Number.NaN])
      expect(() => quote(request([tune(1, 1n, { quantity })]))).toThrow();
    expect(() => quote(request([tune(1, 1n), tune(1, 1n)]))).toThrow();
    expect(quote(request([])).totalMinor).toBe(0n);
  });
});

const currency = fc.constantFrom<Currency>('CAD', 'JPY', 'KWD');
const minor = fc.bigInt({ min: 0n, max: 10n ** 9n });
const table = fc.record({
  CAD: minor,
  JPY: fc.option(minor, { nil: undefined }),
  KWD: fc.option(minor, { nil: undefined }),
});
const maybe = fc.option(table, { nil: undefined });
const prices = fc.record({ base: table, addOn: maybe, dealer: maybe, dealerAddOn: maybe });
const percent = fc.integer({ min: 0, max: 10_500 }).map((hundredths) => (hundredths / 100).toFixed(2));
const anyDiscount = (code: string | null) =>
  fc
    .oneof(
      fc.record({ amountType: fc.constant('percent' as const), amount: percent }),
      fc.record({ amountType: fc.constant('dollar' as const), amount: minor.map(String) }),
    )
    .chain((amount) => fc.nat().map((id) => discount(`${id}`, amount.amount, { ...amount, code })));
const anyTune = fc.record({
  isAddOn: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 20 }),
  prices,
  tier: fc.option(prices),
  roleDiscounts: fc.array(fc.record({ key: fc.constantFrom('staff', 'press'), percent }), { maxLength: 2 }),
  splitCredits: fc.option(fc.record({ ecu: fc.nat(3), tcu: fc.nat(3), awd: fc.nat(3) })),
});
const anyRequest: fc.Arbitrary<PriceRequest> = fc.record({
  currency,
  defaultCurrency: fc.constant<Currency>('CAD'),
  rate: fc.constantFrom('110.25', '0.2235', '1', '0.0001'),
  buyer: fc.record({ isDealer: fc.boolean(), roleKeys: fc.subarray(['staff', 'press']) }),
  tunes: fc.array(anyTune, { maxLength: 4 }).map((tunes) => tunes.map((one, id) => ({ id, ...one }))),
  fees: fc.array(table, { maxLength: 2 }).map((list) => list.map((one, id) => ({ id: `tool:${id}`, prices: one }))),
  discounts: fc
    .tuple(fc.array(anyDiscount(null), { maxLength: 2 }), fc.array(anyDiscount('X'), { maxLength: 2 }))
    .map((both) => both.flat().map((one, at) => ({ ...one, id: `${at}` }))),
  codes: fc.constantFrom([], ['x']),
  taxes: fc.array(fc.record({ name: fc.constant('VAT'), percent: fc.constantFrom('5', '9.975', '0', '25') }), {
    maxLength: 2,
  }),
});
const holds = (check: (priceRequest: PriceRequest) => void) =>
  fc.assert(
    fc.property(anyRequest, (priceRequest) => void check(priceRequest)),
    { seed: 7, numRuns: 500 },
  );
const stored = (derivation: Derivation): Derivation => JSON.parse(JSON.stringify(derivation));
const sum = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n);

describe('any price in currencies with 0, 2 and 3 decimals', () => {
  test('is the sum of its parts', () =>
    holds((priceRequest) => {
      const { lines, taxes, listMinor, discountMinor, netMinor, totalMinor } = quote(priceRequest);
      expect(netMinor).toBe(sum(lines.map((line) => line.amountMinor)));
      expect(listMinor).toBe(sum(lines.map((line) => line.listMinor)));
      expect(discountMinor).toBe(sum(lines.map((line) => line.discountMinor)));
      expect(listMinor - discountMinor).toBe(netMinor);
      expect(totalMinor).toBe(netMinor + sum(taxes.map((tax) => tax.amountMinor)));
    }));
  test('is never negative and never above the list price', () =>
    holds((priceRequest) => {
      for (const line of quote(priceRequest).lines) {
        expect(line.amountMinor >= 0n).toBe(true);
        expect(line.discountMinor >= 0n).toBe(true);
      }
    }));
  test('never rises with a further discount, for dealers and for roles', () =>
    holds((priceRequest) => {
      const { netMinor } = quote(priceRequest);
      for (let at = 0; at < priceRequest.discounts.length; at++)
        expect(
          quote({ ...priceRequest, discounts: priceRequest.discounts.toSpliced(at, 1) }).netMinor >= netMinor,
        ).toBe(true);
      const deeper = priceRequest.discounts.map((one) => ({
        ...one,
        amount: one.amountType === 'percent' ? '100' : `${one.amount}9`,
      }));
      expect(quote({ ...priceRequest, discounts: deeper }).netMinor <= netMinor).toBe(true);
      expect(
        quote({ ...priceRequest, buyer: { isDealer: true, roleKeys: ['staff', 'press'] } }).netMinor <= netMinor,
      ).toBe(true);
      expect(quote({ ...priceRequest, buyer: { isDealer: false, roleKeys: [] } }).netMinor >= netMinor).toBe(true);
    }));
  test('does not depend on the order of tunes', () =>
    holds((priceRequest) => {
      const { netMinor, totalMinor } = quote(priceRequest);
      expect(quote({ ...priceRequest, tunes: [...priceRequest.tunes].reverse() })).toMatchObject({
        netMinor,
        totalMinor,
      });
    }));
  test('replays exactly from its stored derivation', () =>
    holds((priceRequest) => {
      const { derivation, netMinor, totalMinor } = quote(priceRequest);
      expect(replay(stored(derivation))).toMatchObject({ kind: 'same', net: netMinor, total: totalMinor });
    }));
  test('does not verify when a stored figure or input was changed', () =>
    holds((priceRequest) => {
      const { derivation } = quote(priceRequest);
      derivation.steps.forEach((step, at) => {
        const steps = derivation.steps.with(at, { ...step, after: `${step.after}1` });
        expect(replay(stored({ ...derivation, steps }))).toMatchObject({ kind: 'differs', at });
        if (step.rule !== 'list-price') return;
        const inputs = { ...step.inputs, amount: `${BigInt(step.inputs.amount) + 1n}` };
        expect(replay(stored({ ...derivation, steps: derivation.steps.with(at, { ...step, inputs }) })).kind).toBe(
          'differs',
        );
      });
      expect(replay({ ...derivation, total: `${derivation.total}01` })).toMatchObject({
        kind: 'differs',
        at: 'total',
      });
    }));
});

test('a derivation of another version or unknown currency is not replayed', () => {
  const { derivation } = quote(request([tune(1, 1n)]));
  expect(() => replay({ ...derivation, version: 2 as 1 })).toThrow(TypeError);
  expect(() => replay({ ...derivation, currency: 'XXX' as Currency })).toThrow(TypeError);
});
