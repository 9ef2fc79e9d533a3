import { may } from '@tuneport/domain/identity/permissions';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** The recipient of a value; unknown ids are omitted. */
export type Beneficiary = {
  readonly user?: number | null | undefined;
  readonly dealer?: number | null | undefined;
  readonly tuner?: number | null | undefined;
  readonly affiliate?: number | null | undefined;
};

export function beneficiaryOf(owner: Owner): Beneficiary {
  const [kind = '', id = ''] = owner.split(':');
  return { [kind]: Number(id) };
}

/** Partners count in every state: a suspended one is still the actor's own. */
function isMember(actor: Actor, { dealer, tuner, affiliate }: Beneficiary): boolean {
  const { suspended } = actor;
  const has = (partners: readonly { readonly id: number }[], id: number | null | undefined) =>
    partners.some((partner) => partner.id === id);
  return (
    has([...actor.dealers, ...suspended.dealers], dealer) ||
    has([...actor.tuners, ...suspended.tuners], tuner) ||
    has([...actor.affiliates, ...suspended.affiliates], affiliate)
  );
}

/** Whether two users are the same person or members of the same partner. */
export async function isSameBusiness(db: Db, one: number, other: number): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`select same_business(${one}, ${other}) as same`.execute(db);
  return rows[0]?.same === true;
}

/** Whether the recipient is the actor, a partner they belong to, or a colleague there. */
async function isOwnBusiness(db: Db, actor: Actor, to: Beneficiary): Promise<boolean> {
  if (actor.userId === null) return false;
  if (isMember(actor, to)) return true;
  if (to.user == null) return false;
  return to.user === actor.userId || isSameBusiness(db, actor.userId, to.user);
}

/**
 * Staff of any role cannot give anything of value to themselves, to a partner they belong to, or to a colleague there.
 */
export async function requireNotOwnBusiness(db: Db, actor: Actor, ...to: readonly Beneficiary[]): Promise<void> {
  for (const one of to)
    if (await isOwnBusiness(db, actor, one))
      throw new Refusal('forbidden', {
        message:
          'You cannot do this for yourself or a company you belong to. Ask a colleague who does not belong to it.',
      });
}

const partners = ['dealer', 'tuner', 'affiliate'] as const;

/** The same for an earlier requester, whose memberships may have changed since. */
export async function requireNotBusinessOf(db: Db, userId: number, to: Beneficiary): Promise<void> {
  let isOwn = to.user != null && (await isSameBusiness(db, userId, to.user));
  for (const partner of partners) {
    const id = to[partner];
    if (isOwn || id == null) continue;
    const { rows } = await sql`select from ${sql.table(`${partner}_members`)}
      where user_id = ${userId} and ${sql.ref(`${partner}_id`)} = ${id}`.execute(db);
    isOwn = rows.length > 0;
  }
  if (isOwn)
    throw new Refusal('forbidden', { message: 'This benefits the requester or a company of theirs. Reject it.' });
}

/** A membership grants access to a partner's prices, credits and earnings, so staff cannot give it to themselves. */
export function requireNotSelf(actor: Actor, userId: number): void {
  if (actor.userId !== userId || may(actor, 'superadmin')) return;
  throw new Refusal('forbidden', { message: 'You cannot add yourself. Ask a SuperAdmin.' });
}
