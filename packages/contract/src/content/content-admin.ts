import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Id, numberFrom, Page, PageQuery, requiredText, Slug, WireDate } from '../shapes.ts';
import { Blocks, Html, Picture, ShownBlocks } from './blocks.ts';
import { BlogTag } from './content.ts';

const seo = {
  seo_title: z.string().trim().max(120, 'The SEO title can have at most 120 characters.').default(''),
  seo_description: z.string().trim().max(300, 'The SEO description can have at most 300 characters.').default(''),
  /** False asks search engines to leave the page out. */
  indexed: z.boolean().default(true),
};

const versionStates = ['draft', 'scheduled', 'published', 'replaced'] as const;
const VersionState = z.enum(versionStates);
const VersionRow = z.object({
  id: z.number(),
  title: z.string(),
  state: VersionState,
  publish_at: WireDate.nullable(),
  /** Null for a starting text that came with the product. */
  written_by: z.string().nullable(),
  created_at: WireDate,
  updated_at: WireDate,
});
const Version = VersionRow.extend({
  seo_title: z.string(),
  seo_description: z.string(),
  indexed: z.boolean(),
  blocks: ShownBlocks,
});
const PageRow = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  state: z.enum(['published', 'unpublished', 'draft']),
  has_draft: z.boolean(),
  scheduled_at: WireDate.nullable(),
  updated_at: WireDate,
});
const PageRecord = z.object({
  id: z.number(),
  slug: z.string(),
  hidden: z.boolean(),
  updated_at: WireDate,
  /** What the editor opens: the draft, or else what is published. */
  current: Version,
  versions: z.array(VersionRow),
});
export type PageDraft = z.output<typeof DraftFields>;
const DraftFields = z.object({ title: requiredText('The title'), ...seo, blocks: Blocks });
const PageParams = z.object({ slug: Slug });
const VersionParams = PageParams.extend({ version: Id });
const page = { access: 'content.write', params: PageParams, reply: PageRecord } as const;

const MediaRow = Picture.extend({
  name: z.string(),
  uses: z.array(z.object({ subject: z.string(), label: z.string(), to: z.string() })),
  created_at: WireDate,
  updated_at: WireDate,
});
const mediaFields = {
  name: requiredText('The name', 120),
  alt: requiredText('The alt text', 300),
  focal_x: numberFrom(z.number().int().min(0).max(100)),
  focal_y: numberFrom(z.number().int().min(0).max(100)),
};
export const mediaNoun = defineNoun({
  path: '/v1/admin/media',
  one: 'a picture of the media library',
  many: 'pictures of the media library',
  read: 'content.write',
  write: 'content.write',
  row: MediaRow,
  record: MediaRow,
  create: z.object(mediaFields),
  change: z.object(mediaFields).partial(),
  filters: { alt: z.enum(['missing']).optional(), used: z.enum(['yes', 'no']).optional() },
  calls: ['list', 'read', 'update', 'delete', 'history'],
});

const StaffPage = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  job_title: z.string(),
  text: z.string(),
  picture_id: z.number().nullable(),
  picture: Picture.nullable(),
  posts: z.number(),
  created_at: WireDate,
  updated_at: WireDate,
});
const staffFields = {
  slug: Slug,
  name: requiredText('The name', 120),
  job_title: z.string().trim().max(120, 'The job title can have at most 120 characters.'),
  text: Html,
  picture_id: Id.nullable(),
};
export const staffPageNoun = defineNoun({
  path: '/v1/admin/staff-pages',
  one: 'a staff page',
  many: 'staff pages',
  read: 'content.write',
  write: 'content.write',
  row: StaffPage,
  record: StaffPage,
  create: z.object({
    ...staffFields,
    job_title: staffFields.job_title.default(''),
    text: staffFields.text.default(''),
    picture_id: staffFields.picture_id.default(null),
  }),
  change: z.object(staffFields).partial(),
  idempotent: 'accepts',
});

const PostRow = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  tags: z.array(BlogTag),
  author_id: z.number(),
  author: z.object({ id: z.number(), name: z.string(), slug: z.string() }),
  cover_id: z.number().nullable(),
  state: z.enum(['draft', 'scheduled', 'published']),
  publish_at: WireDate.nullable(),
  created_at: WireDate,
  updated_at: WireDate,
});
const PostRecord = PostRow.extend({ text: z.string(), cover: Picture.nullable(), reading_minutes: z.number() });
const postFields = {
  title: requiredText('The title', 160),
  slug: Slug,
  summary: z.string().trim().max(400, 'The summary can have at most 400 characters.'),
  text: Html,
  tags: z.array(BlogTag).max(5),
  author_id: Id,
  cover_id: Id.nullable(),
  /** Null keeps the post a draft; a later time schedules it. */
  publish_at: z.iso.datetime({ offset: true }).nullable(),
};
export const blogPostNoun = defineNoun({
  path: '/v1/admin/blog-posts',
  one: 'a blog post',
  many: 'blog posts',
  read: 'content.write',
  write: 'content.write',
  row: PostRow,
  record: PostRecord,
  create: z.object({
    ...postFields,
    slug: z.union([postFields.slug, z.literal('')]).default(''),
    summary: postFields.summary.default(''),
    tags: postFields.tags.default([]),
    cover_id: postFields.cover_id.default(null),
    publish_at: postFields.publish_at.default(null),
  }),
  change: z.object(postFields).partial(),
  filters: {
    state: z.enum(['draft', 'scheduled', 'published']).optional(),
    tag: BlogTag.optional(),
    author: Id.optional(),
  },
  idempotent: 'accepts',
});

export const contentAdmin = {
  'GET /v1/admin/pages': {
    summary: 'Lists the static pages.',
    access: 'content.write',
    query: PageQuery.extend({ state: z.enum(['published', 'unpublished', 'draft']).optional() }),
    reply: Page(PageRow),
  },
  'GET /v1/admin/pages/:slug': {
    ...page,
    summary: 'Returns a page with its draft and its versions.',
    refuses: ['not_found'],
  },
  'PUT /v1/admin/pages/:slug/draft': {
    ...page,
    summary: 'Saves the draft of a page. The published version stays as it is.',
    body: DraftFields,
    precondition: true,
    refuses: ['not_found', 'invalid_fields', 'stale_record'],
  },
  'DELETE /v1/admin/pages/:slug/draft': {
    ...page,
    summary: 'Discards the draft of a page.',
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/pages/:slug/publish': {
    ...page,
    summary: 'Publishes the draft, now or at a later time.',
    body: z.object({ at: z.iso.datetime({ offset: true }).nullable().default(null) }),
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
  'POST /v1/admin/pages/:slug/visibility': {
    ...page,
    summary: 'Unpublishes a page, or publishes it again.',
    body: z.object({ hidden: z.boolean() }),
    refuses: ['not_found'],
  },
  'GET /v1/admin/pages/:slug/versions/:version': {
    summary: 'Returns one version of a page.',
    access: 'content.write',
    params: VersionParams,
    reply: Version,
    refuses: ['not_found'],
  },
  'POST /v1/admin/pages/:slug/versions/:version/restore': {
    ...page,
    params: VersionParams,
    summary: 'Makes an earlier version the draft, in place of the current draft.',
    refuses: ['not_found', 'invalid_fields'],
  },
  'POST /v1/admin/pages/:slug/versions/:version/unschedule': {
    ...page,
    params: VersionParams,
    summary: 'Makes a scheduled version the draft again.',
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/media': {
    summary: 'Uploads a picture and encodes it in several widths.',
    access: 'content.write',
    body: z.object({ alt: z.string().trim().max(300, 'The alt text can have at most 300 characters.').default('') }),
    reply: MediaRow,
    status: 201,
    upload: { maxBytes: 15 * 1024 * 1024, maxFiles: 1 },
    transaction: 'none',
    refuses: ['invalid_fields', 'too_large'],
  },
  ...recordCalls(mediaNoun),
  ...recordCalls(blogPostNoun),
  ...recordCalls(staffPageNoun),
  'PUT /v1/admin/bio/:slug': {
    summary: 'Stores the page of a staff member; creates it if there is none.',
    access: 'content.write',
    params: z.object({ slug: Slug }),
    body: z.object({
      name: staffFields.name,
      job_title: staffFields.job_title.optional(),
      /** A picture of the media library. */
      picture: Id.nullable().optional(),
      text: staffFields.text,
    }),
    reply: StaffPage,
    refuses: ['invalid_fields', 'conflict'],
  },
} as const satisfies ContractMap;
