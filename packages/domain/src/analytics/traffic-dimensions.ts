/** What visits are broken down by. The numbers are stored. */
export const dimensions = {
  total: 0,
  page: 1,
  entry: 2,
  exit: 3,
  source: 4,
  medium: 5,
  campaign: 6,
  first_source: 7,
  first_medium: 8,
  first_campaign: 9,
  country: 10,
  language: 11,
  device: 12,
  browser: 13,
  os: 14,
  event: 15,
  bot: 16,
  search: 17,
  empty_search: 18,
  step: 19,
} as const;
export type Dimension = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as readonly Dimension[];

export const measures = ['visits', 'visitors', 'new_visitors', 'views', 'events', 'bounces', 'seconds'] as const;
type Measure = (typeof measures)[number];
export type Measures = Record<Measure, number>;
export const noMeasures = (): Measures => ({
  visits: 0,
  visitors: 0,
  new_visitors: 0,
  views: 0,
  events: 0,
  bounces: 0,
  seconds: 0,
});

/** Steps on the way to an order, by their number in a visit. */
export const funnelSteps = ['visit', 'product', 'cart', 'checkout'] as const;

/** Values that are rare on a day are counted together under this name, so that a dimension still sums to the total. */
export const otherValue = '(other)';
/** The most values of a dimension that are counted separately on one day. */
export const valuesPerDayMax = 1000;
