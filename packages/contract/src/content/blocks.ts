import type { Block } from '@tuneport/domain/content/blocks';
import { z } from 'zod';
import { Id } from '../shapes.ts';

const line = (label: string, max = 200) =>
  z.string().trim().max(max, `${label} can have at most ${max} characters.`).default('');
const needed = (label: string, max = 200) =>
  z.string().trim().min(1, `${label} is required.`).max(max, `${label} can have at most ${max} characters.`);
export const Html = z.string().max(60_000, 'The text can have at most 60000 characters.');

/** A page of this site or an https address. */
const LinkTarget = z
  .string()
  .trim()
  .max(500)
  .regex(/^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/, 'Enter a path such as /catalog or an https address.');

export const Blocks = z
  .array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), html: Html }),
      z.object({ kind: z.literal('image'), media_id: Id, caption: line('The caption', 300) }),
      z.object({
        kind: z.literal('table'),
        caption: line('The caption', 300),
        columns: z.array(line('A column', 200)).min(1, 'A table needs a column.').max(12),
        rows: z.array(z.array(line('A cell', 600)).max(12)).max(200),
      }),
      z.object({
        kind: z.literal('steps'),
        title: line('The title'),
        items: z.array(z.object({ title: needed('A step'), html: Html })).max(60),
      }),
      z.object({
        kind: z.literal('faq'),
        title: line('The title'),
        items: z.array(z.object({ question: needed('A question', 300), html: Html })).max(200),
      }),
      z.object({
        kind: z.literal('cta'),
        title: needed('The title'),
        text: line('The text', 600),
        label: needed('The button label', 60),
        to: LinkTarget,
      }),
      z.object({ kind: z.literal('product'), slug: needed('The product', 120) }),
      z.object({ kind: z.literal('vehicles'), title: line('The title'), text: line('The text', 600) }),
    ]),
  )
  .max(100, 'A page can have at most 100 blocks.') satisfies z.ZodType<readonly Block[]>;

export const Picture = z
  .object({
    id: z.number(),
    alt: z.string(),
    width: z.number(),
    height: z.number(),
    focal_x: z.number(),
    focal_y: z.number(),
    /** Available sizes, narrowest first. */
    sizes: z.array(z.object({ width: z.number(), url: z.string() })),
  })
  .meta({ id: 'MediaPicture' });

/** Blocks as a page shows them: pictures come with their sizes. */
export const ShownBlocks = z.array(z.record(z.string(), z.unknown())) as unknown as z.ZodType<ShownBlock[]>;
export type PictureShape = z.output<typeof Picture>;
export type ShownBlock =
  | Exclude<Block, { kind: 'image' }>
  | (Extract<Block, { kind: 'image' }> & { image: PictureShape | null });
