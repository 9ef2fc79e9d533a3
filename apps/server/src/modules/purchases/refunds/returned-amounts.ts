import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export type ReturnedAmounts = { readonly card: bigint; readonly account: bigint };

/**
 * Amounts returned per payment method: completed refunds and lost disputes, excluding the refund or dispute that is
 * currently being booked.
 */
export async function returnedAmounts(
  db: Db,
  id: number,
  without: { refundId?: number; disputeOf?: number } = {},
): Promise<ReturnedAmounts> {
  const { rows } = await returnedRows(db, [`purchase:${id}`, `purchase-account:${id}`], without);
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.back ?? 0n;
  return { card: of(`purchase:${id}`), account: of(`purchase-account:${id}`) };
}

/** The same for many purchases, for lists. */
export async function returnedAmountsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ReturnedAmounts>> {
  const subjects = ids.flatMap((id) => [`purchase:${id}`, `purchase-account:${id}`]);
  const { rows } = await returnedRows(db, subjects, {});
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.back ?? 0n;
  return new Map(ids.map((id) => [id, { card: of(`purchase:${id}`), account: of(`purchase-account:${id}`) }]));
}

/** What is left of the money paid for a purchase, by card and from a balance. Refunds under way count as made. */
export async function purchaseMoneyLeft(db: Db, id: number): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    select coalesce(sum(p.captured_minor - case when p.state = 'disputed' then 0 else p.disputed_minor end
      - (select coalesce(sum(r.amount_minor), 0) from payment_refunds r where r.payment_id = p.id and r.state <> 'failed')), 0)::bigint as left
    from payments p where p.subject = any(${[`purchase:${id}`, `purchase-account:${id}`]}) and p.captured_minor > 0`.execute(
    db,
  );
  return rows[0]?.left ?? 0n;
}

/**
 * For a purchase in another query: whether a bank charged back money, or a part was refunded. An accidental second
 * charge does not count.
 */
export const moneyBackOf = (purchaseId: RawBuilder<unknown>) =>
  sql<'part_refunded' | 'charged_back' | null>`(
    select case when bool_or(y.state = 'charged_back') then 'charged_back'
      when bool_or(exists (select from payment_refunds r where r.payment_id = y.id and r.state = 'settled'
        and not coalesce((r.detail ->> 'unwanted')::boolean, false))) then 'part_refunded' end
    from payments y where y.subject in ('purchase:' || ${purchaseId}, 'purchase-account:' || ${purchaseId})
      and y.state <> 'voided' and y.captured_minor > 0)`;

const returnedRows = (db: Db, subjects: readonly string[], without: { refundId?: number; disputeOf?: number }) =>
  sql<{ subject: string; back: bigint }>`
    select p.subject, (coalesce((select sum(r.amount_minor) from payment_refunds r where r.payment_id = p.id and r.state = 'settled'
        and r.id <> ${without.refundId ?? 0} and not coalesce((r.detail ->> 'unwanted')::boolean, false)), 0)
      + case when p.state = 'charged_back' and p.id <> ${without.disputeOf ?? 0} then p.disputed_minor else 0 end)::bigint as back
    from payments p where p.subject = any(${[...subjects]}) and p.state <> 'voided' and p.captured_minor > 0`.execute(
    db,
  );
