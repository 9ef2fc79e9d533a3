import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { difference } from '../../../platform/records/difference.ts';
import { lockRow } from '../../../platform/records/rows.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';

type Texts = { title: string; description: string; text: string };

/** Every make has a row, created empty with the make. */
export async function findSeoTexts(db: Db, makeId: number) {
  const row = await db
    .selectFrom('makes as m')
    .leftJoin('seo_texts as s', 's.make_id', 'm.id')
    .select(['m.id', 'm.name', 'm.created_at', 's.title', 's.description', 's.text', 's.updated_at'])
    .where('m.id', '=', makeId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return {
    make: { id: row.id, name: row.name },
    title: row.title ?? '',
    description: row.description ?? '',
    text: row.text ?? '',
    updated_at: row.updated_at ?? row.created_at,
  };
}

export async function updateSeoTexts(db: Db, actor: AuditActor, makeId: number, texts: Texts, readAt: Date, now: Date) {
  if (!(await lockRow(db, 'makes', makeId))) throw new Refusal('not_found');
  const before = await findSeoTexts(db, makeId);
  if (isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: before });
  const detail = difference(['title', 'description', 'text'], before, texts);
  if (!detail) return before;
  const row = { ...texts, updated_at: nextUpdatedAt(before.updated_at, now) };
  await db
    .insertInto('seo_texts')
    .values({ make_id: makeId, ...row })
    .onConflict((conflict) => conflict.column('make_id').doUpdateSet(row))
    .execute();
  await writeAudit(db, actor, 'catalog.update', `catalog-seo:${makeId}`, detail);
  await bumpArea(db, 'catalog');
  return findSeoTexts(db, makeId);
}
