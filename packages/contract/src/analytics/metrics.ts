import { dayMs } from '@tuneport/domain/units/durations';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Day, KnownCurrency, numberFrom, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';

// Figures of the business. Money comes from the ledger, before tax and by currency.

const isZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};
/** Days begin and end at midnight of this zone. */
const Zone = z.string().max(60).refine(isZone, 'Unknown time zone.').default('UTC');

const daysMax = 3700;
const inOrder = (from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined || (from <= to && Date.parse(to) - Date.parse(from) < daysMax * dayMs);
const range = { from: Day, to: Day, zone: Zone, compare_from: Day.optional(), compare_to: Day.optional() };
type Range = { from: string; to: string; compare_from?: string; compare_to?: string };
const inRange = <S extends z.ZodRawShape>(more: S) => {
  const check = (is: (query: Range) => boolean) => (query: unknown) => is(query as Range);
  const error = 'The last day must not be before the first, and at most ten years after it.';
  return z
    .object({ ...range, ...more })
    .refine(
      check(({ from, to }) => inOrder(from, to)),
      { path: ['to'], error },
    )
    .refine(
      check(({ compare_from, compare_to }) => inOrder(compare_from, compare_to)),
      { path: ['compare_to'], error },
    )
    .refine(
      check(({ compare_from, compare_to }) => (compare_from === undefined) === (compare_to === undefined)),
      {
        path: ['compare_to'],
        error: 'A comparison needs a first and a last day.',
      },
    );
};

export const moneyFigures = ['sales', 'refunds', 'revenue', 'cogs', 'commissions', 'goodwill', 'margin'] as const;
const Money = z.object(
  Object.fromEntries(moneyFigures.map((figure) => [figure, WireMoneyShape])) as Record<
    (typeof moneyFigures)[number],
    typeof WireMoneyShape
  >,
);
const CurrencyFigures = Money.extend({
  currency: z.string(),
  /** Paid in the period. */
  orders: z.number(),
  /** Value of a paid order before tax; null without one. */
  average_order: WireMoneyShape.nullable(),
});

const Deliveries = z.object({
  count: z.number(),
  median_hours: z.number().nullable(),
  /** Of those with a promised time. */
  promised: z.number(),
  kept: z.number(),
});

const Snapshot = z.object({
  from: z.string(),
  to: z.string(),
  currencies: z.array(CurrencyFigures),
  orders: z.number(),
  /** Tune requests that were opened. */
  requests: z.number(),
  visits: z.number(),
  buyers: z.number(),
  /** Buyers who had bought before the period. */
  returning_buyers: z.number(),
  deliveries: Deliveries,
  /** Dealers who bought, who joined, and who bought in the period before but not in this one. */
  dealers: z.object({ active: z.number(), joined: z.number(), lost: z.number() }),
});

const Row = Money.extend({
  key: z.string(),
  name: z.string(),
  currency: z.string(),
  /** Paid orders, or pieces of them, in the period. */
  sold: z.number(),
});
const Breakdown = z.object({
  as_of: WireDate,
  by: z.string(),
  rows: z.array(Row),
  totals: z.array(Row.omit({ key: true, name: true })),
});

export const metricDimensions = [
  'tune',
  'product',
  'vehicle',
  'make',
  'region',
  'country',
  'dealer',
  'source',
] as const;
export const rowFigures = [
  ...moneyFigures,
  'orders',
  'requests',
  'deliveries',
  'late',
  'waiting',
  'dealers',
  'joined',
  'lost',
] as const;

const limit = numberFrom(z.number().int().min(1).max(1000)).default(100);

export const metrics = {
  'GET /v1/admin/metrics': {
    summary: 'Shows revenue, margin, orders, delivery times, dealers and returning buyers of a period.',
    access: 'metrics.read',
    query: inRange({ type: z.enum(['day', 'week', 'month']).default('day') }),
    reply: z.object({
      as_of: WireDate,
      zone: z.string(),
      current: Snapshot,
      comparison: Snapshot.nullable(),
      series: z.array(
        z.object({ from: z.string(), orders: z.number(), currencies: z.array(Money.extend({ currency: z.string() })) }),
      ),
      /** All currencies in the base currency; null where a rate is missing. */
      converted: z
        .object({
          currency: z.string(),
          revenue: WireMoneyShape,
          margin: WireMoneyShape,
          rates: z.array(z.object({ currency: z.string(), rate: z.string(), as_of: z.string() })),
        })
        .nullable(),
      missing_rates: z.array(z.string()),
      tuners: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          open: z.number(),
          delivered: z.number(),
          median_hours: z.number().nullable(),
          promised: z.number(),
          kept: z.number(),
        }),
      ),
      /** Buyers by the month of their first order, and how many bought again in each later month. */
      cohorts: z.array(z.object({ month: z.string(), size: z.number(), active: z.array(z.number()) })),
      /** Vehicles without a tune that people wait for. */
      demand: z.array(z.object({ vehicle: z.string(), engine: z.string(), waiting: z.number() })),
    }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/metrics/breakdown': {
    summary: 'Breaks the money of a period down by one dimension. The rows of a currency sum to its total.',
    access: 'metrics.read',
    query: inRange({ by: z.enum(metricDimensions), limit }),
    reply: Breakdown,
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/metrics/tunes': {
    summary: 'Shows the money of a period by tune.',
    access: 'metrics.read',
    query: inRange({ limit }),
    reply: Breakdown,
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/metrics/vehicles': {
    summary: 'Shows the money of a period by vehicle or make.',
    access: 'metrics.read',
    query: inRange({ by: z.enum(['vehicle', 'make']).default('vehicle'), limit }),
    reply: Breakdown,
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/metrics/rows': {
    summary:
      'Lists the records behind a figure. For money they are postings of the ledger, and their sum is the figure.',
    access: 'metrics.read',
    query: PageQuery.extend({
      figure: z.enum(rowFigures).default('revenue'),
      from: Day.optional(),
      to: Day.optional(),
      zone: Zone,
      currency: KnownCurrency.optional(),
      by: z.enum(metricDimensions).optional(),
      value: z.string().max(300).optional(),
    }),
    reply: Page(
      z.object({
        id: z.string(),
        at: WireDate,
        title: z.string(),
        path: z.string().nullable(),
        detail: z.string(),
        amount: WireMoneyShape.nullable(),
      }),
    ),
  },
} as const satisfies ContractMap;
