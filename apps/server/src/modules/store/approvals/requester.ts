import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ApprovalRow } from '../../dealers/index.ts';
import { actorOfUser } from '../../identity/index.ts';

/** The member who asked, with their rights now. */
export async function requesterOf(db: Db, approval: ApprovalRow): Promise<SignedInActor> {
  const requester = await actorOfUser(db, approval.user_id);
  if (requester?.dealers.some(({ id }) => id === approval.dealer_id)) return requester;
  throw new Refusal('conflict', { message: 'The person who requested this is no longer an active member.' });
}
