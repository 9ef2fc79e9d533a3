import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { announce, userTopic } from '../../platform/live/live-streams.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { isMemberCandidate } from '../identity/index.ts';
import { requireNotSelf } from '../ledger/index.ts';
import { affiliateById, affiliateMembers } from './queries.ts';

export async function addMember(db: Db, actor: Actor, affiliateId: number, userId: number) {
  if (!(await affiliateById(db, affiliateId, 'lock'))) throw new Refusal('not_found');
  requireNotSelf(actor, userId);
  if (!(await isMemberCandidate(db, userId))) throw fieldRefusal({ user_id: ['User not found.'] });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('affiliate_members')
    .values({ affiliate_id: affiliateId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw fieldRefusal({ user_id: ['This user is already a member of this affiliate.'] });
  await writeAudit(db, actor, 'affiliates.add-member', `affiliate:${affiliateId}`, { user_id: userId });
  const person = (await affiliateMembers(db, affiliateId)).find(({ user_id }) => user_id === userId);
  if (!person) throw new Error('a member just added is not there');
  return person;
}

export async function removeMember(db: Db, actor: Actor, affiliateId: number, userId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('affiliate_members')
    .where('affiliate_id', '=', affiliateId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found');
  await announce(db, userTopic(userId));
  await writeAudit(db, actor, 'affiliates.remove-member', `affiliate:${affiliateId}`, { user_id: userId });
}
