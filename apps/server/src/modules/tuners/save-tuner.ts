import type { NewTuner, TunerChange } from '@tuneport/contract/tuners/tuners-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { announceToMembers } from '../identity/index.ts';
import { requireNotOwnBusiness } from '../ledger/index.ts';
import { presentTuner } from './present.ts';
import { lockTuner, slugTaken } from './queries.ts';

export async function createTuner(db: Db, actor: Actor, input: z.output<typeof NewTuner>, now: Date): Promise<number> {
  const { brand_ids, ...fields } = input;
  await check(db, input, null);
  const { id } = await db
    .insertInto('tuners')
    .values({ ...fields, updated_at: nextUpdatedAt(null, now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setBrands(db, id, brand_ids);
  await writeAudit(db, actor, 'tuners.create', `tuner:${id}`, { after: input });
  return id;
}

export async function updateTuner(
  db: Db,
  actor: Actor,
  id: number,
  change: z.output<typeof TunerChange>,
  readAt: Date,
  now: Date,
): Promise<void> {
  const before = await lockTuner(db, id);
  if (!before) throw new Refusal('not_found');
  if (isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: await presentTuner(db, id) });
  await check(db, change, id);
  const { brand_ids, ...fields } = change;
  if (differs(change.share_percent, before.share_percent) || differs(change.state, before.state))
    await requireNotOwnBusiness(db, actor, { tuner: id });
  await db
    .updateTable('tuners')
    .set({ ...fields, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  if (brand_ids) await setBrands(db, id, brand_ids);
  if (change.state !== undefined && change.state !== before.state) await announceToMembers(db, 'tuner', id);
  await writeAudit(db, actor, 'tuners.update', `tuner:${id}`, { before, after: change });
}

const differs = (wanted: string | undefined, before: string): boolean => wanted !== undefined && wanted !== before;

async function check(db: Db, input: z.output<typeof TunerChange>, id: number | null): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (input.slug !== undefined && (await slugTaken(db, input.slug, id)))
    errors.slug = ['Another tuner has this URL slug.'];
  const wanted = [...new Set(input.brand_ids ?? [])];
  if (wanted.length > 0) {
    const known = await db.selectFrom('tuner_brands').select('id').where('id', 'in', wanted).execute();
    if (known.length < wanted.length) errors.brand_ids = ['One of these brands no longer exists.'];
  }
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
}

async function setBrands(db: Db, tunerId: number, brandIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(brandIds)];
  const leave = db.deleteFrom('tuner_brand_members').where('tuner_id', '=', tunerId);
  await (wanted.length > 0 ? leave.where('brand_id', 'not in', wanted) : leave).execute();
  if (wanted.length > 0)
    await db
      .insertInto('tuner_brand_members')
      .values(wanted.map((brand_id) => ({ brand_id, tuner_id: tunerId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
