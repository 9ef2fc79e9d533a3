import { z } from 'zod';
import { defineNoun, recordCalls } from '../records.ts';
import { numberFrom, requiredText, WireDate } from '../shapes.ts';
import { SharePercent } from './dealers-admin.ts';

const tierFields = {
  name: requiredText('A name', 60),
  /** Off the list price; the best of dealer price, role discount and tier applies. */
  tunes_percent: SharePercent,
  products_percent: SharePercent,
  /** What else is agreed with these dealers, which they read in their portal. */
  terms: z.string().trim().max(2000, 'The terms can have at most 2,000 characters.'),
  position: numberFrom(z.number().int().min(0).max(10_000)),
};
const Tier = z.object({
  id: z.number(),
  name: z.string(),
  tunes_percent: z.string(),
  products_percent: z.string(),
  terms: z.string(),
  position: z.number(),
  dealers: z.number(),
  created_at: WireDate,
  updated_at: WireDate,
});

export const dealerTiers = defineNoun({
  path: '/v1/admin/dealer-tiers',
  one: 'a dealer tier',
  many: 'dealer tiers',
  read: 'dealers.admin',
  write: 'dealers.admin',
  row: Tier,
  record: Tier,
  create: z.object({
    ...tierFields,
    tunes_percent: SharePercent.default('0'),
    products_percent: SharePercent.default('0'),
    terms: tierFields.terms.default(''),
    position: tierFields.position.default(0),
  }),
  change: z.object(tierFields).partial(),
  idempotent: 'accepts',
});
export const dealerTierCalls = recordCalls(dealerTiers);
