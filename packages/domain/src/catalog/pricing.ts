import type { TierDiscount } from '../dealers/dealer-tier.ts';
import type { Currency } from '../money/money.ts';
import type { SaleAmountType, SaleType } from '../promotions/sale.ts';
import { leadFirst } from './lead-tune.ts';
import {
  type Derivation,
  inCurrency,
  isBelow,
  type ListedAmount,
  PriceRun,
  percentPart,
  type SharedAmount,
  times,
} from './price-derivation.ts';

/** Minor units by currency. */
export type PriceTable = Readonly<Partial<Record<Currency, bigint>>>;

export type PriceSet = {
  readonly base?: PriceTable;
  readonly addOn?: PriceTable;
  readonly dealer?: PriceTable;
  readonly dealerAddOn?: PriceTable;
};

export type SplitCredits = { readonly ecu: number; readonly tcu: number; readonly awd: number };

export type PricedTune = {
  readonly id: number;
  /** Bought in addition to a main tune. */
  readonly isAddOn: boolean;
  readonly quantity: number;
  /** The tune's own prices; missing ones come from the price tier. */
  readonly prices: PriceSet;
  readonly tier: PriceSet | null;
  readonly roleDiscounts: readonly { readonly key: string; readonly percent: string }[];
  /** Set if a dealer gets tune credits instead of a purchase. */
  readonly splitCredits: SplitCredits | null;
};

/** An active sale or discount code. Applies automatically if it has no code. */
export type Discount = {
  readonly id: string;
  readonly name: string;
  readonly type: SaleType;
  readonly amountType: SaleAmountType;
  /** A percentage as text, or minor units of the default currency. */
  readonly amount: string;
  readonly code: string | null;
};

export type PriceRequest = {
  readonly currency: Currency;
  readonly defaultCurrency: Currency;
  /** Units of the purchase's currency per unit of the default currency; null if none is stored. */
  readonly rate: string | null;
  readonly buyer: {
    readonly isDealer: boolean;
    readonly roleKeys: readonly string[];
    readonly tier?: TierDiscount | null;
  };
  readonly tunes: readonly PricedTune[];
  /** Added without discounts, such as the install fee of a tool. */
  readonly fees: readonly { readonly id: string; readonly prices: PriceTable }[];
  readonly discounts: readonly Discount[];
  readonly codes: readonly string[];
  readonly taxes: readonly { readonly name: string; readonly percent: string }[];
};

type QuoteLine = {
  readonly line: string;
  readonly kind: 'tune' | 'fee';
  readonly id: string;
  readonly quantity: number;
  /** List price for the quantity, and the price to pay. */
  readonly listMinor: bigint;
  readonly amountMinor: bigint;
  readonly discountMinor: bigint;
  readonly credits: SplitCredits | null;
};

export type Quote = {
  readonly kind: 'quote';
  readonly currency: Currency;
  readonly lines: readonly QuoteLine[];
  readonly listMinor: bigint;
  readonly discountMinor: bigint;
  readonly netMinor: bigint;
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly amountMinor: bigint }[];
  readonly totalMinor: bigint;
  readonly credits: SplitCredits;
  readonly sale: string | null;
  readonly code: string | null;
  /** Unknown codes, and codes that would not lower this price. */
  readonly unknownCodes: readonly string[];
  readonly unusedCodes: readonly string[];
  readonly derivation: Derivation;
};

type Refused =
  | { readonly kind: 'refused'; readonly reason: 'no-price'; readonly ids: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: 'no-rate'; readonly from: Currency; readonly to: Currency };

const quantityMin = 1;
const quantityMax = 20;
/** Every sale is combined with every code, so only this many of each are considered. */
export const discountsMax = 8;

type Kind = keyof PriceSet;

/**
 * Calculates the price of a tune purchase and its derivation. Order of rules: list price (own before tier), add-on
 * price if another tune leads, the best of dealer price, dealer tier and role discounts, quantity, percentage sale and
 * code; then each line is rounded once; then fixed discounts, split over the lines; then tax on the sum. No rule raises
 * a price, and only the best sale and the best code apply.
 */
export function priceTunes(request: PriceRequest): Quote | Refused {
  checkRequest(request);
  const wanted = new Map(request.codes.map((code) => [foldCode(code), code.trim()]));
  const fits = request.discounts.filter((discount) => discount.type !== 'products');
  const sales = fits.filter((discount) => discount.code === null).slice(0, discountsMax);
  const codes = fits.filter(({ code }) => code !== null && wanted.has(foldCode(code))).slice(0, discountsMax);
  const refused = unpriceable(request, [...sales, ...codes]);
  if (refused) return refused;

  let best: { run: PriceRun; net: bigint; sale: Discount | null; code: Discount | null } | null = null;
  for (const sale of [null, ...sales])
    for (const code of [null, ...codes]) {
      const run = runWith(request, sale, code);
      const net = run.net();
      if (!best || net < best.net) best = { run, net, sale, code };
    }
  const { run, sale, code } = best as NonNullable<typeof best>;
  const known = new Set(
    request.discounts.flatMap((discount) => (discount.code === null ? [] : foldCode(discount.code))),
  );
  const used = code?.code == null ? null : foldCode(code.code);
  return quoteOf(request, run, {
    sale: sale?.id ?? null,
    code: code?.id ?? null,
    unknownCodes: [...wanted].filter(([folded]) => !known.has(folded)).map(([, text]) => text),
    unusedCodes: [...wanted].filter(([folded]) => known.has(folded) && folded !== used).map(([, text]) => text),
  });
}

const tuneLine = (id: number): string => `tune:${id}`;
const feeLine = (id: string): string => `fee:${id}`;
const foldCode = (code: string): string => code.trim().toLowerCase();

function checkRequest({ tunes, fees }: PriceRequest): void {
  for (const { quantity } of tunes)
    if (!Number.isInteger(quantity) || quantity < quantityMin || quantity > quantityMax)
      throw new RangeError(`a quantity is a whole number from ${quantityMin} to ${quantityMax}`);
  const lines = [...tunes.map(({ id }) => tuneLine(id)), ...fees.map(({ id }) => feeLine(id))];
  if (new Set(lines).size < lines.length) throw new RangeError('each tune and each fee is priced once');
}

/** The price in the purchase's currency, else the default currency's price at the stored rate, if there is one. */
function listed(request: PriceRequest, source: ListedAmount['source'], table: PriceTable = {}): ListedAmount | null {
  const at = (currency: Currency, rate: string | null): ListedAmount | null => {
    const amount = table[currency];
    return amount === undefined || amount < 0n ? null : { source, amount: `${amount}`, currency, rate };
  };
  return at(request.currency, null) ?? (request.rate === null ? null : at(request.defaultCurrency, request.rate));
}

const findPrice = (request: PriceRequest, tune: PricedTune, kind: Kind): ListedAmount | null =>
  listed(request, 'tune', tune.prices[kind]) ?? listed(request, 'tier', tune.tier?.[kind]);

/** Only the list price is required. A missing price and a missing rate are reported separately. */
function unpriceable(request: PriceRequest, discounts: readonly Discount[]): Refused | null {
  const without = (priceRequest: PriceRequest): string[] => [
    ...priceRequest.tunes.filter((tune) => !findPrice(priceRequest, tune, 'base')).map((tune) => tuneLine(tune.id)),
    ...priceRequest.fees.filter((fee) => !listed(priceRequest, 'fee', fee.prices)).map((fee) => feeLine(fee.id)),
  ];
  const { currency: to, defaultCurrency: from, rate } = request;
  const ids = without({ ...request, rate: rate ?? '1' });
  if (ids.length > 0) return { kind: 'refused', reason: 'no-price', ids };
  const needsRate =
    without(request).length > 0 || (from !== to && discounts.some((one) => one.amountType === 'dollar'));
  return rate === null && needsRate ? { kind: 'refused', reason: 'no-rate', from, to } : null;
}

function leadOf(request: PriceRequest): PricedTune | undefined {
  const price = (tune: PricedTune) => inCurrency(findPrice(request, tune, 'base') as ListedAmount, request.currency);
  return [...request.tunes].sort(leadFirst((a, b) => isBelow(price(b), price(a))))[0];
}

function runWith(request: PriceRequest, sale: Discount | null, code: Discount | null): PriceRun {
  const { currency } = request;
  const run = new PriceRun(currency);
  const lead = leadOf(request);
  for (const tune of request.tunes) {
    const line = tuneLine(tune.id);
    unitPrice(request, run, tune, tune !== lead);
    run.apply({ rule: 'quantity', line, inputs: { quantity: tune.quantity } });
    const percentOff = (rule: 'sale-percent' | 'code-percent', { id, name, amount }: Discount) =>
      run.apply({ rule, line, inputs: { id, name, percent: amount } });
    if (sale?.amountType === 'percent') percentOff('sale-percent', sale);
    if (code?.amountType === 'percent') percentOff('code-percent', code);
    run.apply({ rule: 'round', line, inputs: {} });
    if (request.buyer.isDealer && tune.splitCredits)
      run.apply({ rule: 'split-credits', line, inputs: creditsOf(tune.splitCredits, tune.quantity) });
  }

  const lines = request.tunes.map((tune) => tuneLine(tune.id));
  const amountOff = (rule: 'sale-amount' | 'code-amount', { id, name, amount }: Discount) => {
    const rate = request.defaultCurrency === currency ? null : request.rate;
    const inputs: SharedAmount = { id, name, amount, currency: request.defaultCurrency, rate, lines };
    for (const line of lines) run.apply({ rule, line, inputs });
  };
  if (sale?.amountType === 'dollar') amountOff('sale-amount', sale);
  if (code?.amountType === 'dollar') amountOff('code-amount', code);

  for (const fee of request.fees) {
    const line = feeLine(fee.id);
    run.apply({ rule: 'list-price', line, inputs: listed(request, 'fee', fee.prices) as ListedAmount });
    run.apply({ rule: 'round', line, inputs: {} });
  }
  request.taxes.forEach(({ name, percent }, at) => {
    run.apply({ rule: 'tax', line: `tax:${at}`, inputs: { name, percent } });
  });
  return run;
}

function unitPrice(request: PriceRequest, run: PriceRun, tune: PricedTune, isFollower: boolean): void {
  const line = tuneLine(tune.id);
  const exact = (price: ListedAmount) => inCurrency(price, request.currency);
  const base = findPrice(request, tune, 'base') as ListedAmount;
  run.apply({ rule: 'list-price', line, inputs: base });
  let unit = exact(base);

  const addOn = isFollower ? findPrice(request, tune, 'addOn') : null;
  if (addOn && isBelow(exact(addOn), unit)) {
    run.apply({ rule: 'add-on-price', line, inputs: addOn });
    unit = exact(addOn);
  }

  const mine = tune.roleDiscounts.filter(({ key }) => request.buyer.roleKeys.includes(key));
  const role = mine.reduce<(typeof mine)[number] | null>(
    (best, one) => (best && !isBelow(percentPart(best.percent), percentPart(one.percent)) ? best : one),
    null,
  );
  const left = (percent: string) => {
    const { numerator, denominator } = percentPart(percent);
    return times(unit, { numerator: denominator - numerator, denominator });
  };
  const dealer = request.buyer.isDealer
    ? [isFollower ? findPrice(request, tune, 'dealerAddOn') : null, findPrice(request, tune, 'dealer')]
        .filter((price) => price !== null)
        .reduce<ListedAmount | null>((low, price) => (low && !isBelow(exact(price), exact(low)) ? low : price), null)
    : null;
  const { tier } = request.buyer;
  const candidates = [
    ...(role
      ? [{ price: left(role.percent), act: { rule: 'role-discount', line, inputs: { ...role } } as const }]
      : []),
    ...(tier ? [{ price: left(tier.percent), act: { rule: 'dealer-tier', line, inputs: { ...tier } } as const }] : []),
    ...(dealer ? [{ price: exact(dealer), act: { rule: 'dealer-price', line, inputs: dealer } as const }] : []),
  ];
  let best = { price: unit, act: null as (typeof candidates)[number]['act'] | null };
  for (const candidate of candidates) if (isBelow(candidate.price, best.price)) best = candidate;
  if (best.act) run.apply(best.act);
}

const creditsOf = ({ ecu, tcu, awd }: SplitCredits, count: number): SplitCredits => ({
  ecu: ecu * count,
  tcu: tcu * count,
  awd: awd * count,
});

function quoteOf(
  request: PriceRequest,
  run: PriceRun,
  applied: Pick<Quote, 'sale' | 'code' | 'unknownCodes' | 'unusedCodes'>,
): Quote {
  const lists = new PriceRun(request.currency);
  const lineOf = (
    line: string,
    kind: QuoteLine['kind'],
    id: string,
    quantity: number,
    price: ListedAmount,
    credits: SplitCredits | null,
  ): QuoteLine => {
    lists.apply({ rule: 'list-price', line, inputs: price });
    lists.apply({ rule: 'quantity', line, inputs: { quantity } });
    const [listMinor, amountMinor] = [lists.lineAmount(line), run.lineAmount(line)];
    return { line, kind, id, quantity, listMinor, amountMinor, discountMinor: listMinor - amountMinor, credits };
  };
  const lines = [
    ...request.tunes.map((tune) => {
      const credits = request.buyer.isDealer && tune.splitCredits ? creditsOf(tune.splitCredits, tune.quantity) : null;
      const price = findPrice(request, tune, 'base') as ListedAmount;
      return lineOf(tuneLine(tune.id), 'tune', `${tune.id}`, tune.quantity, price, credits);
    }),
    ...request.fees.map((fee) => {
      const price = listed(request, 'fee', fee.prices) as ListedAmount;
      return lineOf(feeLine(fee.id), 'fee', fee.id, 1, price, null);
    }),
  ];
  const { net, total } = run.sums();
  const listMinor = lists.net();
  const sumOf = (kind: keyof SplitCredits) => lines.reduce((sum, line) => sum + (line.credits?.[kind] ?? 0), 0);
  return {
    kind: 'quote',
    currency: request.currency,
    lines,
    listMinor,
    discountMinor: listMinor - net,
    netMinor: net,
    taxes: request.taxes.map((tax, at) => ({ ...tax, amountMinor: run.taxAmount(`tax:${at}`) })),
    totalMinor: total,
    credits: { ecu: sumOf('ecu'), tcu: sumOf('tcu'), awd: sumOf('awd') },
    ...applied,
    derivation: run.derivation(),
  };
}
