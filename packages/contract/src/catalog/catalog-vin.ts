import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { requiredText } from '../shapes.ts';
import { SearchHit } from './vehicle-shapes.ts';

export const VinFacts = z
  .object({
    /**
     * `invalid`: not a VIN, or the check digit is wrong where it is mandatory. `doubtful`: it is wrong where not every
     * maker uses one.
     */
    status: z.enum(['valid', 'doubtful', 'invalid']),
    problem: z.string().nullable(),
    /** Position of the problem, counted from 1. */
    problem_at: z.number().nullable(),
    /** Suggestions, likeliest first: one code can serve several makes. */
    makes: z.array(z.string()),
    country: z.string().nullable(),
    /** Suggestions, likeliest first: a year code is reused after thirty years. */
    years: z.array(z.number()),
  })
  .meta({ id: 'VinFacts' });

export const catalogVin = {
  // A VIN identifies a person: it is sent in a body, which no log, history or cache stores.
  'POST /v1/catalog/vin': {
    summary: 'Checks and decodes a VIN, and lists the matching makes and years of the catalogue.',
    access: 'public',
    body: z.object({ vin: requiredText('The VIN', 60) }),
    reply: VinFacts.extend({ vehicles: z.array(SearchHit) }),
    transaction: 'none',
    limit: { max: 60, windowS: 60, by: 'address' },
    refuses: ['too_many_requests'],
  },
} as const satisfies ContractMap;
