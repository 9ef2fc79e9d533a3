import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/**
 * Payments take their times from the database, so those of the past would say when they were loaded, after the delivery.
 * Their events are append-only: the trigger is off for this transaction, and only payments of the demo data change.
 */
export async function datePayments(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table dated on commit drop as
      select p.id, sale.at, (select max(r.created_at) from payment_refunds r where r.payment_id = p.id) as refunded_at
      from payments p join (
        select 'order:' || id as subject, placed_at as at from orders where request_key like 'demo %'
        union all
        select kind || id, placed_at from catalog_purchases, (values ('purchase:'), ('purchase-account:')) as s (kind)
        where request_key like 'demo %'
      ) sale using (subject)`.execute(tx);
    await sql`update payments p set created_at = d.at, updated_at = coalesce(d.refunded_at, d.at)
      from dated d where d.id = p.id`.execute(tx);
    await sql`update payment_attempts a set created_at = d.at, ended_at = d.at from dated d where d.id = a.payment_id`.execute(
      tx,
    );
    await sql`alter table payment_history disable trigger payment_history_append_only`.execute(tx);
    await sql`update payment_history h set at = case when h.event like 'refund%' then coalesce(d.refunded_at, d.at) else d.at end
      from dated d where d.id = h.payment_id`.execute(tx);
    await sql`alter table payment_history enable trigger payment_history_append_only`.execute(tx);
  });
}
