import {
  type Counts,
  foldViews,
  type Known,
  type RawView,
  type Visit,
  visitGapMs,
} from '@tuneport/domain/analytics/fold-views';
import { dimensions, noMeasures } from '@tuneport/domain/analytics/traffic-dimensions';
import type { Medium, TrafficSource } from '@tuneport/domain/analytics/traffic-source';
import { cutText } from '@tuneport/domain/text/cut-text';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { lockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import type { Platform } from '../../../platform/platform.ts';
import { settingsOf } from '../../settings/index.ts';
import { placeSales, valueSales } from './place-sales.ts';
import { storeCounts } from './store-counts.ts';

// Raw views and events become visits and roll-ups, in the order they were stored. One process at a time counts; the row of
// the progress is its lock.

const batchRows = 10_000;
/** Paths and names are indexed, and PostgreSQL refuses an index entry of more than 2,700 bytes. */
const valueMax = 500;

/** Counts everything that is stored. Returns the number of rows. */
export async function countTraffic(platform: Platform, signal?: AbortSignal): Promise<number> {
  const now = platform.clock.now();
  await addMonths(platform.db, now);
  const upTo = await highestIds(platform.db);
  const ownHosts = await hostsOf(platform);
  let counted = 0;
  while (!signal?.aborted) {
    const rows = await platform.db.transaction().execute((tx) => countBatch(tx, upTo, ownHosts, now));
    counted += rows;
    if (rows === 0) break;
  }
  await placeSales(platform.db, now);
  await valueSales(platform.db, now);
  return counted;
}

const monthsAdded = new WeakMap<Db, string>();

/** The tables of this month and the next. */
async function addMonths(db: Db, now: Date): Promise<void> {
  const thisMonth = now.toISOString().slice(0, 7);
  if (monthsAdded.get(db) === thisMonth) return;
  const month = (ahead: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10);
  for (const ahead of [0, 1])
    for (const table of ['page_views', 'web_visits'])
      await sql`select add_month_partition(${table}, ${month(ahead)}::date)`.execute(db);
  monthsAdded.set(db, thisMonth);
}

type Ids = { view: bigint; event: bigint };

/** Rows are written under the same lock, shared: no row with a lower id can appear after this. */
function highestIds(db: Db): Promise<Ids> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKeys.trafficIds)})`.execute(tx);
    const { rows } = await sql<Ids>`select
      coalesce((select max(id) from page_views), 0)::bigint as view,
      coalesce((select max(id) from client_events), 0)::bigint as event`.execute(tx);
    return rows[0] ?? { view: 0n, event: 0n };
  });
}

async function hostsOf(platform: Platform): Promise<ReadonlySet<string>> {
  const { region_1_url, region_2_url } = await settingsOf(platform);
  const urls = [platform.config.publicOrigin, region_1_url, region_2_url];
  return new Set(urls.flatMap((url) => (url ? [URL.parse(url)?.host.replace(/^www\./, '') ?? ''] : [])));
}

type ViewRow = Omit<RawView, 'atMs' | 'visitor'> & { id: bigint; at: Date; visitor: Buffer };

async function countBatch(db: Db, upTo: Ids, ownHosts: ReadonlySet<string>, now: Date): Promise<number> {
  const { rows: progress } = await sql<{ view_id: bigint; event_id: bigint }>`
    select view_id, event_id from traffic_progress for update`.execute(db);
  const from = progress[0] ?? { view_id: 0n, event_id: 0n };
  const { rows: views } = await sql<ViewRow>`
    select id, at, visitor, is_known as "isKnown", path, referrer, query, bot, device, browser, os, language, country,
      case when is_event then path end as event
    from page_views where id > ${from.view_id} and id <= ${upTo.view} order by id limit ${batchRows}`.execute(db);
  const last = views.at(-1);
  // Events wait until all views are counted, so that they find their visits.
  const eventRows = views.length < batchRows ? batchRows : 0;
  const { rows: events } = await sql<{
    id: bigint;
    at: Date;
    visitor: Buffer;
    name: string;
    term: string | null;
    found: string | null;
  }>`
    select id, at, visitor, name, data ->> 'term' as term, data ->> 'results' as found
    from client_events where id > ${from.event_id} and id <= ${upTo.event} order by id limit ${eventRows}`.execute(db);
  if (views.length + events.length === 0) {
    await sql`update traffic_progress set counted_at = greatest(counted_at, ${now})`.execute(db);
    return 0;
  }
  const raw: RawView[] = [
    ...views.map(({ id: _, at, visitor, path, event, ...view }) => ({
      ...view,
      path: cutText(path, valueMax),
      event: event === null ? null : cutText(event, valueMax),
      atMs: at.getTime(),
      visitor: visitor.toString('hex'),
    })),
    ...events
      .filter(({ name }) => name !== 'visit' && name !== 'search')
      .map(({ at, visitor, name }) => ({
        ...nothing,
        atMs: at.getTime(),
        visitor: visitor.toString('hex'),
        event: name,
      })),
  ].sort((a, b) => a.atMs - b.atMs);
  const known = await knownBefore(db, raw, ownHosts);
  const { visits, counts } = foldViews(raw, known);
  addSearches(counts, events);
  await storeVisits(db, visits);
  await storeCounts(db, counts);
  await sql`update traffic_progress set view_id = ${last?.id ?? from.view_id},
    event_id = ${events.at(-1)?.id ?? from.event_id}, counted_at = ${now}`.execute(db);
  return views.length + events.length;
}

const nothing = {
  isKnown: false,
  path: '',
  referrer: '',
  query: '',
  bot: null,
  device: '',
  browser: '',
  os: '',
  language: '',
  country: '',
};

/** What people searched for, and what was not found. Terms that differ in case are one. */
function addSearches(
  counts: Counts,
  events: readonly { at: Date; name: string; term: string | null; found: string | null }[],
): void {
  for (const { at, name, term, found } of events) {
    const value = cutText(term?.trim().toLowerCase() ?? '', 80);
    if (name !== 'search' || value === '') continue;
    const day = at.toISOString().slice(0, 10);
    for (const dimension of found === '0' ? (['search', 'empty_search'] as const) : (['search'] as const)) {
      const key = `${dimensions[dimension]} ${day} ${value}`;
      const entry = counts.days.get(key) ?? { dimension, day, value, add: noMeasures() };
      entry.add.events += 1;
      counts.days.set(key, entry);
    }
  }
}

type VisitRow = {
  id: bigint;
  started_at: Date;
  last_at: Date;
  visitor: Buffer;
  is_known: boolean;
  is_new: boolean;
  views: number;
  events: number;
  entry: string;
  exit: string;
  source: string;
  medium: string;
  campaign: string;
  first_source: string;
  first_medium: string;
  first_campaign: string;
  country: string;
  language: string;
  device: string;
  browser: string;
  os: string;
  step: number;
};

/** Older visits are not continued, so that at most two monthly tables are searched for the visitors of a batch. */
const visitMaxMs = 7 * dayMs;

async function knownBefore(db: Db, raw: readonly RawView[], ownHosts: ReadonlySet<string>): Promise<Known> {
  const visitors = [...new Set(raw.map(({ visitor }) => visitor))].map((hex) => Buffer.from(hex, 'hex'));
  const firstMs = raw[0]?.atMs ?? 0;
  const dayStart = firstMs - (firstMs % dayMs);
  // A visit of the same day, or one that may still be going on.
  const since = new Date(Math.min(dayStart, firstMs - visitGapMs));
  const { rows: visits } = await sql<VisitRow>`
    select distinct on (visitor) * from web_visits
    where visitor = any(${visitors}::bytea[]) and last_at >= ${since}
      and started_at >= ${new Date(since.getTime() - visitMaxMs)} order by visitor, started_at desc, id desc`.execute(
    db,
  );
  const { rows: first } = await sql<{ visitor: Buffer; source: string; medium: string; campaign: string }>`
    select visitor, source, medium, campaign from web_visitors where visitor = any(${visitors}::bytea[])`.execute(db);
  const { rows: hits } = await sql<{ visitor: Buffer; tag: string; first_at: Date }>`
    select visitor, tag, first_at from tag_hits
    where visitor = any(${visitors}::bytea[]) and first_at >= ${since} order by first_at`.execute(db);
  const tags = new Map<string, { tag: string; atMs: number }[]>();
  for (const { visitor, tag, first_at } of hits) {
    const hex = visitor.toString('hex');
    tags.set(hex, [...(tags.get(hex) ?? []), { tag, atMs: first_at.getTime() }]);
  }
  return {
    visits: new Map(visits.map((row) => [row.visitor.toString('hex'), visitOf(row)])),
    first: new Map(first.map((row) => [row.visitor.toString('hex'), sourceIn(row)])),
    tags,
    ownHosts,
  };
}

const sourceIn = ({
  source,
  medium,
  campaign,
}: {
  source: string;
  medium: string;
  campaign: string;
}): TrafficSource => ({
  source,
  medium: medium as Medium,
  campaign,
});

const visitOf = (row: VisitRow): Visit => ({
  id: String(row.id),
  startedMs: row.started_at.getTime(),
  lastMs: row.last_at.getTime(),
  visitor: row.visitor.toString('hex'),
  isKnown: row.is_known,
  isNew: row.is_new,
  views: row.views,
  events: row.events,
  entry: row.entry,
  exit: row.exit,
  last: sourceIn(row),
  first: sourceIn({ source: row.first_source, medium: row.first_medium, campaign: row.first_campaign }),
  country: row.country,
  language: row.language,
  device: row.device,
  browser: row.browser,
  os: row.os,
  step: row.step,
});

async function storeVisits(db: Db, visits: readonly Visit[]): Promise<void> {
  const rows = visits.map((visit) => ({
    id: visit.id,
    started_at: new Date(visit.startedMs).toISOString(),
    last_at: new Date(visit.lastMs).toISOString(),
    visitor: `\\x${visit.visitor}`,
    is_known: visit.isKnown,
    is_new: visit.isNew,
    views: visit.views,
    events: visit.events,
    entry: visit.entry,
    exit: visit.exit,
    ...visit.last,
    first_source: visit.first.source,
    first_medium: visit.first.medium,
    first_campaign: visit.first.campaign,
    country: visit.country,
    language: visit.language,
    device: visit.device,
    browser: visit.browser,
    os: visit.os,
    step: visit.step,
  }));
  const [begun, going] = [rows.filter(({ id }) => id === null), rows.filter(({ id }) => id !== null)];
  if (going.length > 0)
    await sql`update web_visits v set last_at = c.last_at, views = c.views, events = c.events, exit = c.exit, step = c.step
      from jsonb_to_recordset(${JSON.stringify(going)}::jsonb)
        as c (id bigint, started_at timestamptz, last_at timestamptz, views integer, events integer, exit text, step smallint)
      where v.id = c.id and v.started_at = c.started_at`.execute(db);
  if (begun.length === 0) return;
  const columns = sql.raw(
    `started_at, last_at, visitor, is_known, is_new, views, events, entry, exit, source, medium, campaign, first_source,
      first_medium, first_campaign, country, language, device, browser, os, step`,
  );
  await sql`insert into web_visits (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as c (
      started_at timestamptz, last_at timestamptz, visitor bytea, is_known boolean, is_new boolean, views integer,
      events integer, entry text, exit text, source text, medium text, campaign text, first_source text, first_medium text,
      first_campaign text, country text, language text, device text, browser text, os text, step smallint)`.execute(db);
  const agreed = begun.filter(({ is_known }) => is_known);
  if (agreed.length > 0)
    await sql`insert into web_visitors (visitor, first_at, last_at, source, medium, campaign)
      select distinct on (visitor) visitor, started_at, last_at, first_source, first_medium, first_campaign
      from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) as c (visitor bytea, started_at timestamptz,
        last_at timestamptz, first_source text, first_medium text, first_campaign text)
      order by visitor, started_at
      on conflict (visitor) do update set last_at = greatest(web_visitors.last_at, excluded.last_at)`.execute(db);
}
