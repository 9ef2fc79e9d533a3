import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const numbered = ['orders', 'catalog_purchases', 'dealer_credit_deals', 'credit_notes'] as const;
/** Above every number, so that no two documents have the same one meanwhile. */
const aside = 100_000_000;

/**
 * Sales of the past are loaded after newer ones, so their documents would be numbered by the load and not by date. All
 * invoices and credit notes are numbered again by date, and the mails and notifications that name invoices
 * follow. Numbers of documents
 * never change: the triggers that refuse it are off for this transaction.
 */
export async function numberDocuments(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from document_counters order by series for update`.execute(tx);
    for (const table of numbered) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await sql`create temporary table renumbered on commit drop as
      select sale, id, region, invoice_no as old_no,
        (row_number() over (partition by region order by at, sale, id))::integer as new_no
      from (
        select 'orders' as sale, id, region, invoice_no, paid_at as at from orders
        union all
        select 'catalog_purchases', id, region, invoice_no, paid_at from catalog_purchases
        union all
        select 'dealer_credit_deals', id, region, invoice_no, invoiced_at from dealer_credit_deals
      ) s where invoice_no is not null`.execute(tx);
    for (const table of numbered.slice(0, 3)) {
      const set = (no: RawBuilder<unknown>) =>
        sql`update ${sql.table(table)} s set invoice_no = ${no} from renumbered r where r.sale = ${table} and r.id = s.id`.execute(
          tx,
        );
      await set(sql`r.new_no + ${aside}::integer`);
      await set(sql`r.new_no`);
    }
    await sql`create temporary table renumbered_notes on commit drop as
      select id as old_id, (row_number() over (order by issued_at, id))::integer as new_id from credit_notes`.execute(
      tx,
    );
    await sql`update credit_notes c set id = n.new_id + ${aside}::integer,
      cancels = (select o.new_id + ${aside}::integer from renumbered_notes o where o.old_id = c.cancels)
      from renumbered_notes n where n.old_id = c.id`.execute(tx);
    await sql`update credit_notes set id = id - ${aside}::integer, cancels = cancels - ${aside}::integer`.execute(tx);
    await renameInTexts(tx);
    for (const table of numbered) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
}

/** Each mail and each notification names one invoice. */
async function renameInTexts(db: Db): Promise<void> {
  const number = (no: RawBuilder<unknown>) =>
    sql`'INV-' || case region when 2 then 'EU' else 'NA' end || '-' || lpad(${no}::text, 6, '0')`;
  const renamed = sql`(select ${number(sql`old_no`)} as old, ${number(sql`new_no`)} as new from renumbered
    where old_no <> new_no) n`;
  const named = sql`'INV-(?:NA|EU)-[0-9]{6,}'`;
  await sql`update mail_outbox m set subject = replace(m.subject, n.old, n.new),
      text_body = replace(m.text_body, n.old, n.new), html_body = replace(m.html_body, n.old, n.new)
    from ${renamed} where n.old = substring(m.text_body from ${named})`.execute(db);
  await sql`update notifications t set text = replace(t.text, n.old, n.new)
    from ${renamed} where n.old = substring(t.text from ${named})`.execute(db);
}
