import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { announce, userTopic } from '../../../platform/live/live-streams.ts';
import { writeAudit } from '../../audit/index.ts';

type AffiliateTerms = { readonly name: string; readonly share_percent: string; readonly currency: string };

/** Creates an affiliate with its first member. */
export async function createAffiliate(
  db: Db,
  actor: Actor,
  terms: AffiliateTerms,
  userId: number,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('affiliates')
    .values({ ...terms, created_at: now, updated_at: nextUpdatedAt(null, now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('affiliate_members').values({ affiliate_id: id, user_id: userId, created_at: now }).execute();
  await writeAudit(db, actor, 'affiliates.create', `affiliate:${id}`, { after: { ...terms, user_id: userId } });
  await announce(db, userTopic(userId));
  return id;
}
