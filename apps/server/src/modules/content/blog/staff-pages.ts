import { staffPageNoun } from '@tuneport/contract/content/content-admin';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { countOf } from '../../../platform/db/lists/count-of.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { createRecord, updateRecord } from '../../../platform/records/records.ts';
import { sanitizeRichText } from '../../../platform/rich-text.ts';
import { mediaIdsIn, presentPicture, storeUses } from '../media/media-queries.ts';

type Row = {
  id: number;
  slug: string;
  name: string;
  job_title: string;
  text: string;
  picture_id: number | null;
  picture: Parameters<typeof presentPicture>[0] | null;
  posts: number;
  created_at: Date;
  updated_at: Date;
};

const article = (html: string) => sanitizeRichText(html, 'article');

export const staffPages = defineRecords<typeof staffPageNoun, Row>(staffPageNoun, {
  table: 'staff_pages',
  subject: 'staff-page',
  acts: 'staff-pages',
  area: 'content',
  select: sql`r.*, to_jsonb(m) as picture, (select count(*)::int from blog_posts p where p.author_id = r.id) as posts`,
  join: sql`left join media m on m.id = r.picture_id`,
  search: ['r.name', 'r.slug', 'r.job_title'],
  sort: { name: 'lower(r.name)', created_at: 'r.created_at' },
  order: 'lower(r.name)',
  constraints: {
    staff_pages_slug_key: ['slug', 'Another staff page has this URL slug.'],
    staff_pages_picture_id_fkey: ['picture_id', 'There is no such picture.'],
  },
  present: (row) => ({ ...row, text: article(row.text), picture: row.picture && presentPicture(row.picture) }),
  toRow: ({ text, ...change }) => ({ ...change, ...(text === undefined ? {} : { text: article(text) }) }),
  uses: async (db, id) => [{ count: await countOf(db, 'blog_posts', 'author_id', id), one: 'post', many: 'posts' }],
  saved: ({ db }, record) => storePictures(db, record),
});

type Stored = { id: number; text: string; picture_id: number | null };
const storePictures = (db: Db, { id, text, picture_id }: Stored) =>
  storeUses(db, `staff-page:${id}`, [...mediaIdsIn(text), ...(picture_id === null ? [] : [picture_id])], 'picture_id');

type Bio = { name: string; text: string; job_title?: string | undefined; picture?: number | null | undefined };

/** Stores a staff page by its slug, whether it exists or not. */
export async function saveBio(db: Db, actor: Actor, slug: string, input: Bio, now: Date) {
  const { picture, job_title, ...rest } = input;
  const change = {
    ...rest,
    ...(job_title === undefined ? {} : { job_title }),
    ...(picture === undefined ? {} : { picture_id: picture }),
  };
  const known = await db.selectFrom('staff_pages').select('id').where('slug', '=', slug).executeTakeFirst();
  const record = known
    ? (await updateRecord(db, actor, staffPages.kind, known.id, change, null, now)).record
    : await createRecord(db, actor, staffPages.kind, { ...change, slug }, now);
  await storePictures(db, record);
  return record;
}
