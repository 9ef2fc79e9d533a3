import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { approvalRequired, type Granter, type GrantLimits, lockGrantsBy, startOfDay } from '../ledger/index.ts';

/**
 * Limits the tune credits that one person may give without approval, per grant and per day of the company. Grants and codes
 * count together, in units.
 */
export async function requireCreditAllowance(
  db: Db,
  { credits_alone_limit, credits_daily_limit }: GrantLimits,
  { userId, now }: Granter,
  units: number,
): Promise<void> {
  const [alone, daily] = [Number(credits_alone_limit), Number(credits_daily_limit)];
  if (units > alone)
    throw approvalRequired(
      `Granting more than ${alone} tune credits at once needs a second approver. Request approval.`,
    );
  await lockGrantsBy(db, userId);
  const from = await startOfDay(db, now);
  const { rows } = await sql<{ given: number }>`
    select (coalesce((select sum(l.units) from tune_credit_lots l where l.source = 'grant' and l.given_by = ${userId}
        and l.issued_at >= ${from} and l.subject not like 'approval:%'), 0)
      + coalesce((select sum(c.units) from tune_credit_codes c where c.dealer_id is null and c.given_by = ${userId}
        and c.created_at >= ${from} and c.state <> 'withdrawn'), 0))::integer as given`.execute(db);
  const granted = rows[0]?.given ?? 0;
  if (granted + units > daily)
    throw approvalRequired(
      `You can grant ${daily} tune credits per day and have granted ${granted} today. Request approval.`,
    );
}
