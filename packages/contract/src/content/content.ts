import { blogTags } from '@tuneport/domain/content/blog-tags';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, numberFrom, Page, requiredText, Slug, WireDate } from '../shapes.ts';
import { Html, Picture, ShownBlocks } from './blocks.ts';

// Scheduled pages and posts appear without a write, so responses expire by themselves.
const contentCache = { area: 'content', maxAgeS: 30, cachedForS: 30 } as const;

export const BlogTag = z.enum(blogTags, 'The tags are Home, Products, Vehicles, News and Dealer.');

const Author = z.object({ slug: z.string(), name: z.string(), job_title: z.string(), picture: Picture.nullable() });

const PostSummary = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  tags: z.array(BlogTag),
  author: Author,
  cover: Picture.nullable(),
  published_at: WireDate,
  updated_at: WireDate,
  reading_minutes: z.number(),
});

const EditablePage = z.object({ slug: z.string(), title: z.string(), text: z.string(), updated_at: WireDate });

export const content = {
  'GET /editable-page/:slug': {
    summary: 'Returns the title and the text of a static page.',
    access: 'public',
    params: z.object({ slug: Slug }),
    reply: EditablePage,
    publicCache: contentCache,
    refuses: ['not_found'],
  },
  'PUT /editable-page/:slug': {
    summary: 'Publishes a title and a text for a static page. The previous version stays in its history.',
    access: 'content.write',
    params: z.object({ slug: Slug }),
    body: z.object({ title: requiredText('The title'), text: Html.min(1, 'The text is required.') }),
    reply: EditablePage,
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/pages/:slug': {
    summary: 'Returns a static page in blocks, as the site shows it.',
    access: 'public',
    params: z.object({ slug: Slug }),
    reply: z.object({
      slug: z.string(),
      title: z.string(),
      seo_title: z.string(),
      seo_description: z.string(),
      indexed: z.boolean(),
      blocks: ShownBlocks,
      updated_at: WireDate,
    }),
    publicCache: contentCache,
    refuses: ['not_found'],
  },
  'GET /media/:id/:width': {
    summary: 'Returns a picture of the media library in one of its widths. It is immutable under its URL.',
    access: 'public',
    params: z.object({ id: Id, width: numberFrom(z.number().int().min(1).max(10_000)) }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  'GET /blog-posts': {
    summary: 'Lists published posts, newest first. Posts tagged Dealer only for those who may see dealer material.',
    access: 'public',
    query: z.object({
      page: numberFrom(z.number().int().min(1).max(100_000)).default(1),
      tag: BlogTag.optional(),
      /** The slug of a staff member. */
      author: Slug.optional(),
      search: z.string().trim().max(200).optional(),
    }),
    reply: Page(PostSummary),
    publicCache: { ...contentCache, unless: 'session' },
  },
  'GET /blog-posts/:id': {
    summary: 'Returns a published post with its author, tags and related posts.',
    access: 'public',
    params: z.object({ id: Id }),
    reply: PostSummary.extend({ text: z.string(), related: z.array(PostSummary) }),
    publicCache: { ...contentCache, unless: 'session' },
    refuses: ['not_found'],
  },
  'GET /blog-posts/:id/card.png': {
    summary: 'Returns the sharing picture of a post.',
    access: 'public',
    params: z.object({ id: Id }),
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found', 'unavailable'],
  },
  'GET /bio/:slug': {
    summary: 'Returns the page of a staff member with their posts.',
    access: 'public',
    params: z.object({ slug: Slug }),
    reply: Author.extend({ text: z.string(), posts: z.array(PostSummary), post_count: z.number() }),
    publicCache: { ...contentCache, unless: 'session' },
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
