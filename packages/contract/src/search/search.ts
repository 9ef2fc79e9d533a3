import { z } from 'zod';
import { SearchHit } from '../catalog/vehicle-shapes.ts';
import type { ContractMap } from '../endpoint.ts';
import { numberFrom } from '../shapes.ts';

export const search = {
  'GET /v1/search': {
    summary: 'Finds vehicles, tunes and products by free text, best first. A VIN is decoded by POST /v1/catalog/vin.',
    access: 'public',
    query: z.object({
      q: z.string().trim().max(120).default(''),
      /** Limit per kind. */
      limit: numberFrom(z.number().int().min(1).max(20)).default(5),
    }),
    reply: z.object({
      vehicles: z.array(SearchHit),
      tunes: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          part_number: z.string(),
          /** One of its vehicles; empty for a tune of transmissions only. */
          label: z.string(),
          path: z.string(),
        }),
      ),
      products: z.array(z.object({ name: z.string(), summary: z.string(), path: z.string() })),
    }),
    publicCache: { area: 'catalog', also: ['store'], maxAgeS: 60 },
    expensive: true,
    // Search-as-you-type sends a request per keystroke.
    limit: { max: 240, windowS: 60, by: 'address' },
    refuses: ['too_many_requests', 'unavailable'],
  },
} as const satisfies ContractMap;
