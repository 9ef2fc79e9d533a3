import type { AnyOf } from '@tuneport/contract/shapes';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf, withinDays } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage, type PageOf } from '../../../platform/db/lists/page.ts';
import { type Ownership, ownedBy } from '../../dealers/index.ts';
import { moneyBackOf } from '../../purchases/index.ts';
import type { RequestViewer } from './request-policy.ts';
import { owned, readable } from './request-queries.ts';

type Builder = ExpressionBuilder<DB, 'tune_requests'>;

type RequestFilter = PagingQuery & {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  state?: AnyOf<string> | undefined;
  mine?: boolean;
  tuner?: number | undefined;
  customer?: number | undefined;
  /** Null: not assigned. */
  worker?: number | null | undefined;
};

export const inWork = ['queued', 'in_progress', 'waiting_customer', 'in_review', 'revision_requested'] as const;

const listed = (db: Db) =>
  db
    .selectFrom('tune_requests')
    .innerJoin('users as u', 'u.id', 'tune_requests.user_id')
    .leftJoin('users as w', 'w.id', 'tune_requests.worker_id')
    .leftJoin('dealers as d', 'd.id', 'tune_requests.dealer_id');

const listColumns = [
  'tune_requests.id',
  'tune_requests.state',
  'tune_requests.version',
  'tune_requests.purpose',
  'tune_requests.vehicle',
  'tune_requests.estimate_hash',
  'tune_requests.created_at',
  'tune_requests.updated_at',
  'tune_requests.promised_at',
  'tune_requests.user_id',
  'tune_requests.dealer_id',
  'u.name as customer',
  'w.name as worker',
  'd.name as dealer',
] as const;

const extras = [
  sql<string>`coalesce((select f.name from tune_request_files t join stored_files f on f.id = t.file_id
    where t.request_id = tune_requests.id and t.kind = 'original'), '')`.as('file_name'),
  sql<
    string[]
  >`array(select t.name from unnest(tune_requests.tune_ids) with ordinality as c(id, n) join tunes t on t.id = c.id order by c.n)`.as(
    'tunes',
  ),
  sql<
    string | null
  >`(select p.state from catalog_purchases p where p.request_id = tune_requests.id order by p.id desc limit 1)`.as(
    'purchase_state',
  ),
  sql<
    'part_refunded' | 'charged_back' | null
  >`(select ${moneyBackOf(sql`p.id`)} from catalog_purchases p where p.request_id = tune_requests.id order by p.id desc limit 1)`.as(
    'money_back',
  ),
];

export type ListedRow = {
  id: number;
  state: string;
  version: number;
  purpose: string;
  vehicle: string;
  estimate_hash: string | null;
  created_at: Date;
  updated_at: Date;
  promised_at: Date | null;
  user_id: number;
  dealer_id: number | null;
  customer: string;
  worker: string | null;
  dealer: string | null;
  file_name: string;
  tunes: string[];
  purchase_state: string | null;
  money_back: 'part_refunded' | 'charged_back' | null;
};

export async function listRequests(db: Db, viewer: RequestViewer, filter: RequestFilter) {
  let query = listed(db).where((filter.mine ? ownedOnly(viewer) : readable(viewer)) as never);
  if (filter.state) {
    const values = filter.state.values.flatMap((state) => (state === 'in_work' ? inWork : [state]));
    query = query.where(hasAnyOf('tune_requests.state', { ...filter.state, values }));
  }
  if (filter.from || filter.to) query = query.where(withinDays('tune_requests.created_at', filter));
  if (filter.tuner !== undefined) query = query.where('tune_requests.tuner_id', '=', filter.tuner);
  if (filter.worker === null) query = query.where('tune_requests.worker_id', 'is', null);
  else if (filter.worker !== undefined) query = query.where('tune_requests.worker_id', '=', filter.worker);
  if (filter.customer !== undefined) query = query.where('tune_requests.user_id', '=', filter.customer);
  if (filter.search) {
    const pattern = containing(filter.search);
    const number = /^(?:TR-)?0*(\d{1,9})$/i.exec(filter.search)?.[1];
    query = query.where((eb) =>
      eb.or([
        eb('tune_requests.vehicle', 'ilike', pattern),
        eb('u.name', 'ilike', pattern),
        // Search only covers fields the actor can see: tuners do not see e-mail addresses.
        ...(viewer.staff ? [eb('u.email', 'ilike', pattern)] : []),
        ...(number === undefined ? [] : [eb('tune_requests.id', '=', Number(number))]),
      ]),
    );
  }
  const rows = query.select(listColumns).select(extras);
  return listPage(db, query as never, rows as never, filter, order) as unknown as Promise<PageOf<ListedRow>>;
}

const order: ListOrder = {
  columns: {
    // Requests are created in the order of their ids.
    created_at: notNull('tune_requests.id'),
    promised_at: 'tune_requests.promised_at',
    state: notNull('tune_requests.state'),
    vehicle: notNull('tune_requests.vehicle'),
    updated_at: notNull('tune_requests.updated_at'),
  },
  first: '-created_at',
  id: 'tune_requests.id',
};

const ownedOnly = (viewer: RequestViewer) => (eb: Builder) =>
  eb.and([eb('tune_requests.state', '<>', 'deleted'), owned(viewer)(eb)]);

const ofBrand = (brandId: number | undefined) => (eb: Builder) =>
  brandId === undefined
    ? eb.lit(true)
    : sql<SqlBool>`tune_requests.tuner_id in (select tuner_id from tuner_brand_members where brand_id = ${brandId})`;

/** Requests in one state, optionally of one queue, longest waiting first. */
export const requestsInWork = (db: Db, viewer: RequestViewer, state: string, brandId?: number) =>
  listed(db)
    .where(readable(viewer) as never)
    .where('tune_requests.state', '=', state)
    .where(ofBrand(brandId) as never)
    .select(listColumns)
    .select(extras)
    .orderBy(sql`tune_requests.queued_at nulls last`)
    .orderBy('tune_requests.id')
    .limit(100)
    .execute() as Promise<ListedRow[]>;

/** Counts the requests per state, independent of paging. */
export async function countInWork(db: Db, viewer: RequestViewer, states: readonly string[], brandId?: number) {
  const rows = await db
    .selectFrom('tune_requests')
    .where(readable(viewer))
    .where('tune_requests.state', 'in', states)
    .where(ofBrand(brandId))
    .select(['tune_requests.state', sql<number>`count(*)::integer`.as('total')])
    .groupBy('tune_requests.state')
    .execute();
  return new Map(rows.map(({ state, total }) => [state, total]));
}

/** The queues an actor can claim from: the brands of their tuners, or all for staff. */
export async function poolsOf(db: Db, viewer: RequestViewer, id?: number) {
  let query = db
    .selectFrom('tuner_brands as b')
    .select(({ ref }) => [
      'b.id',
      'b.slug',
      'b.name',
      sql<number>`(select count(*)::integer from tune_requests r join tuner_brand_members m using (tuner_id)
        where m.brand_id = ${ref('b.id')} and r.state = 'queued')`.as('waiting'),
      sql<Date | null>`(select min(r.queued_at) from tune_requests r join tuner_brand_members m using (tuner_id)
        where m.brand_id = ${ref('b.id')} and r.state = 'queued')`.as('oldest_at'),
    ])
    .orderBy('b.name');
  if (id !== undefined) query = query.where('b.id', '=', id);
  if (!viewer.staff)
    query = query.where(
      sql<SqlBool>`exists (select from tuner_brand_members m where m.brand_id = b.id and m.tuner_id = any(${[...viewer.tunerIds]}))`,
    );
  return query.execute();
}

type Update = { id: number; vehicle: string; state: string; event: string; at: Date };

/** Requests of a user, still readable by them, that changed since then, each with its last event. */
export async function updatesOf(db: Db, owner: Ownership, since: Date): Promise<Update[]> {
  const { rows } = await sql<Update>`
    select r.id, r.vehicle, r.state, e.event, e.at from tune_requests r
      join lateral (select event, at from tune_request_events e where e.request_id = r.id order by e.id desc limit 1) e on true
    where r.user_id = ${owner.userId} and ${ownedBy(owner, 'r')} and r.state <> 'deleted' and e.at > ${since} order by e.at desc limit 25`.execute(
    db,
  );
  return rows;
}
