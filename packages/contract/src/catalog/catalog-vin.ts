import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { requiredText } from '../shapes.ts';
import { SearchHit } from './catalog.ts';

export const VinFacts = z
  .object({
    /** `invalid`: no VIN, or its check digit is wrong. `doubtful`: as far as its market has a check digit, it is wrong. */
    status: z.enum(['valid', 'doubtful', 'invalid']),
    problem: z.string().nullable(),
    /** The character the problem is about, from 1. */
    problem_at: z.number().nullable(),
    /** Proposals, the likeliest first: one code can serve several makes. */
    makes: z.array(z.string()),
    country: z.string().nullable(),
    /** Proposals, the likeliest first: a code stands for two years, thirty apart. */
    years: z.array(z.number()),
  })
  .meta({ id: 'VinFacts' });

export const catalogVin = {
  // A VIN identifies a person: it is sent in a body, which no log, history or cache stores.
  'POST /v1/catalog/vin': {
    summary: 'Checks and decodes a VIN, and names the makes and years of the catalogue it narrows to.',
    access: 'public',
    body: z.object({ vin: requiredText('The VIN', 60) }),
    reply: VinFacts.extend({ vehicles: z.array(SearchHit) }),
    transaction: 'none',
    limit: { max: 60, windowS: 60, by: 'address' },
    refuses: ['too_many_requests'],
  },
} as const satisfies ContractMap;
