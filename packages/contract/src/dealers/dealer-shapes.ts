import { z } from 'zod';
import { Id, Slug } from '../shapes.ts';

/** The prices and terms of a group of dealers, as its dealers see them. */
export const DealerTierTerms = z.object({
  name: z.string(),
  tunes_percent: z.string(),
  products_percent: z.string(),
  terms: z.string(),
});

/** A dealer by id or slug. A slug of digits only cannot exist. */
export const DealerRef = z.union([Id, Slug]);
export const DealerParams = z.object({ id: DealerRef });

/** Members of the dealer, and staff for dealers. For everyone else the dealer does not exist. */
export const readers = ['dealer-member', 'dealers.admin'] as const;
/** Managers of the dealer, and staff for dealers. */
export const managers = ['dealer-manager', 'dealers.admin'] as const;

export const MemberKind = z.enum(['manager', 'member'], 'Choose manager or member.');
/** An amount as typed in the dealer's currency; empty is none. */

/** Logo and colours of a dealer, as its customers see them. */
export const Brand = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  colour: z.string().nullable(),
  /** Of text on the colour, with a contrast of at least 4.5:1. */
  text_colour: z.string().nullable(),
});
/** Empty, or as #rrggbb. */
export const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, 'Enter a colour such as #ff6a2b.');
