import { msg } from '../text/text.ts';
import { dayMs } from '../units/durations.ts';

/** Days past the due date at which a dealer is reminded of a sale: the levels 1, 2 and 3. */
const reminderDays = [3, 14, 30] as const;
/** Days past the due date after which nothing more is sold on account until it is paid. */
export const pauseDays = 45;
/** Used parts of the credit limit, in per cent, at which a dealer is warned. */
export const warningPercents = [80, 95] as const;
/** The longest time staff can release a paused account for. */
export const releaseDaysMax = 60;

export const daysOverdue = (due: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - due.getTime()) / dayMs));

/** The level of the reminder that a sale this long overdue gets; 0 is none yet. */
export const reminderLevel = (days: number): number => reminderDays.filter((least) => days >= least).length;

/** The highest warning level that is reached; null if none, or without a limit. */
export function warningPercent(usedMinor: bigint, limitMinor: bigint): number | null {
  if (limitMinor <= 0n) return null;
  return warningPercents.findLast((percent) => usedMinor * 100n >= limitMinor * BigInt(percent)) ?? null;
}

type Account = { readonly account_paused_at: Date | null; readonly account_released_until: Date | null };

/** Whether sales on account are stopped: paused, and not released by staff for the moment. */
export const isPaused = ({ account_paused_at, account_released_until }: Account, now: Date): boolean =>
  account_paused_at !== null && (account_released_until === null || account_released_until <= now);

export const pausedSentence = msg(
  'Purchases on account are paused because an invoice is overdue. Pay it, or pay by card.',
);
