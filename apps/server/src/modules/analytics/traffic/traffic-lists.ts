import { funnelSteps } from '@tuneport/domain/analytics/traffic-dimensions';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { notNull } from '../../../platform/db/lists/keyset.ts';
import { containing, listPage } from '../../../platform/db/lists/page.ts';

// Single visits and views behind a figure, as long as they are kept.

type Range = { readonly from?: string | undefined; readonly to?: string | undefined };
type Paging = Parameters<typeof listPage>[3] & { readonly search?: string | undefined };

const since = (day: string) => sql`${day}::date::timestamp at time zone 'UTC'`;
const until = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'UTC'`;

const visitFilters = [
  'source',
  'medium',
  'campaign',
  'first_source',
  'first_medium',
  'first_campaign',
  'entry',
  'exit',
  'country',
  'language',
  'device',
  'browser',
  'os',
] as const;
type VisitQuery = Paging &
  Range & { readonly [F in (typeof visitFilters)[number]]?: string | undefined } & {
    readonly step?: string | undefined;
    readonly new?: 'true' | 'false' | undefined;
  };

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;

export async function listVisits(db: Db, query: VisitQuery) {
  const conditions: RawBuilder<boolean>[] = [];
  if (query.from) conditions.push(sql`v.started_at >= ${since(query.from)}`);
  if (query.to) conditions.push(sql`v.started_at < ${until(query.to)}`);
  for (const name of visitFilters) {
    const value = query[name];
    if (value !== undefined) conditions.push(sql`${sql.ref(`v.${name}`)} = ${value}`);
  }
  const step = (funnelSteps as readonly (string | undefined)[]).indexOf(query.step);
  if (step >= 0) conditions.push(sql`v.step >= ${step}`);
  if (query.new) conditions.push(sql`v.is_new = ${query.new === 'true'}`);
  if (query.search) {
    const text = containing(query.search);
    conditions.push(
      sql`(v.entry ilike ${text} or v.exit ilike ${text} or v.source ilike ${text} or v.campaign ilike ${text})`,
    );
  }
  const filtered = db.selectFrom('web_visits as v').where(all(conditions));
  const rows = filtered.select([
    sql<string>`v.id::text`.as('id'),
    'v.started_at',
    sql<number>`round(extract(epoch from v.last_at - v.started_at))::integer`.as('seconds'),
    'v.views',
    'v.events',
    'v.is_new',
    'v.first_source',
    ...(
      ['entry', 'exit', 'source', 'medium', 'campaign', 'country', 'language', 'device', 'browser', 'os'] as const
    ).map((name) => `v.${name}` as const),
  ]);
  return listPage(db, filtered, rows, query, {
    columns: {
      started_at: notNull('v.started_at'),
      views: notNull('v.views'),
      seconds: notNull('(v.last_at - v.started_at)'),
    },
    first: '-started_at',
    id: 'v.id',
  });
}

type ViewQuery = Paging &
  Range & {
    readonly path?: string | undefined;
    readonly bot?: string | undefined;
    readonly kind: 'view' | 'event' | 'bot';
  };

export async function listPageViews(db: Db, query: ViewQuery) {
  const conditions: RawBuilder<boolean>[] = [
    query.kind === 'bot' ? sql`p.bot is not null` : sql`p.bot is null and p.is_event = ${query.kind === 'event'}`,
  ];
  if (query.from) conditions.push(sql`p.at >= ${since(query.from)}`);
  if (query.to) conditions.push(sql`p.at < ${until(query.to)}`);
  if (query.path !== undefined) conditions.push(sql`p.path = ${query.path}`);
  if (query.bot !== undefined && /^\d{1,3}$/.test(query.bot)) conditions.push(sql`p.bot = ${Number(query.bot)}`);
  if (query.search)
    conditions.push(sql`(p.path ilike ${containing(query.search)} or p.title ilike ${containing(query.search)})`);
  const filtered = db.selectFrom('page_views as p').where(all(conditions));
  const rows = filtered.select([
    sql<string>`p.id::text`.as('id'),
    'p.at',
    'p.path',
    'p.title',
    'p.referrer',
    'p.query',
    'p.country',
    'p.device',
    'p.browser',
    'p.os',
    'p.bot',
  ]);
  return listPage(db, filtered, rows, query, { columns: { at: notNull('p.at') }, first: '-at', id: 'p.id' });
}
