import { blogPostNoun } from '@tuneport/contract/content/content-admin';
import { readingMinutes } from '@tuneport/domain/content/blocks';
import { slugOf } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { createRecord } from '../../../platform/records/records.ts';
import { sanitizeRichText } from '../../../platform/rich-text.ts';
import { mediaIdsIn, presentPicture, storeUses } from '../media/media-queries.ts';

type Row = {
  id: number;
  slug: string;
  title: string;
  summary: string;
  text: string;
  tags: ('Home' | 'Products' | 'Vehicles' | 'News' | 'Dealer')[];
  author_id: number;
  author: { id: number; name: string; slug: string };
  cover_id: number | null;
  cover: Parameters<typeof presentPicture>[0] | null;
  publish_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const state = (publishAt: Date | null, now: Date) =>
  publishAt === null ? 'draft' : publishAt > now ? 'scheduled' : 'published';

export const posts = defineRecords<typeof blogPostNoun, Row>(blogPostNoun, {
  table: 'blog_posts',
  subject: 'blog-post',
  acts: 'blog-posts',
  area: 'content',
  select: sql`r.*, jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as author, to_jsonb(c) as cover`,
  join: sql`join staff_pages s on s.id = r.author_id left join media c on c.id = r.cover_id`,
  search: ['r.title', 'r.summary', 's.name'],
  filters: {
    state: (wanted, now) =>
      wanted === 'draft'
        ? sql`r.publish_at is null`
        : wanted === 'scheduled'
          ? sql`r.publish_at > ${now}`
          : sql`r.publish_at <= ${now}`,
    tag: (tag) => sql`r.tags @> array[${tag}]::text[]`,
    author: (id) => sql`r.author_id = ${id}`,
  },
  sort: { title: 'lower(r.title)', publish_at: 'r.publish_at', updated_at: 'r.updated_at' },
  order: 'r.publish_at desc nulls first',
  constraints: {
    blog_posts_author_id_fkey: ['author_id', 'There is no such author.'],
    blog_posts_cover_id_fkey: ['cover_id', 'There is no such picture.'],
  },
  present: (row, now) => ({
    ...row,
    state: state(row.publish_at, now),
    text: sanitizeRichText(row.text, 'article'),
    cover: row.cover && presentPicture(row.cover),
    reading_minutes: readingMinutes(row.text),
  }),
  check: (_db, change) =>
    change.text === undefined || sanitizeRichText(change.text, 'article').trim() !== ''
      ? {}
      : { text: ['The text is required.'] },
  toRow: ({ text, tags, slug, ...change }) => ({
    ...change,
    ...(text === undefined ? {} : { text: sanitizeRichText(text, 'article') }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    ...(slug ? { slug } : {}),
  }),
  initial: (_db, { slug, title }) => ({ slug: slug || slugOf(title) }),
  saved: ({ db }, { id, text, cover_id }) =>
    storeUses(db, `blog-post:${id}`, [...mediaIdsIn(text), ...(cover_id === null ? [] : [cover_id])], 'text'),
});

export type NewPost = z.output<(typeof blogPostNoun)['create']>;

/** For code that has no request: the demo data set. */
export const createPost = (db: Db, actor: Actor, input: NewPost, now: Date) =>
  createRecord(db, actor, posts.kind, input, now);
