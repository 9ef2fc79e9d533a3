import { type DealerMembership, may, membershipIn } from '@tuneport/domain/identity/permissions';
import type { Currency } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type DealerRow, dealerById } from '../queries.ts';

export type OwnDealer = Omit<DealerRow, 'currency'> & {
  readonly currency: Currency;
  /** Null for staff who are not members. */
  readonly membership: DealerMembership | null;
  readonly mayManage: boolean;
};

/** What the caller wants: to read, to change what managers change, or to do so under the lock of the dealer. */
type Part = 'read' | 'manage' | 'manage-locked';

/**
 * The dealer of a portal call, by id or slug, for its active members and for staff. For all others it does not exist,
 * so every call of the portal starts here. Staff who belong to the dealer have the part of their membership only.
 */
export async function ownDealer(db: Db, actor: Actor, ref: number | string, part: Part = 'read'): Promise<OwnDealer> {
  const membership = membershipIn(actor, ref) ?? null;
  const isStaff = may(actor, 'dealers.admin');
  const id = membership?.id ?? (isStaff ? await idOf(db, ref) : undefined);
  const dealer = id === undefined ? undefined : await dealerById(db, id, part === 'manage-locked' ? 'lock' : undefined);
  if (!dealer) throw new Refusal('not_found');
  const mayManage = membership ? membership.kind === 'manager' : isStaff;
  if (part !== 'read' && !mayManage)
    throw new Refusal('forbidden', { message: 'Only managers of this dealer can do this.' });
  // Another manager may have removed or demoted the caller while this call waited for the lock.
  if (part === 'manage-locked' && membership && !(await isManager(db, dealer.id, actor.userId)))
    throw new Refusal('not_found');
  return { ...dealer, currency: dealer.currency as Currency, membership, mayManage };
}

const idOf = async (db: Db, ref: number | string): Promise<number | undefined> =>
  typeof ref === 'number'
    ? ref
    : (await db.selectFrom('dealers').select('id').where('slug', '=', ref).executeTakeFirst())?.id;

async function isManager(db: Db, dealerId: number, userId: number | null): Promise<boolean> {
  const row = await db
    .selectFrom('dealer_members')
    .select('kind')
    .where('dealer_id', '=', dealerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.kind === 'manager';
}
