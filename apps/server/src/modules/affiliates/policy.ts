import { may } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { affiliateById } from './queries.ts';

/** An affiliate does not exist (404) for anyone but its members and staff. */
export async function requireAffiliate(db: Db, actor: Actor, id: number, lock?: 'lock') {
  const isOwn = actor.affiliates.some((affiliate) => affiliate.id === id);
  if (!isOwn && !may(actor, 'affiliates.admin')) throw new Refusal('not_found');
  const affiliate = await affiliateById(db, id, lock);
  if (!affiliate) throw new Refusal('not_found');
  return affiliate;
}
