import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { DayRange } from '../ledger/earnings-shapes.ts';
import { IdParams, WireDate } from '../shapes.ts';

const Hours = z.number().nullable();

export const tuningReport = {
  'GET /tuners/:id/report': {
    summary: 'Reports the work of a tuner in a date range: deliveries, turnaround and revisions.',
    access: ['tuner', 'admin'],
    params: IdParams,
    query: DayRange,
    reply: z.object({
      from: WireDate,
      to: WireDate,
      delivered: z.number(),
      /** Median time from queue to delivery, in published hours. */
      median_hours: Hours,
      promises: z.object({ kept: z.number(), of: z.number() }),
      /** Change requests that were fulfilled. */
      changes: z.number(),
      /** Results rejected in review. */
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
