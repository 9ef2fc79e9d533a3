import { add, type Currency, currencies, fromWire, toWire } from '@tuneport/domain/money/money';
import { msg, numberText, plural, t } from '@tuneport/domain/text/text';
import type { Tone } from '../../../ui/feedback/Notice.tsx';
import type { WireMoney } from '../../../ui/text/money-text.ts';
import type { Availability } from './product-types.ts';

const months = [
  msg('January'),
  msg('February'),
  msg('March'),
  msg('April'),
  msg('May'),
  msg('June'),
  msg('July'),
  msg('August'),
  msg('September'),
  msg('October'),
  msg('November'),
  msg('December'),
];

/** '2027-03' as readable text; anything else is returned unchanged. */
export function monthText(month: string): string {
  const match = /^(\d{4})-(\d{2})$/.exec(month);
  const name = match ? months[Number(match[2]) - 1] : undefined;
  return match && name ? `${t(name)} ${match[1]}` : month;
}

type StockLabels = { readonly text: string; readonly tone: Tone };

export function stockLabel({ state, month }: Availability): StockLabels {
  switch (state) {
    case 'available':
      return { text: t('In stock'), tone: 'good' };
    case 'few':
      return { text: t('Only a few left'), tone: 'careful' };
    case 'digital':
      return { text: t('Download right after payment'), tone: 'good' };
    case 'back-order':
      return {
        text:
          month === null
            ? t('Ships as soon as it is back in stock')
            : t('Ships in {month}', { month: monthText(month) }),
        tone: 'careful',
      };
    case 'sold-out':
      return { text: t('Sold out'), tone: 'bad' };
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
  days === null || days === 7 ? t('a week') : plural(days, { one: 'a day', other: 'for {count} days' });

export const weightText = (grams: number): string =>
  grams >= 1000 ? `${numberText(grams / 1000, grams % 1000 === 0 ? 0 : 1)} kg` : `${grams} g`;
