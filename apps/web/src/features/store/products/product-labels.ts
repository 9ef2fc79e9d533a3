import { add, type Currency, currencies, fromWire, toWire } from '@tuneport/domain/money/money';
import type { Tone } from '../../../ui/feedback/Notice.tsx';
import type { WireMoney } from '../../../ui/text/money-text.ts';
import type { Availability } from './product-types.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** '2027-03' as readable text; anything else is returned unchanged. */
export function monthText(month: string): string {
  const match = /^(\d{4})-(\d{2})$/.exec(month);
  const name = match ? months[Number(match[2]) - 1] : undefined;
  return match && name ? `${name} ${match[1]}` : month;
}

export type StockLabels = { readonly text: string; readonly tone: Tone };

export function stockLabel({ state, month }: Availability): StockLabels {
  switch (state) {
    case 'available':
      return { text: 'In stock', tone: 'good' };
    case 'few':
      return { text: 'Only a few left', tone: 'careful' };
    case 'digital':
      return { text: 'Download right after payment', tone: 'good' };
    case 'back-order':
      return {
        text: month === null ? 'Ships as soon as it is back in stock' : `Ships in ${monthText(month)}`,
        tone: 'careful',
      };
    case 'sold-out':
      return { text: 'Sold out', tone: 'bad' };
  }
}

/** The total of the product and its selections; null when a part has no price. */
export function totalOf(parts: readonly (WireMoney | null)[]): WireMoney | null {
  let total = null;
  for (const part of parts) {
    const money = part && fromWire(part);
    if (!money) return null;
    total = total === null ? money : add(total, money);
  }
  return total && toWire(total);
}

export const isFree = (money: { amount: string }): boolean => !/[1-9]/.test(money.amount);

/** Shop prices are mostly whole numbers; cents of zero are omitted. */
export function shopAmount(money: WireMoney): WireMoney {
  const decimals = currencies[money.currency as Currency] ?? 0;
  return decimals > 0 && new RegExp(`\\.0{${decimals}}$`).test(money.amount)
    ? { ...money, amount: money.amount.slice(0, -(decimals + 1)) }
    : money;
}

/** The period of a rental price. */
export const perDays = (days: number | null): string =>
  days === null || days === 7 ? 'a week' : days === 1 ? 'a day' : `for ${days} days`;

export const weightText = (grams: number): string =>
  grams >= 1000 ? `${(grams / 1000).toFixed(grams % 1000 === 0 ? 0 : 1)} kg` : `${grams} g`;
