import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { requireAffiliate } from './policy.ts';

const tagsMax = 500;

type TagRow = { id: number; tag: string; visits: number; orders: number; created_at: Date; ended_at: Date | null };

const present = (row: TagRow) => ({ ...row, path: `/tune/${encodeURIComponent(row.tag)}` });

async function tagRows(db: Db, affiliateId: number, tagId: number | null = null): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select t.id, t.tag, t.created_at, t.ended_at,
      (select count(*)::integer from tag_hits h where h.tag = t.tag) as visits,
      (select count(*)::integer from orders o where o.tracking_tag_id = t.id and o.paid_at is not null)
        + (select count(*)::integer from catalog_purchases p where p.tracking_tag_id = t.id and p.paid_at is not null)
        as orders
    from tracking_tags t
    where t.affiliate_id = ${affiliateId} and (${tagId}::integer is null or t.id = ${tagId}::integer)
    order by t.id desc limit ${tagsMax}`.execute(db);
  return rows;
}

export async function listTags(db: Db, actor: Actor, affiliateId: number) {
  await requireAffiliate(db, actor, affiliateId);
  return (await tagRows(db, affiliateId)).map(present);
}

export async function createTag(db: Db, actor: Actor, affiliateId: number, tag: string, now: Date) {
  await requireAffiliate(db, actor, affiliateId, 'lock');
  if ((await tagRows(db, affiliateId)).length >= tagsMax)
    throw fieldRefusal({ tag: [`An affiliate can have at most ${tagsMax} tags.`] });
  const made = await db
    .insertInto('tracking_tags')
    .values({ tag, affiliate_id: affiliateId, created_by: actor.userId, created_at: now })
    .onConflict((conflict) => conflict.column('tag').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw fieldRefusal({ tag: ['This tag is taken. Choose another.'] });
  await writeAudit(db, actor, 'affiliates.create-tag', `affiliate:${affiliateId}`, { after: { tag } });
  const [row] = await tagRows(db, affiliateId, made.id);
  return present(row as TagRow);
}

export async function endTag(db: Db, actor: Actor, affiliateId: number, tagId: number, now: Date): Promise<void> {
  await requireAffiliate(db, actor, affiliateId);
  const ended = await db
    .updateTable('tracking_tags')
    .set({ ended_at: now })
    .where('id', '=', tagId)
    .where('affiliate_id', '=', affiliateId)
    .where('ended_at', 'is', null)
    .returning('tag')
    .executeTakeFirst();
  if (!ended) throw new Refusal('not_found');
  await writeAudit(db, actor, 'affiliates.end-tag', `affiliate:${affiliateId}`, { before: { tag: ended.tag } });
}
