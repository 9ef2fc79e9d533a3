export const saleTypes = ['site', 'tunes', 'products'] as const;
export type SaleType = (typeof saleTypes)[number];
export const saleAmountTypes = ['percent', 'dollar'] as const;
export type SaleAmountType = (typeof saleAmountTypes)[number];

/** A time, as a `Date` on the server or as text on the wire. */
type Moment = Date | string;

export type Sale = {
  readonly start: Moment;
  readonly end: Moment;
  /** What it applies to: everything, tunes or products. */
  readonly type: SaleType;
  /** Decimal text: a percentage, or an amount in the default currency ('dollar'). */
  readonly amount: string;
  readonly amountType: SaleAmountType;
  readonly name: string;
  readonly description: string;
  /** A sale with a code applies when the code is entered; without one it applies automatically. */
  readonly code: string | null;
  readonly countdown: boolean;
};

export const countdownLimitMs = 48 * 3_600_000;
export const countdownTickMs = 1_000;

const ms = (moment: Moment): number => new Date(moment).getTime();

/** The start is inclusive, the end exclusive. A sale with an invalid time never runs. */
export const isRunning = (sale: Pick<Sale, 'start' | 'end'>, now: Date): boolean =>
  ms(sale.start) <= now.getTime() && now.getTime() < ms(sale.end);

export function activeSale<S extends Pick<Sale, 'start' | 'end'>>(sales: readonly S[], now: Date): S | null {
  return sales.find((sale) => isRunning(sale, now)) ?? null;
}

type Countdown = { readonly hours: number; readonly minutes: number; readonly seconds: number };

export function countdown(sale: Pick<Sale, 'start' | 'end' | 'countdown'>, now: Date): Countdown | null {
  if (!sale.countdown || !isRunning(sale, now)) return null;
  const leftMs = ms(sale.end) - now.getTime();
  if (leftMs >= countdownLimitMs) return null;
  const left = Math.floor(leftMs / countdownTickMs);
  return { hours: Math.floor(left / 3600), minutes: Math.floor(left / 60) % 60, seconds: left % 60 };
}
