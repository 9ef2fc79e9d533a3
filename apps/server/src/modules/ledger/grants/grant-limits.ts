import { type Currency, convert, type Money, money, moneyText, parseMoney, ratio } from '@tuneport/domain/money/money';
import { dayIn, midnightIn } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { conversionRate, type SettingsNow, storedCompanyZone } from '../../settings/index.ts';

/** Part of the keys and subjects of grants approved by a second person, which do not count towards the daily limit. */
export const approvedKey = (id: number): string => `approval:${id}`;
// Matches the prefix only: the end of a key may contain an Idempotency-Key chosen by the granter.
const notApproved = sql<boolean>`not starts_with(t.key, t.subject || ':goodwill:approval:')`;

/** Serializes the grants of one person, so that the second of two sees the first. */
export const lockGrantsBy = (db: Db, userId: number) =>
  sql`select pg_advisory_xact_lock(${pairedLockKeys.grantsOfStaff}, ${userId})`.execute(db);

/** Of the company: the limits of a working day do not start again in its afternoon. */
export async function startOfDay(db: Db, now: Date): Promise<Date> {
  const zone = await storedCompanyZone(db);
  return midnightIn(dayIn(now, zone), zone);
}

export const approvalRequired = (message: string) => new Refusal('approval_required', { message });

export type GrantLimits = Pick<
  SettingsNow,
  'goodwill_alone_limit' | 'goodwill_daily_limit' | 'credits_alone_limit' | 'credits_daily_limit' | 'conversion_rates'
>;

export type Granter = { readonly userId: number; readonly now: Date };

/** Limits the goodwill that one person may give without approval, per grant and per day of the company, in the base currency. */
export async function requireGoodwillAllowance(
  db: Db,
  settings: GrantLimits,
  { userId, now }: Granter,
  amount: Money,
): Promise<void> {
  const base = settings.conversion_rates.base as Currency;
  const inBase = (granted: Money): Money | null => {
    if (granted.currency === base) return granted;
    const known = conversionRate(settings.conversion_rates, granted.currency, base);
    return known && convert(granted, ratio(known.rate), base);
  };
  const limitOf = (text: string) => parseMoney(text === '' ? '0' : text, base) ?? money(0n, base);
  const [alone, daily] = [limitOf(settings.goodwill_alone_limit), limitOf(settings.goodwill_daily_limit)];
  const worth = inBase(amount);
  if (!worth) throw approvalRequired(`There is no conversion rate from ${amount.currency}. Request approval.`);
  if (worth.amountMinor > alone.amountMinor)
    throw approvalRequired(`Goodwill above ${moneyText(alone)} needs a second approver. Request approval.`);
  await lockGrantsBy(db, userId);
  const { rows } = await sql<{ currency: Currency; given: bigint }>`
    select a.unit as currency, sum(e.amount_minor)::bigint as given
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.kind = 'goodwill.granted' and t.actor_id = ${userId} and t.at >= ${await startOfDay(db, now)} and ${notApproved}
      and a.kind = 'goodwill' group by a.unit`.execute(db);
  const today = rows.reduce((sum, row) => sum + (inBase(money(row.given, row.currency))?.amountMinor ?? 0n), 0n);
  if (today + worth.amountMinor > daily.amountMinor)
    throw approvalRequired(
      `You can grant ${moneyText(daily)} of goodwill per day and have granted ${moneyText(money(today, base))} today. Request approval.`,
    );
}
