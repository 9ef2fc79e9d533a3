import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';

export const places = {
  'GET /geocode': {
    summary: 'Finds the location of an address or postal code from local data only. Empty if unknown.',
    access: 'public',
    query: z.object({
      text: z.string().trim().min(1, 'Enter an address or a postal code.').max(200),
      country: z.string().trim().toUpperCase().length(2, 'Enter a two-letter country code.').optional(),
    }),
    reply: z.array(
      z
        .object({
          latitude: z.number(),
          longitude: z.number(),
          label: z.string(),
          /** The area this point is the centre of. */
          precision: z.enum(['city', 'state', 'country']),
        })
        .meta({ id: 'FoundPlace' }),
    ),
    // Uses neither the database nor external services.
    transaction: 'none',
  },
} as const satisfies ContractMap;
