import { type Currency, currencyCodes } from '@tuneport/domain/money/money';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Day, Id, WireMoneyShape } from '../shapes.ts';
import { Named } from './lead-shapes.ts';

const Totals = z.object({ count: z.number(), value: WireMoneyShape });

export const leadReports = {
  'GET /v1/admin/lead-engine/report': {
    summary:
      'Reports won and lost deals, forecast by month, conversion and duration by stage, and activities by owner.',
    access: 'leads',
    query: z.object({
      pipeline: Id.optional(),
      owner: Id.optional(),
      from: Day.optional(),
      to: Day.optional(),
      /** Only values in this currency are summed; without it the default one of the store. */
      currency: z.enum(currencyCodes as readonly [Currency, ...Currency[]]).optional(),
    }),
    reply: z.object({
      from: z.string(),
      to: z.string(),
      pipeline: Named,
      /** Of the deals of the pipeline, the default one first. */
      currencies: z.array(z.string()),
      won: Totals,
      lost: Totals,
      /** Of the deals closed in the period, in percent; null without any. */
      winRate: z.number().nullable(),
      reasons: z.array(Totals.extend({ reason: z.string() })),
      months: z.array(
        z.object({
          month: z.string(),
          won: WireMoneyShape,
          lost: WireMoneyShape,
          wonCount: z.number(),
          lostCount: z.number(),
        }),
      ),
      /** Open deals by the month they are expected to close, weighted by probability. */
      forecast: z.array(
        z.object({ month: z.string(), count: z.number(), value: WireMoneyShape, weighted: WireMoneyShape }),
      ),
      stages: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          /** Deals that were in the stage during the period. */
          entered: z.number(),
          /** Of those that left it, the share that went on to a later stage or was won, in percent. */
          conversion: z.number().nullable(),
          averageDays: z.number().nullable(),
        }),
      ),
      owners: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          activitiesDone: z.number(),
          won: z.number(),
          lost: z.number(),
          value: WireMoneyShape,
        }),
      ),
    }),
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/admin/lead-engine/lost-reasons': {
    summary: 'Lists the reasons of lost deals, the most frequent ones of the last two years first.',
    access: 'leads',
    reply: z.array(z.string()),
  },
} as const satisfies ContractMap;
