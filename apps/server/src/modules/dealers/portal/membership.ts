import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';

export const limitOf = (minor: bigint | null, currency: Currency) =>
  minor === null ? null : toWire(money(minor, currency));

export async function presentMembership(
  db: Db,
  dealer: { id: number; slug: string; name: string; currency: string },
  userId: number,
) {
  const row = await db
    .selectFrom('dealer_members')
    .select(['kind', 'spend_limit_minor', 'order_limit_minor', 'needs_approval'])
    .where('dealer_id', '=', dealer.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return {
    dealer: { id: dealer.id, slug: dealer.slug, name: dealer.name },
    kind: row.kind as 'manager' | 'member',
    spend_limit: limitOf(row.spend_limit_minor, dealer.currency as Currency),
    order_limit: limitOf(row.order_limit_minor, dealer.currency as Currency),
    needs_approval: row.needs_approval,
  };
}
