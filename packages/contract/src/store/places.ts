import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';

export const places = {
  'GET /geocode': {
    summary: 'Finds where an address or postal code lies, from what is known here alone. Empty when unknown.',
    access: 'public',
    query: z.object({
      text: z.string().trim().min(1, 'Write an address or a postal code.').max(200),
      country: z.string().trim().toUpperCase().length(2, 'Write a country as its two letters.').optional(),
    }),
    reply: z.array(
      z
        .object({
          latitude: z.number(),
          longitude: z.number(),
          label: z.string(),
          /** What its middle this is. */
          precision: z.enum(['city', 'state', 'country']),
        })
        .meta({ id: 'FoundPlace' }),
    ),
    // Nothing is asked of the database or of anybody else.
    transaction: 'none',
  },
} as const satisfies ContractMap;
