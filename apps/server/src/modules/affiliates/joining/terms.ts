import type { Db } from '../../../platform/db/db.ts';

/** Records that a member accepted a version of the terms for the affiliate; once per version. */
export async function acceptTerms(
  db: Db,
  affiliateId: number,
  userId: number,
  version: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('affiliate_terms')
    .values({ affiliate_id: affiliateId, version, accepted_by: userId, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
