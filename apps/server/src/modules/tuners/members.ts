import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { announce, userTopic } from '../../platform/live/live-streams.ts';
import { lockRow } from '../../platform/records/rows.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { isMemberCandidate } from '../identity/index.ts';
import { requireNotSelf } from '../ledger/index.ts';
import { brandMembers, lockTuner, tunerById, tunerMembers } from './queries.ts';

export async function addPerson(db: Db, actor: Actor, tunerId: number, userId: number) {
  if (!(await lockTuner(db, tunerId))) throw new Refusal('not_found');
  requireNotSelf(actor, userId);
  if (!(await isMemberCandidate(db, userId))) throw fieldRefusal({ user_id: ['User not found.'] });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tuner_members')
    .values({ tuner_id: tunerId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw fieldRefusal({ user_id: ['This user is already a member of this tuner.'] });
  await writeAudit(db, actor, 'tuners.add-member', `tuner:${tunerId}`, { user_id: userId });
  const person = (await tunerMembers(db, tunerId)).find(({ user_id }) => user_id === userId);
  if (!person) throw new Error('a member just added is not there');
  return person;
}

export async function removePerson(db: Db, actor: Actor, tunerId: number, userId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('tuner_members')
    .where('tuner_id', '=', tunerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found');
  await announce(db, userTopic(userId));
  await writeAudit(db, actor, 'tuners.remove-member', `tuner:${tunerId}`, { user_id: userId });
}

export async function addTuner(db: Db, actor: Actor, brandId: number, tunerId: number) {
  if (!(await lockRow(db, 'tuner_brands', brandId))) throw new Refusal('not_found');
  if (!(await tunerById(db, tunerId))) throw fieldRefusal({ tuner_id: ['Tuner not found.'] });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tuner_brand_members')
    .values({ brand_id: brandId, tuner_id: tunerId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw fieldRefusal({ tuner_id: ['This tuner already belongs to this brand.'] });
  await writeAudit(db, actor, 'tuner-brands.add-member', `tuner-brand:${brandId}`, { tuner_id: tunerId });
  const member = (await brandMembers(db, brandId)).find(({ tuner_id }) => tuner_id === tunerId);
  if (!member) throw new Error('a tuner just added is not there');
  return member;
}

export async function removeTuner(db: Db, actor: Actor, brandId: number, tunerId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('tuner_brand_members')
    .where('brand_id', '=', brandId)
    .where('tuner_id', '=', tunerId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found');
  await writeAudit(db, actor, 'tuner-brands.remove-member', `tuner-brand:${brandId}`, { tuner_id: tunerId });
}
