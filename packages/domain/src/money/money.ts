import { amountText } from './money-text.ts';

/** ISO 4217 codes with the number of decimals their minor unit has. */
export const currencies = {
  CAD: 2,
  USD: 2,
  EUR: 2,
  GBP: 2,
  AUD: 2,
  NZD: 2,
  CHF: 2,
  SEK: 2,
  NOK: 2,
  DKK: 2,
  PLN: 2,
  CZK: 2,
  RON: 2,
  MXN: 2,
  JPY: 0,
  KWD: 3,
} as const;
export type Currency = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as readonly Currency[];

export const isCurrency = (value: unknown): value is Currency =>
  typeof value === 'string' && Object.hasOwn(currencies, value);

/** Minor units with their currency. bigint, because sums exceed the range of exact numbers. */
export type Money = { readonly amountMinor: bigint; readonly currency: Currency };
/** On the wire an amount is decimal text, because JSON parsers may lose precision on numbers. */
export type WireMoney = { readonly amount: string; readonly currency: Currency };
/** An exact factor: a tax of 7.5 % is { numerator: 75n, denominator: 1000n }. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

// The maximum of a bigint column; the database would reject more, but later and less clearly.
const amountMinorMax = 2n ** 63n - 1n;

export function money(amountMinor: bigint, currency: Currency): Money {
  if (!isCurrency(currency)) throw new TypeError(`not a currency: ${String(currency)}`);
  if (amountMinor > amountMinorMax || amountMinor < -amountMinorMax) throw new RangeError('amount out of range');
  return { amountMinor, currency };
}

export const zero = (currency: Currency): Money => money(0n, currency);

function sameCurrency(a: Money, b: Money): Currency {
  if (a.currency !== b.currency) throw new TypeError(`cannot combine ${a.currency} with ${b.currency}`);
  return a.currency;
}

export const add = (a: Money, b: Money): Money => money(a.amountMinor + b.amountMinor, sameCurrency(a, b));
export const subtract = (a: Money, b: Money): Money => money(a.amountMinor - b.amountMinor, sameCurrency(a, b));
export const times = (a: Money, count: bigint): Money => money(a.amountMinor * count, a.currency);
export const sum = (list: readonly Money[], currency: Currency): Money => list.reduce(add, zero(currency));

/** Negative, zero or positive, as for sort. */
export function compare(a: Money, b: Money): number {
  sameCurrency(a, b);
  return a.amountMinor < b.amountMinor ? -1 : a.amountMinor > b.amountMinor ? 1 : 0;
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** The only rounding mode: to the nearest integer, halves away from zero, so a refund mirrors its charge. */
export function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const below = absolute(denominator);
  const size = (absolute(numerator) * 2n + below) / (below * 2n);
  return numerator < 0n === denominator < 0n ? size : -size;
}

export const multiply = (a: Money, by: Ratio): Money =>
  money(roundedQuotient(a.amountMinor * by.numerator, by.denominator), a.currency);

/** Decimal text as an exact factor: '1.3725' becomes 13725/10000. */
export function ratio(text: string): Ratio {
  const match = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal number: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '', part = ''] = match;
  return { numerator: BigInt(`${sign}${whole}${part}`), denominator: 10n ** BigInt(part.length) };
}

export const percent = (text: string): Ratio => {
  const { numerator, denominator } = ratio(text);
  return { numerator, denominator: denominator * 100n };
};

/** Converts to another currency at `rate` units of it per unit, rounded once. */
export function convert(a: Money, rate: Ratio, to: Currency): Money {
  if (rate.numerator <= 0n || rate.denominator <= 0n) throw new RangeError('a rate is above zero');
  const scaleTo = 10n ** BigInt(currencies[to]);
  const scaleFrom = 10n ** BigInt(currencies[a.currency]);
  return money(roundedQuotient(a.amountMinor * rate.numerator * scaleTo, rate.denominator * scaleFrom), to);
}

/**
 * Splits an amount in proportion to the weights so that the parts sum exactly to it. Parts are rounded towards zero;
 * remaining units go one each to the largest remainders, earlier parts first.
 */
export function allocate(whole: Money, weights: readonly bigint[]): Money[] {
  if (weights.length === 0) throw new RangeError('nothing to allocate to');
  if (weights.some((weight) => weight < 0n)) throw new RangeError('a weight is not negative');
  const total = weights.reduce((a, b) => a + b, 0n);
  if (total === 0n) throw new RangeError('at least one weight is above zero');

  const size = absolute(whole.amountMinor);
  const parts = weights.map((weight, at) => ({ at, units: (size * weight) / total, rest: (size * weight) % total }));
  let left = size - parts.reduce((units, part) => units + part.units, 0n);
  for (const part of [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))) {
    if (left === 0n) break;
    part.units += 1n;
    left -= 1n;
  }
  const sign = whole.amountMinor < 0n ? -1n : 1n;
  return parts.map((part) => money(sign * part.units, whole.currency));
}

/** '12.34' in dollars, '12' in yen; null if the text is not a valid amount in that currency. Never rounds. */
export function parseMoney(text: string, currency: Currency): Money | null {
  const decimals = currencies[currency];
  const match = /^(-?)(\d{1,19})(?:\.(\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', part = ''] = match;
  if (part.length > decimals) return null;
  const amountMinor = BigInt(`${sign}${whole}${part.padEnd(decimals, '0')}`);
  return absolute(amountMinor) > amountMinorMax ? null : money(amountMinor, currency);
}

export function toDecimal(a: Money): string {
  const decimals = currencies[a.currency];
  const digits = absolute(a.amountMinor)
    .toString()
    .padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return a.amountMinor < 0n ? `-${text}` : text;
}

export const toWire = (a: Money): WireMoney => ({ amount: toDecimal(a), currency: a.currency });

export function fromWire(wire: { readonly amount: string; readonly currency: string }): Money | null {
  return isCurrency(wire.currency) ? parseMoney(wire.amount, wire.currency) : null;
}

/** Formats an amount for mails and screens: "1 234.50 CAD", with a non-breaking space. */
export const moneyText = (a: Money): string => `${amountText(toDecimal(a))}\u00A0${a.currency}`;

/** The wanted currency if the store allows it, else the first allowed one. */
export function allowedCurrency(wanted: string | null | undefined, allowed: readonly Currency[]): Currency {
  const first = allowed[0];
  if (first === undefined) throw new RangeError('a store allows at least one currency');
  return allowed.find((currency) => currency === wanted) ?? first;
}
