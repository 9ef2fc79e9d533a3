import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { announce, userTopic } from '../../platform/live/live-streams.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { isMemberCandidate, matchDealerRole } from '../identity/index.ts';
import { requireNotSelf } from '../ledger/index.ts';
import { endApprovalsOf } from './purchase-approvals/step-approval.ts';
import { dealerById, dealerMembers } from './queries.ts';

export async function addMember(
  db: Db,
  actor: Actor,
  dealerId: number,
  input: { user_id: number; kind: 'manager' | 'member' },
) {
  if (!(await dealerById(db, dealerId, 'lock'))) throw new Refusal('not_found');
  requireNotSelf(actor, input.user_id);
  if (!(await isMemberCandidate(db, input.user_id))) throw fieldRefusal({ user_id: ['User not found.'] });
  const added = await db
    .insertInto('dealer_members')
    .values({ dealer_id: dealerId, ...input })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!added) throw fieldRefusal({ user_id: ['This user is already a member of this dealer.'] });
  await matchDealerRole(db, input.user_id);
  await writeAudit(db, actor, 'dealers.add-member', `dealer:${dealerId}`, input);
  const member = (await dealerMembers(db, dealerId)).find(({ user_id }) => user_id === input.user_id);
  if (!member) throw new Error('a member just added is not there');
  return { ...member, kind: input.kind };
}

export async function removeMember(db: Db, actor: Actor, dealerId: number, userId: number): Promise<void> {
  // Locks the dealer's row: two managers removing each other concurrently would leave none.
  if (!(await dealerById(db, dealerId, 'lock'))) throw new Refusal('not_found');
  const members = await dealerMembers(db, dealerId);
  const leaving = members.find(({ user_id }) => user_id === userId);
  if (!leaving) throw new Refusal('not_found');
  const staying = members.filter((member) => member !== leaving);
  if (staying.length > 0 && staying.every(({ kind }) => kind !== 'manager'))
    throw new Refusal('conflict', {
      message: 'A dealer needs at least one manager. Make another member a manager first.',
    });
  await db.deleteFrom('dealer_members').where('dealer_id', '=', dealerId).where('user_id', '=', userId).execute();
  await endApprovalsOf(db, actor, dealerId, userId);
  await announce(db, userTopic(userId));
  await matchDealerRole(db, userId);
  await writeAudit(db, actor, 'dealers.remove-member', `dealer:${dealerId}`, { user_id: userId, kind: leaving.kind });
}
