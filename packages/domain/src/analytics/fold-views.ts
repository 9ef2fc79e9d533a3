import { dayMs, hourMs } from '../units/durations.ts';
import { type Dimension, dimensions, funnelSteps, type Measures, noMeasures } from './traffic-dimensions.ts';
import { directSource, sourceOf, type TrafficSource } from './traffic-source.ts';

// Turns page views into visits and into the counts that visits add to each day. Pure: the server reads the views and the
// visits they may continue, and stores what changed.

export type RawView = {
  readonly atMs: number;
  readonly visitor: string;
  readonly isKnown: boolean;
  readonly path: string;
  readonly referrer: string;
  readonly query: string;
  /** The name of an event; null for a view. */
  readonly event: string | null;
  readonly bot: number | null;
  readonly device: string;
  readonly browser: string;
  readonly os: string;
  readonly language: string;
  readonly country: string;
};

export type Visit = {
  /** Null until it is stored. */
  id: string | null;
  readonly startedMs: number;
  lastMs: number;
  readonly visitor: string;
  readonly isKnown: boolean;
  readonly isNew: boolean;
  views: number;
  events: number;
  readonly entry: string;
  exit: string;
  readonly last: TrafficSource;
  readonly first: TrafficSource;
  readonly country: string;
  readonly language: string;
  readonly device: string;
  readonly browser: string;
  readonly os: string;
  /** The furthest step of `funnelSteps`. */
  step: number;
};

/** What is known of the visitors of a batch before it. */
export type Known = {
  /** The latest visit of each. */
  readonly visits: ReadonlyMap<string, Visit>;
  /** The first source of visitors who are known by a cookie. */
  readonly first: ReadonlyMap<string, TrafficSource>;
  /** Tags by which visitors came, with the time. */
  readonly tags: ReadonlyMap<string, readonly { readonly tag: string; readonly atMs: number }[]>;
  readonly ownHosts: ReadonlySet<string>;
};

export type Counts = {
  /** By dimension, day and value. */
  readonly days: Map<string, { dimension: Dimension; day: string; value: string; add: Measures }>;
  readonly hours: Map<number, Measures>;
};

type Folded = { readonly visits: readonly Visit[]; readonly counts: Counts };

/** A longer gap between two views begins a new visit. */
export const visitGapMs = 30 * 60_000;
/** How long before the first view of a visit its tag may have been recorded. */
const tagLeadMs = 5 * 60_000;

/** Remembers the last day: most views of a batch have the same one, and it is needed dozens of times for each. */
function dayFormatter(): (ms: number) => string {
  let [number, day] = [Number.NaN, ''];
  return (ms) => {
    const next = Math.floor(ms / dayMs);
    if (next !== number) [number, day] = [next, new Date(ms).toISOString().slice(0, 10)];
    return day;
  };
}

function stepOf(path: string): number {
  if (path.startsWith('/checkout')) return funnelSteps.indexOf('checkout');
  return /^\/(products|catalog)(\/|$)/.test(path) ? funnelSteps.indexOf('product') : 0;
}
const stepOfEvent = (name: string) => (name === 'add_to_cart' ? funnelSteps.indexOf('cart') : 0);

/** The dimensions that are constant over a visit. */
const visitValues = (visit: Visit): readonly (readonly [Dimension, string])[] => [
  ['source', visit.last.source],
  ['medium', visit.last.medium],
  ['campaign', visit.last.campaign],
  ['first_source', visit.first.source],
  ['first_medium', visit.first.medium],
  ['first_campaign', visit.first.campaign],
  ['country', visit.country],
  ['language', visit.language],
  ['device', visit.device],
  ['browser', visit.browser],
  ['os', visit.os],
];

/** Views must be in the order of their time. */
export function foldViews(views: readonly RawView[], known: Known): Folded {
  const latest = new Map(known.visits);
  const first = new Map(known.first);
  const changed = new Set<Visit>();
  const counts: Counts = { days: new Map(), hours: new Map() };
  const dayOf = dayFormatter();

  const add = (dimension: Dimension, ms: number, value: string, by: Partial<Measures>) => {
    const day = dayOf(ms);
    const key = `${dimensions[dimension]} ${day} ${value}`;
    let entry = counts.days.get(key);
    if (!entry) {
      entry = { dimension, day, value, add: noMeasures() };
      counts.days.set(key, entry);
    }
    addTo(entry.add, by);
  };
  const addTotal = (ms: number, by: Partial<Measures>) => {
    add('total', ms, '', by);
    const hour = ms - (ms % hourMs);
    const measures = counts.hours.get(hour) ?? noMeasures();
    counts.hours.set(hour, measures);
    addTo(measures, by);
  };
  /** Counted in the total and in every dimension of the visit, at one time. */
  const addToVisit = (visit: Visit, ms: number, by: Partial<Measures>) => {
    addTotal(ms, by);
    for (const [dimension, value] of visitValues(visit)) add(dimension, ms, value, by);
  };
  const reach = (visit: Visit, step: number) => {
    for (let next = visit.step + 1; next <= step; next += 1)
      add('step', visit.startedMs, funnelSteps[next] ?? '', { visits: 1 });
    visit.step = Math.max(visit.step, step);
  };

  const begin = (view: RawView, before: Visit | undefined): Visit => {
    const last = sourceOfVisit(view, known);
    const sameDay = before !== undefined && dayOf(before.startedMs) === dayOf(view.atMs);
    const earlier = first.get(view.visitor) ?? (sameDay ? before.first : undefined);
    if (view.isKnown && !earlier) first.set(view.visitor, last);
    const visit: Visit = {
      id: null,
      startedMs: view.atMs,
      lastMs: view.atMs,
      visitor: view.visitor,
      isKnown: view.isKnown,
      isNew: earlier === undefined,
      views: 0,
      events: 0,
      entry: view.path,
      exit: '',
      last,
      first: earlier ?? last,
      country: view.country,
      language: view.language,
      device: view.device,
      browser: view.browser,
      os: view.os,
      step: 0,
    };
    const counted = { visits: 1, bounces: 1 };
    addToVisit(visit, view.atMs, {
      ...counted,
      ...(sameDay ? {} : { visitors: 1, new_visitors: visit.isNew ? 1 : 0 }),
    });
    add('entry', view.atMs, visit.entry, counted);
    add('step', view.atMs, funnelSteps[0], { visits: 1 });
    return visit;
  };

  const see = (visit: Visit, view: RawView) => {
    addToVisit(visit, view.atMs, { views: 1 });
    add('page', view.atMs, view.path, { views: 1 });
    if (visit.views === 1) {
      addToVisit(visit, visit.startedMs, { bounces: -1 });
      add('entry', visit.startedMs, visit.entry, { bounces: -1 });
    }
    visit.views += 1;
    if (view.atMs >= visit.lastMs) {
      const seconds =
        Math.round((view.atMs - visit.startedMs) / 1000) - Math.round((visit.lastMs - visit.startedMs) / 1000);
      if (seconds > 0) {
        addToVisit(visit, visit.startedMs, { seconds });
        add('entry', visit.startedMs, visit.entry, { seconds });
      }
      if (visit.exit !== view.path) {
        if (visit.exit !== '') add('exit', visit.startedMs, visit.exit, { visits: -1 });
        add('exit', visit.startedMs, view.path, { visits: 1 });
        visit.exit = view.path;
      }
      visit.lastMs = view.atMs;
    }
    reach(visit, stepOf(view.path));
  };

  for (const view of views) {
    if (view.bot !== null) {
      add('bot', view.atMs, String(view.bot), { views: 1 });
      continue;
    }
    const before = latest.get(view.visitor);
    const open = before && view.atMs - before.lastMs <= visitGapMs ? before : undefined;
    if (view.event !== null) {
      addTotal(view.atMs, { events: 1 });
      add('event', view.atMs, view.event, { events: 1 });
      if (open) {
        open.events += 1;
        reach(open, stepOfEvent(view.event));
        changed.add(open);
      }
      continue;
    }
    const visit = open ?? begin(view, before);
    latest.set(view.visitor, visit);
    see(visit, view);
    changed.add(visit);
  }
  return { visits: [...changed], counts };
}

/** A tag is removed from the address before its page is counted, so it is looked up. */
function sourceOfVisit(view: RawView, { tags, ownHosts }: Known): TrafficSource {
  const source = sourceOf({ referrer: view.referrer, query: view.query, ownHosts }) ?? directSource;
  const tag = tags
    .get(view.visitor)
    ?.findLast(({ atMs }) => atMs <= view.atMs + tagLeadMs && atMs >= view.atMs - tagLeadMs)?.tag;
  return tag === undefined || source.medium === 'campaign' ? source : { source: tag, medium: 'tag', campaign: tag };
}

function addTo(measures: Measures, by: Partial<Measures>): void {
  for (const name in by) measures[name as keyof Measures] += by[name as keyof Measures] ?? 0;
}
