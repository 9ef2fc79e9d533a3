import type { Block } from '@tuneport/domain/content/blocks';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, type PageOf } from '../../../platform/db/lists/page.ts';
import { sortOf } from '../../../platform/db/lists/sort.ts';

export type PageVersion = {
  id: number;
  page_id: number;
  title: string;
  seo_title: string;
  seo_description: string;
  indexed: boolean;
  blocks: Block[];
  publish_at: Date | null;
  written_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type PageHead = { id: number; slug: string; hidden: boolean; updated_at: Date };

/** The published version of a page that is not hidden. */
export async function publishedVersion(db: Db, slug: string, now: Date): Promise<PageVersion | undefined> {
  const { rows } = await sql<PageVersion>`select v.*, null as written_by from pages p
    join lateral (select * from page_versions where page_id = p.id and publish_at <= ${now}
      order by publish_at desc, id desc limit 1) v on true
    where p.slug = ${slug} and not p.hidden`.execute(db);
  return rows[0];
}

/** Public paths for the sitemap. */
export async function publishedSlugs(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`select p.slug from pages p
    join lateral (select indexed from page_versions where page_id = p.id and publish_at <= ${now}
      order by publish_at desc, id desc limit 1) v on v.indexed
    where not p.hidden order by p.slug`.execute(db);
  return rows.map(({ slug }) => slug);
}

export async function pageHead(db: Db, slug: string, lock = false): Promise<PageHead | undefined> {
  const head = db.selectFrom('pages').select(['id', 'slug', 'hidden', 'updated_at']).where('slug', '=', slug);
  return (lock ? head.forUpdate() : head).executeTakeFirst();
}

/** Newest first: the draft, then scheduled and published versions by their time. */
export async function versionsOf(db: Db, pageId: number): Promise<PageVersion[]> {
  const { rows } = await sql<PageVersion>`select v.*, u.name as written_by from page_versions v
    left join users u on u.id = v.written_by
    where v.page_id = ${pageId} order by v.publish_at desc nulls first, v.id desc limit 200`.execute(db);
  return rows;
}

type ListedPage = {
  id: number;
  slug: string;
  title: string;
  state: 'published' | 'unpublished' | 'draft';
  has_draft: boolean;
  scheduled_at: Date | null;
  updated_at: Date;
};

export async function listPages(
  db: Db,
  query: { page: number; search?: string | undefined; sort?: string | undefined; state?: string | undefined },
  now: Date,
): Promise<PageOf<ListedPage>> {
  const pattern = query.search ? containing(query.search) : null;
  const sort = sortOf({ title: 'title', slug: 'slug', updated_at: 'updated_at' }, query.sort);
  const { rows } = await sql<ListedPage>`select * from (
      select p.id, p.slug, p.updated_at, coalesce(live.title, newest.title) as title,
        case when live.id is null then 'draft' when p.hidden then 'unpublished' else 'published' end as state,
        exists (select from page_versions where page_id = p.id and publish_at is null) as has_draft,
        (select min(publish_at) from page_versions where page_id = p.id and publish_at > ${now}) as scheduled_at
      from pages p
      left join lateral (select id, title from page_versions where page_id = p.id and publish_at <= ${now}
        order by publish_at desc, id desc limit 1) live on true
      left join lateral (select title from page_versions where page_id = p.id order by id desc limit 1) newest on true
    ) listed
    where (${pattern}::text is null or title ilike ${pattern} or slug ilike ${pattern})
      and (${query.state ?? null}::text is null or state = ${query.state ?? null})
    order by ${sql.ref(sort?.by ?? 'title')} ${sql.raw(sort?.direction ?? 'asc')}, slug`.execute(db);
  // There is one page per path of the site, so all of them fit on one.
  return {
    data: query.page === 1 ? rows : [],
    page: query.page,
    page_count: rows.length > 0 ? 1 : 0,
    total: rows.length,
  };
}
