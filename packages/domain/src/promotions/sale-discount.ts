import type { Discount } from '../catalog/pricing.ts';
import { type Currency, parseMoney, ratio } from '../money/money.ts';
import { isRunning, type Sale } from './sale.ts';

/** The running sales as input for pricing; one with an invalid amount is skipped. */
export function discountsInForce(
  sales: readonly (Sale & { readonly id: number | string })[],
  now: Date,
  defaultCurrency: Currency,
): Discount[] {
  return sales
    .filter((sale) => isRunning(sale, now))
    .flatMap((sale) => {
      const amount = sale.amountType === 'percent' ? percentText(sale.amount) : minorText(sale.amount, defaultCurrency);
      const { name, type, amountType, code } = sale;
      return amount === null ? [] : [{ id: `sale:${sale.id}`, name, type, amountType, amount, code }];
    });
}

function percentText(text: string): string | null {
  try {
    return ratio(text.trim()).numerator > 0n ? text.trim() : null;
  } catch {
    return null;
  }
}

function minorText(text: string, currency: Currency): string | null {
  const amount = parseMoney(text, currency);
  return amount && amount.amountMinor > 0n ? `${amount.amountMinor}` : null;
}
