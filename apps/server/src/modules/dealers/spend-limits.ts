import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { monthStartIn } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { storedCompanyZone } from '../settings/index.ts';

/** The beginning of the calendar month of the company, in which spending is limited. */
export const startOfMonth = async (db: Db, now: Date): Promise<Date> => monthStartIn(now, await storedCompanyZone(db));

type Charge = {
  /** Who pays: 'dealer:5' or 'user:7', whose own money has no such limit. */
  readonly owner: Owner;
  readonly userId: number | null;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly now: Date;
};
type Options = {
  /** A manager approved it: the member's own limits do not count, the dealer's does. */
  readonly approved?: boolean;
  /** The caller can ask for approval, so a member's own limit refuses with `purchase_needs_approval`. */
  readonly approvable?: boolean;
  /** Why it cannot wait although a manager may approve purchases of the member: a card or prepaid money pays. */
  readonly cannotWait?: 'card' | 'prepaid' | undefined;
};

/** Sentences, because each is translated by itself. */
const advice = {
  approve: ['Ask a manager of the dealer to approve it.'],
  card: [
    'A purchase that a card pays in part cannot wait for approval.',
    'Choose a balance for all of it and request approval, or pay by card.',
  ],
  prepaid: [
    'A purchase of tunes from prepaid money cannot wait for approval.',
    "Choose the dealer's account and request approval, or pay by card.",
  ],
  raise: ['Ask a manager of the dealer to raise it, or pay by card.'],
} as const satisfies Record<string, readonly string[]>;

type Excess = {
  readonly message: string;
  /** A manager can approve it; false for the limit that all members share. */
  readonly approvable: boolean;
};

const dealerIdOf = (owner: Owner): number | null =>
  owner.startsWith('dealer:') ? Number(owner.slice('dealer:'.length)) : null;

/**
 * The first limit that a charge would exceed, or null: the member's own for one purchase and for the calendar month
 * of the company, and that of the month that all members share. Managers have no limit of their own unless one is set.
 */
export async function spendExcess(db: Db, charge: Charge, lock?: 'lock'): Promise<Excess | null> {
  const { owner, userId, amountMinor, currency, now } = charge;
  const dealerId = dealerIdOf(owner);
  if (dealerId === null) return null;
  const limits = await db
    .selectFrom('dealers as d')
    .leftJoin('dealer_members as m', (join) => join.onRef('m.dealer_id', '=', 'd.id').on('m.user_id', '=', userId))
    .select([
      'd.spend_limit_minor as shared',
      'm.spend_limit_minor as own',
      'm.order_limit_minor as order',
      'm.needs_approval as approvable',
    ])
    .where('d.id', '=', dealerId)
    .executeTakeFirst();
  if (!limits || (limits.shared === null && limits.own === null && limits.order === null)) return null;
  // Two concurrent purchases cannot both use the remaining amount.
  if (lock) await sql`select from dealers where id = ${dealerId} for no key update`.execute(db);
  const since = await startOfMonth(db, now);
  const { rows } = await sql<{ own: bigint; shared: bigint }>`
    select dealer_spent(${dealerId}, ${userId}, ${since}) as own, dealer_spent(${dealerId}, null, ${since}) as shared`.execute(
    db,
  );
  const spent = rows[0] ?? { own: 0n, shared: 0n };
  const text = (minor: bigint) => moneyText(money(minor, currency));
  const isAbove = (limit: bigint | null, used: bigint): limit is bigint => limit !== null && used + amountMinor > limit;
  const leftOf = (limit: bigint, used: bigint) => text(limit > used ? limit - used : 0n);
  if (isAbove(limits.shared, spent.shared))
    return {
      approvable: false,
      message: `This is above the dealer's spending limit: ${leftOf(limits.shared, spent.shared)} of ${text(limits.shared)} is left this month.`,
    };
  const approvable = limits.approvable ?? false;
  if (isAbove(limits.order, 0n))
    return { approvable, message: `This is above your limit of ${text(limits.order)} for one purchase.` };
  if (isAbove(limits.own, spent.own))
    return {
      approvable,
      message: `This is above your spending limit: ${leftOf(limits.own, spent.own)} of ${text(limits.own)} is left this month.`,
    };
  return null;
}

/** Refuses a charge above a spending limit, under the lock of the dealer. */
export async function requireSpendLimit(db: Db, charge: Charge, options: Options = {}): Promise<void> {
  const limited = options.approved === true ? { ...charge, userId: null } : charge;
  const excess = await spendExcess(db, limited, 'lock');
  if (!excess) return;
  const refusal = (code: 'purchase_needs_approval' | 'conflict', next: keyof typeof advice) =>
    new Refusal(code, { message: [excess.message, ...advice[next]].join(' ') });
  if (!excess.approvable) throw refusal('conflict', 'raise');
  if (options.approvable === true) throw refusal('purchase_needs_approval', 'approve');
  throw refusal('conflict', options.cannotWait ?? 'raise');
}
