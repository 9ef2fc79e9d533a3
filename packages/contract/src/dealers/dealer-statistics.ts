import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Day, KnownCurrency, WireDate, WireMoneyShape } from '../shapes.ts';
import { DealerParams, readers } from './dealer-shapes.ts';

/** Tunes for cars, goods and rentals of the store, and packs of tune credits. */
const Spend = z.object({
  tunes: WireMoneyShape,
  store: WireMoneyShape,
  credits: WireMoneyShape,
  total: WireMoneyShape,
});
const Period = z.object({
  from: z.string(),
  to: z.string(),
  spend: Spend,
  /** List price of what was bought, and what was paid less than it, before tax. */
  list: WireMoneyShape,
  saved: WireMoneyShape,
  purchases: z.number(),
  requests: z.object({ sent: z.number(), delivered: z.number(), median_hours: z.number().nullable() }),
  credits_used: z.number(),
});

const StatisticsQuery = z.object({
  /** Days of the company, both included. Default: the last twelve months. */
  from: Day.optional(),
  to: Day.optional(),
  compare: z.enum(['previous', 'year']).optional(),
  currency: KnownCurrency.optional(),
});

export const dealerStatistics = {
  'GET /v1/dealers/:id/statistics': {
    summary:
      'Shows what a dealer bought in a period, from the ledger and its records. Members who are not managers see their own part.',
    access: readers,
    params: DealerParams,
    query: StatisticsQuery,
    reply: z.object({
      as_of: WireDate,
      /** The time zone of the days. */
      zone: z.string(),
      scope: z.enum(['dealer', 'own']),
      currency: z.string(),
      currencies: z.array(z.string()),
      current: Period,
      comparison: Period.nullable(),
      months: z.array(Spend.extend({ month: z.string() })),
      makes: z.array(z.object({ make: z.string(), tunes: z.number(), spend: WireMoneyShape })),
      vehicles: z.array(z.object({ vehicle: z.string(), tunes: z.number(), spend: WireMoneyShape })),
      /** Empty for members, who see only their own part. */
      members: z.array(z.object({ name: z.string(), purchases: z.number(), spend: WireMoneyShape })),
      credits: z.object({
        left: z.number(),
        expiring: z.array(z.object({ kind: z.string(), units: z.number(), expires_at: WireDate })),
      }),
    }),
    expensive: true,
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/dealers/:id/statistics/csv': {
    summary: 'Downloads the spending by month and kind as CSV.',
    access: readers,
    params: DealerParams,
    query: StatisticsQuery,
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found', 'invalid_fields'],
  },
} as const satisfies ContractMap;
