import { isTag } from '@tuneport/domain/site/tag';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type Credited = {
  readonly affiliateId: number;
  readonly sharePercent: string;
  /** Null if a code credited the sale. */
  readonly tagId: number | null;
};

type Sale = {
  /** The affiliate of a code that is part of the price. */
  readonly code: { readonly affiliateId: number; readonly sharePercent: string } | undefined;
  readonly tag: string | undefined;
  readonly buyerId: number | null;
  readonly email: string | null;
};

/**
 * The affiliate that earns from a sale: by its code, otherwise by the last tag. Nobody earns from their own purchase or
 * one of their colleagues; a suspended affiliate earns nothing. Without code and tag the database is not asked.
 */
export async function creditAffiliate(db: Db, { code, tag, buyerId, email }: Sale): Promise<Credited | null> {
  const known = tag !== undefined && isTag(tag) ? tag : null;
  if (!code && known === null) return null;
  const { rows } = await sql<{ id: number; share: string; tag_id: number | null }>`
    select a.id, coalesce(${code?.sharePercent ?? null}::numeric, a.share_percent)::text as share,
      case when ${code === undefined}::boolean then t.id end as tag_id
    from affiliates a left join tracking_tags t on t.affiliate_id = a.id and t.tag = ${known}::text and t.ended_at is null
    where a.state = 'active'
      and case when ${code === undefined}::boolean then t.id is not null else a.id = ${code?.affiliateId ?? 0}::integer end
      and not exists (select from affiliate_members m join users u on u.id = m.user_id where m.affiliate_id = a.id
        and (u.email = ${email}::citext or same_business(m.user_id, ${buyerId}::integer)))`.execute(db);
  const row = rows[0];
  return row ? { affiliateId: row.id, sharePercent: row.share, tagId: row.tag_id } : null;
}
