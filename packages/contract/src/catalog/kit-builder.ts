import type { KitNode as KitNodeType } from '@tuneport/domain/catalog/kit-tree';
import { z } from 'zod';

const KitProductSlug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'The product is missing.')
  .max(120)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'Enter the URL slug of a product, such as flash-port.');

/** A node of the kit builder: a question with the nodes of its answers, or a result. */
export const KitNode: z.ZodType<KitNodeType> = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
    answer: z.string().trim().max(200, 'An answer can have at most 200 characters.'),
    title: z.string().trim().max(200, 'A title can have at most 200 characters.'),
    text: z.string().trim().max(2000, 'A text can have at most 2000 characters.'),
    products: z
      .array(z.strictObject({ slug: KitProductSlug, quantity: z.number().int().min(1).max(20) }))
      .max(20, 'A kit can have at most 20 products.'),
    tunes: z.array(z.number().int().positive().max(2_147_483_647)).max(20, 'A kit can have at most 20 tunes.'),
    get children() {
      return z.array(KitNode).max(20, 'A question can have at most 20 answers.');
    },
  })
  .meta({ id: 'KitNode' });
