import type { Currency } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Deals whose card payment settled them; one paid on account has no captured payment. */
export async function paidByCard(db: Db, id: number | null = null) {
  const { rows } = await sql<{ id: number; dealer_id: number; price_minor: bigint; currency: Currency }>`
    select d.id, d.dealer_id, d.price_minor, d.currency from dealer_credit_deals d
    where (${id}::integer is null or d.id = ${id}) and d.state not in ('draft', 'published', 'cancelled', 'expired')
      and not exists (select from ledger_transfers t where t.subject = 'credit-deal:' || d.id and t.kind = 'credit-deal.charged')
    order by d.id`.execute(db);
  return rows;
}
