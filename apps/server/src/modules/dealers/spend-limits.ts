import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';

export const startOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

type Charge = {
  /** Who pays: 'dealer:5' or 'user:7', whose own money has no such limit. */
  readonly owner: Owner;
  readonly userId: number | null;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly now: Date;
};

/**
 * The spending limits of a calendar month (UTC): the member's own, and the one that all members share. Managers have no
 * limit of their own unless one is set, but share the company's. Locks the dealer's row, so that two purchases at once
 * cannot both use what is left.
 */
export async function requireSpendLimit(db: Db, charge: Charge): Promise<void> {
  const { owner, userId, amountMinor, currency, now } = charge;
  if (!owner.startsWith('dealer:')) return;
  const dealerId = Number(owner.slice('dealer:'.length));
  const limits = await db
    .selectFrom('dealers as d')
    .leftJoin('dealer_members as m', (join) => join.onRef('m.dealer_id', '=', 'd.id').on('m.user_id', '=', userId))
    .select(['d.spend_limit_minor as shared', 'm.spend_limit_minor as own'])
    .where('d.id', '=', dealerId)
    .executeTakeFirst();
  if (!limits || (limits.shared === null && limits.own === null)) return;
  await sql`select from dealers where id = ${dealerId} for no key update`.execute(db);
  const { rows } = await sql<{ own: bigint; shared: bigint }>`
    select dealer_spent(${dealerId}, ${userId}, ${startOfMonth(now)}) as own,
      dealer_spent(${dealerId}, null, ${startOfMonth(now)}) as shared`.execute(db);
  const spent = rows[0] ?? { own: 0n, shared: 0n };
  const check = (limit: bigint | null, used: bigint, whose: string) => {
    if (limit === null || used + amountMinor <= limit) return;
    const left = limit > used ? limit - used : 0n;
    throw new Refusal('conflict', {
      message: `This is above ${whose}: ${moneyText(money(left, currency))} of ${moneyText(money(limit, currency))} is left this month. Ask a manager of the dealer to raise it, or pay by card.`,
    });
  };
  check(limits.own, spent.own, 'your spending limit');
  check(limits.shared, spent.shared, "the dealer's spending limit");
}
