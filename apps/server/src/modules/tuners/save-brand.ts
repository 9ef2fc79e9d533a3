import type { BrandChange, NewBrand } from '@tuneport/contract/tuners/tuners-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { presentBrand } from './present.ts';
import { brandById, slugTaken } from './queries.ts';

const slugErrors = { slug: ['Another brand already has this URL slug.'] };

export async function createBrand(db: Db, actor: Actor, input: z.output<typeof NewBrand>, now: Date): Promise<number> {
  if (await slugTaken(db, 'tuner_brands', input.slug, null)) throw fieldRefusal(slugErrors);
  const { id } = await db
    .insertInto('tuner_brands')
    .values({ ...input, updated_at: nextUpdatedAt(null, now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'tuner-brands.create', `tuner-brand:${id}`, { after: input });
  return id;
}

export async function updateBrand(
  db: Db,
  actor: Actor,
  id: number,
  change: z.output<typeof BrandChange>,
  readAt: Date,
  now: Date,
): Promise<void> {
  const before = await brandById(db, id, 'lock');
  if (!before) throw new Refusal('not_found');
  if (isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: await presentBrand(db, id) });
  if (change.slug !== undefined && (await slugTaken(db, 'tuner_brands', change.slug, id)))
    throw fieldRefusal(slugErrors);
  await db
    .updateTable('tuner_brands')
    .set({ ...change, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'tuner-brands.update', `tuner-brand:${id}`, { before, after: change });
}
