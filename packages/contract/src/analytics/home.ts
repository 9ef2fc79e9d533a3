import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { WireDate } from '../shapes.ts';

/** A tune for a vehicle: its page, the names, and the body style. */
const TunedVehicle = z.object({ path: z.string(), vehicle: z.string(), tune: z.string(), body: z.string() });

export const home = {
  'GET /v1/home': {
    summary: 'Returns what the start page shows from records: deliveries, tuners, tunes, posts and dealers.',
    access: 'public',
    reply: z.object({
      /** null while there are too few deliveries for a figure that means something. */
      deliveries: z
        .object({
          last_30_days: z.number(),
          median_hours: z.number(),
          /** null while too few deliveries had a promised time. */
          kept_percent: z.number().nullable(),
        })
        .nullable(),
      /** Tuning companies that delivered in the last 90 days, the most deliveries first. */
      tuners: z.array(z.object({ name: z.string(), deliveries: z.number() })),
      /** Tunes that several customers bought in the last 90 days, the most buyers first. */
      chosen: z.array(TunedVehicle.extend({ buyers: z.number() })),
      /** Tunes with a measured curve before and after, in hp at the crank. */
      measured: z.array(TunedVehicle.extend({ before_hp: z.number(), after_hp: z.number() })),
      posts: z.array(
        z.object({ id: z.number(), slug: z.string(), title: z.string(), summary: z.string(), published_at: WireDate }),
      ),
      dealers: z.object({ total: z.number(), towns: z.array(z.object({ name: z.string(), near: z.string() })) }),
    }),
    publicCache: { area: 'content', also: ['catalog', 'dealers'], maxAgeS: 60 },
  },
} as const satisfies ContractMap;
