import { type Currency, isCurrency, ratio, roundedQuotient } from '@tuneport/domain/money/money';
import { fieldRefusal } from '../../platform/refusal.ts';
import type { SettingsNow } from './known-settings.ts';

type Rates = SettingsNow['conversion_rates'];

const decimals = 12;

/**
 * The number of units of `to` per unit of `from`, as decimal text, and the date of the older rate used; null without a
 * rate for both.
 */
export function conversionRate(rates: Rates, from: string, to: string): { rate: string; asOf: string | null } | null {
  const [a, b] = [rateOf(rates, from), rateOf(rates, to)];
  if (!a || !b) return null;
  if (from === to) return { rate: '1', asOf: null };
  const [below, above] = [ratio(a.rate), ratio(b.rate)];
  const scaled = roundedQuotient(
    above.numerator * below.denominator * 10n ** BigInt(decimals),
    above.denominator * below.numerator,
  );
  const days = [a.asOf, b.asOf].filter((day) => day !== null).sort();
  return { rate: decimalText(scaled), asOf: days[0] ?? null };
}

function rateOf(rates: Rates, currency: string): { rate: string; asOf: string | null } | null {
  if (!isCurrency(currency)) return null;
  if (currency === rates.base) return { rate: '1', asOf: null };
  const found = rates.rates.find((row) => row.currency === currency);
  return found ? { rate: found.rate, asOf: found.as_of } : null;
}

function decimalText(scaled: bigint): string {
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const part = digits.slice(-decimals).replace(/0+$/, '');
  return part === '' ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${part}`;
}

export function requireConversionRate(rates: Rates, from: string, to: string) {
  const errors: Record<string, string[]> = {};
  const unknown = (currency: string) => [
    `There is no conversion rate for ${currency === '' ? 'an empty currency' : currency}.`,
  ];
  if (!rateOf(rates, from)) errors.currency_from = unknown(from);
  if (!rateOf(rates, to)) errors.currency_to = unknown(to);
  const found = conversionRate(rates, from, to);
  if (!found) throw fieldRefusal(errors);
  return {
    currency_from: from as Currency,
    currency_to: to as Currency,
    rate: found.rate,
    time: found.asOf === null ? null : new Date(`${found.asOf}T00:00:00Z`),
  };
}
