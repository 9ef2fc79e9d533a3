import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { DayRange } from '../ledger/earnings-shapes.ts';
import { IdParams, WireDate } from '../shapes.ts';

const Hours = z.number().nullable();

export const tuningReport = {
  'GET /tuners/:id/report': {
    summary: 'The work of a tuner in a range of days: what was delivered, how fast, and what came back.',
    access: ['tuner', 'admin'],
    params: IdParams,
    query: DayRange,
    reply: z.object({
      from: WireDate,
      to: WireDate,
      delivered: z.number(),
      /** From the queue to the customer, in published hours; half of them took no longer. */
      median_hours: Hours,
      promises: z.object({ kept: z.number(), of: z.number() }),
      /** Changes that customers asked for and got. */
      changes: z.number(),
      /** Results that the second pair of eyes sent back. */
      sent_back: z.number(),
      now: z.object({
        waiting: z.number(),
        in_work: z.number(),
        in_review: z.number(),
        late: z.number(),
        oldest_at: WireDate.nullable(),
      }),
      people: z.array(z.object({ name: z.string(), delivered: z.number(), median_hours: Hours, changes: z.number() })),
    }),
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
