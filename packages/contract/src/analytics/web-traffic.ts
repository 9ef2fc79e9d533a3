import { dimensionNames } from '@tuneport/domain/analytics/traffic-dimensions';
import { dayMs } from '@tuneport/domain/units/durations';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Day, numberFrom, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';

// Reports on our own web analytics. Days are in UTC and both ends are included.

const daysMax = 3700;
const dayNumber = (day: string) => Date.parse(day) / dayMs;
const inOrder = (from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined || (from <= to && dayNumber(to) - dayNumber(from) < daysMax);

const periods = {
  /** The length of one step of the series. */
  type: z.enum(['hour', 'day', 'week', 'month']).default('day'),
  start: Day,
  end: Day,
  compare_start: Day.optional(),
  compare_end: Day.optional(),
};
type Periods = { type: string; start: string; end: string; compare_start?: string; compare_end?: string };
/** A longer series by the hour is megabytes long and takes seconds. */
const hourDaysMax = 92;
const isShort = (from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined || dayNumber(to) - dayNumber(from) < hourDaysMax;
const order = 'The end must not be before the start, and at most ten years after it.';
const periodQuery = <S extends z.ZodRawShape>(more: S) => {
  const check = (is: (query: Periods) => boolean) => (query: unknown) => is(query as Periods);
  return z
    .object({ ...periods, ...more })
    .refine(
      check(({ start, end }) => inOrder(start, end)),
      { path: ['end'], error: order },
    )
    .refine(
      check(({ compare_start, compare_end }) => inOrder(compare_start, compare_end)),
      {
        path: ['compare_end'],
        error: order,
      },
    )
    .refine(
      check(
        ({ type, start, end, compare_start, compare_end }) =>
          type !== 'hour' || (isShort(start, end) && isShort(compare_start, compare_end)),
      ),
      { path: ['type'], error: `Hours are shown for at most ${hourDaysMax} days.` },
    )
    .refine(
      check(({ compare_start, compare_end }) => (compare_start === undefined) === (compare_end === undefined)),
      {
        path: ['compare_end'],
        error: 'A comparison needs a start and an end.',
      },
    );
};

const Figures = z.object({
  visits: z.number(),
  visitors: z.number(),
  new_visitors: z.number(),
  views: z.number(),
  events: z.number(),
  /** Visits of one page. */
  bounces: z.number(),
  seconds: z.number(),
});
const Step = Figures.extend({
  /** The first day of the step, or its hour as an ISO date. */
  from: z.string(),
});
const Period = z.object({ start: z.string(), end: z.string(), totals: Figures, series: z.array(Step) });

const Comparable = <T extends z.ZodType>(part: T) => ({ current: part, comparison: part.nullable() });
const AsOf = { as_of: WireDate.nullable() };

const Row = Figures.extend({ value: z.string() });
const Breakdown = z.object({ totals: Figures, rows: z.array(Row) });

const Terms = z.object({
  searches: z.number(),
  without_results: z.number(),
  rows: z.array(z.object({ term: z.string(), searches: z.number(), without_results: z.number() })),
});

const SourceMoney = z.object({
  /** Paid orders and purchases placed in the period. */
  orders: z.number(),
  /** Before tax, after refunds. */
  revenue: z.array(WireMoneyShape),
  commissions: z.array(WireMoneyShape),
  /** What is left of it. */
  net: z.array(WireMoneyShape),
});
const Acquisition = z.object({
  totals: Figures.extend(SourceMoney.shape),
  rows: z.array(Row.extend(SourceMoney.shape)),
});

const VisitRow = z.object({
  id: z.string(),
  started_at: WireDate,
  seconds: z.number(),
  views: z.number(),
  events: z.number(),
  entry: z.string(),
  exit: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  first_source: z.string(),
  country: z.string(),
  language: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  is_new: z.boolean(),
});

const goalFields = {
  name: requiredText('A name', 80),
  kind: z.enum(['path', 'event']),
  pattern: requiredText('A path or an event', 200),
};
const Goal = z.object({ id: z.number(), ...goalFields, created_at: WireDate, updated_at: WireDate });
export const trafficGoals = defineNoun({
  path: '/v1/admin/analytics/goals',
  one: 'a goal',
  many: 'goals',
  read: 'analytics.read',
  write: 'analytics.read',
  row: Goal,
  record: Goal,
  create: z.object(goalFields),
  change: z.object(goalFields).partial(),
  idempotent: 'accepts',
});

const annotationFields = { day: Day, text: requiredText('The text', 200) };
const Annotation = z.object({ id: z.number(), ...annotationFields, created_at: WireDate, updated_at: WireDate });
export const trafficAnnotations = defineNoun({
  path: '/v1/admin/analytics/annotations',
  one: 'an annotation',
  many: 'annotations',
  read: 'analytics.read',
  write: 'analytics.read',
  row: Annotation,
  record: Annotation,
  create: z.object(annotationFields),
  change: z.object(annotationFields).partial(),
  idempotent: 'accepts',
});

const exact = z.string().max(2048).optional();

export const webTraffic = {
  ...recordCalls(trafficGoals),
  ...recordCalls(trafficAnnotations),
  'GET /v1/admin/analytics/visit-stats': {
    summary: 'Shows visits, visitors and page views over time, for a period and the one it is compared with.',
    access: 'analytics.read',
    query: periodQuery({}),
    reply: z.object({ ...AsOf, ...Comparable(Period) }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/analytics/new-vs-returning': {
    summary:
      'Shows new and returning visitors over time. Visitors who did not agree to analytics cookies are known for a day.',
    access: 'analytics.read',
    query: periodQuery({}),
    reply: z.object({
      ...AsOf,
      ...Comparable(
        z.object({
          start: z.string(),
          end: z.string(),
          totals: z.object({ new: z.number(), returning: z.number() }),
          series: z.array(z.object({ from: z.string(), new: z.number(), returning: z.number() })),
        }),
      ),
    }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/analytics/search-stats': {
    summary: 'Shows what visitors searched for, and which searches found nothing.',
    access: 'analytics.read',
    query: periodQuery({ limit: numberFrom(z.number().int().min(1).max(1000)).default(50) }),
    reply: z.object({ ...AsOf, ...Comparable(Terms) }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/analytics/traffic-acquisition-scoped': {
    summary:
      'Shows where visitors came from, by the source of the visit or of their first visit, with orders and revenue after refunds and commissions.',
    access: 'analytics.read',
    query: periodQuery({
      scope: z.enum(['session', 'first-visit']).default('session'),
      by: z.enum(['source', 'medium', 'campaign']).default('source'),
      limit: numberFrom(z.number().int().min(1).max(1000)).default(50),
    }),
    reply: z.object({ ...AsOf, scope: z.string(), ...Comparable(Acquisition) }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/analytics/breakdown': {
    summary: 'Breaks the figures of a period down by one dimension. The rows sum to the total.',
    access: 'analytics.read',
    query: periodQuery({
      dimension: z.enum(dimensionNames as [string, ...string[]]),
      limit: numberFrom(z.number().int().min(1).max(1000)).default(10),
    }),
    reply: z.object({ ...AsOf, ...Comparable(Breakdown) }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/analytics/overview': {
    summary: 'Shows live visitors, the funnel to a paid order, goals, annotations and bots of a period.',
    access: 'analytics.read',
    query: periodQuery({}),
    reply: z.object({
      ...AsOf,
      live: z.number(),
      funnel: z.array(z.object({ step: z.string(), visits: z.number() })),
      goals: z.array(
        z.object({ id: z.number(), name: z.string(), kind: z.string(), pattern: z.string(), completions: z.number() }),
      ),
      annotations: z.array(z.object({ id: z.number(), day: z.string(), text: z.string() })),
      bots: z.array(z.object({ code: z.string(), views: z.number() })),
      /** Visits before this day are kept as totals only. */
      visits_since: z.string(),
    }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/analytics/visits': {
    summary: 'Lists the visits behind a figure, newest first, as long as single visits are kept.',
    access: 'analytics.read',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      source: exact,
      medium: exact,
      campaign: exact,
      first_source: exact,
      first_medium: exact,
      first_campaign: exact,
      entry: exact,
      exit: exact,
      country: exact,
      language: exact,
      device: exact,
      browser: exact,
      os: exact,
      step: exact,
      new: z.enum(['true', 'false']).optional(),
    }),
    reply: Page(VisitRow),
  },
  'GET /v1/admin/analytics/page-views': {
    summary: 'Lists single page views and events, newest first, as long as they are kept. Bots are listed apart.',
    access: 'analytics.read',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      path: exact,
      bot: z.string().max(5).optional(),
      kind: z.enum(['view', 'event', 'bot']).default('view'),
    }),
    reply: Page(
      z.object({
        id: z.string(),
        at: WireDate,
        path: z.string(),
        title: z.string(),
        referrer: z.string(),
        query: z.string(),
        country: z.string(),
        device: z.string(),
        browser: z.string(),
        os: z.string(),
        bot: z.number().nullable(),
      }),
    ),
  },
} as const satisfies ContractMap;
