import type { AffiliateChange, NewAffiliate } from '@tuneport/contract/affiliates/affiliates-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { announceToMembers } from '../identity/index.ts';
import { requireNotOwnBusiness } from '../ledger/index.ts';
import { presentAffiliate } from './present.ts';
import { affiliateById } from './queries.ts';

export async function createAffiliate(
  db: Db,
  actor: Actor,
  input: z.output<typeof NewAffiliate>,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('affiliates')
    .values({ ...input, updated_at: nextUpdatedAt(null, now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'affiliates.create', `affiliate:${id}`, { after: input });
  return id;
}

export async function updateAffiliate(
  db: Db,
  actor: Actor,
  id: number,
  change: z.output<typeof AffiliateChange>,
  readAt: Date,
  now: Date,
): Promise<void> {
  const before = await affiliateById(db, id, 'lock');
  if (!before) throw new Refusal('not_found');
  if (isStale(before.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentAffiliate(db, id) });
  const differs = (wanted: string | undefined, known: string) => wanted !== undefined && wanted !== known;
  if (differs(change.share_percent, before.share_percent) || differs(change.state, before.state))
    await requireNotOwnBusiness(db, actor, { affiliate: id });
  await db
    .updateTable('affiliates')
    .set({ ...change, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  if (change.state !== undefined && change.state !== before.state) await announceToMembers(db, 'affiliate', id);
  await writeAudit(db, actor, 'affiliates.update', `affiliate:${id}`, { before, after: change });
}
