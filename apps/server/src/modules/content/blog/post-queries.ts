import { pageSize } from '@tuneport/contract/shapes';
import { readingMinutes } from '@tuneport/domain/content/blocks';
import type { blogTags } from '@tuneport/domain/content/blog-tags';
import { seesDealerMaterial } from '@tuneport/domain/identity/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { containing } from '../../../platform/db/lists/page.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sanitizeRichText } from '../../../platform/rich-text.ts';
import { presentPicture } from '../media/media-queries.ts';

type Tag = (typeof blogTags)[number];
type PictureRow = Parameters<typeof presentPicture>[0];
type PostRow = {
  id: number;
  slug: string;
  title: string;
  summary: string;
  text: string;
  tags: Tag[];
  publish_at: Date;
  updated_at: Date;
  cover: PictureRow | null;
  author: { slug: string; name: string; job_title: string; picture: PictureRow | null };
};

/** What a viewer may see: anonymous readers and everybody else who may not see dealer material get no Dealer posts. */
type Viewer = { readonly dealerMaterial: boolean; readonly now: Date };
export const viewerOf = (actor: Pick<Actor, 'signedIn' | 'role'>, now: Date): Viewer => ({
  dealerMaterial: actor.signedIn && seesDealerMaterial(actor.role),
  now,
});
export const publicViewer = (now: Date): Viewer => ({ dealerMaterial: false, now });

/** The condition of every public list of posts. `p` is the post. */
const isReadable = ({ dealerMaterial, now }: Viewer): RawBuilder<boolean> =>
  dealerMaterial ? sql`p.publish_at <= ${now}` : sql`p.publish_at <= ${now} and not p.tags @> '{Dealer}'`;

const selected = sql`select p.id, p.slug, p.title, p.summary, p.text, p.tags, p.publish_at, p.updated_at, to_jsonb(c) as cover,
    jsonb_build_object('slug', s.slug, 'name', s.name, 'job_title', s.job_title, 'picture', to_jsonb(m)) as author
  from blog_posts p join staff_pages s on s.id = p.author_id
  left join media m on m.id = s.picture_id left join media c on c.id = p.cover_id`;
const newestFirst = sql`order by p.publish_at desc, p.id desc`;

const present = ({ text, publish_at, cover, author, ...post }: PostRow) => ({
  ...post,
  published_at: publish_at,
  reading_minutes: readingMinutes(text),
  cover: cover && presentPicture(cover),
  author: { ...author, picture: author.picture && presentPicture(author.picture) },
});
type PostSummary = ReturnType<typeof present>;

type Query = { page: number; tag?: Tag | undefined; author?: string | undefined; search?: string | undefined };

export async function listPosts(db: Db, viewer: Viewer, { page, tag, author, search }: Query) {
  const conditions = [isReadable(viewer)];
  if (tag) conditions.push(sql`p.tags @> array[${tag}]::text[]`);
  if (author) conditions.push(sql`s.slug = ${author}`);
  if (search) {
    const pattern = containing(search);
    conditions.push(sql`(p.title ilike ${pattern} or p.summary ilike ${pattern} or p.text ilike ${pattern})`);
  }
  const where = sql`where ${sql.join(conditions, sql` and `)}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from blog_posts p join staff_pages s on s.id = p.author_id
      ${where}`.execute(db),
    sql<PostRow>`${selected} ${where} ${newestFirst} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return { data: found.rows.map(present), page, page_count: Math.ceil(total / pageSize), total };
}

export async function findPost(db: Db, viewer: Viewer, id: number): Promise<PostRow> {
  const { rows } = await sql<PostRow>`${selected} where p.id = ${id} and ${isReadable(viewer)}`.execute(db);
  const [post] = rows;
  if (!post) throw new Refusal('not_found');
  return post;
}

const relatedMax = 3;

export async function showPost(db: Db, viewer: Viewer, id: number) {
  const post = await findPost(db, viewer, id);
  // Posts with the most tags in common, then the newest.
  const { rows } = await sql<PostRow>`${selected} where p.id <> ${id} and ${isReadable(viewer)}
    order by cardinality(array(select unnest(p.tags) intersect select unnest(${post.tags}::text[]))) desc, p.publish_at desc,
      p.id desc limit ${relatedMax}`.execute(db);
  return { ...present(post), text: sanitizeRichText(post.text, 'article'), related: rows.map(present) };
}

export async function showStaffPage(db: Db, viewer: Viewer, slug: string) {
  const row = await db.selectFrom('staff_pages').selectAll().where('slug', '=', slug).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const [picture, posts] = await Promise.all([
    row.picture_id === null
      ? undefined
      : db.selectFrom('media').selectAll().where('id', '=', row.picture_id).executeTakeFirst(),
    listPosts(db, viewer, { page: 1, author: slug }),
  ]);
  return {
    slug,
    name: row.name,
    job_title: row.job_title,
    text: sanitizeRichText(row.text, 'article'),
    picture: picture ? presentPicture(picture) : null,
    posts: posts.data.slice(0, 6),
    post_count: posts.total,
  };
}

/** The newest posts that everybody may read, with their texts: for the feed and the sitemap. */
export async function newestPosts(db: Db, now: Date, limit: number): Promise<(PostSummary & { text: string })[]> {
  const { rows } = await sql<PostRow>`${selected} where ${isReadable(publicViewer(now))} ${newestFirst}
    limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...present(row), text: sanitizeRichText(row.text, 'article') }));
}
