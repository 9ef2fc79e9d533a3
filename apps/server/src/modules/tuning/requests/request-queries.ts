import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { batched } from '../../../platform/db/writes/batched.ts';
import { type BrandRow, brandColumns, isOwnedBy, ownedBy } from '../../dealers/index.ts';
import { lockPurchaseOfRequest, moneyBackOf } from '../../purchases/index.ts';
import { type RequestTransfer, transferOfRequest } from '../value-transfers/request-transfer.ts';
import type { RequestViewer } from './request-policy.ts';

/**
 * Payments and refunds lock the purchase first and then its request. All code takes the locks in this order to avoid
 * deadlocks.
 */
export async function requestById(db: Db, id: number, lock?: 'lock') {
  if (lock) await lockPurchaseOfRequest(db, id);
  const query = db.selectFrom('tune_requests').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}
export type RequestRow = NonNullable<Awaited<ReturnType<typeof requestById>>>;

type Builder = ExpressionBuilder<DB, 'tune_requests'>;

export const owned = (viewer: RequestViewer) => (eb: Builder) => eb.and([ownedBy(viewer, 'tune_requests')]);

/**
 * Paid requests within reach: of the actor's tuner, of one that shares a brand, or of the platform for platform tuners.
 */
const workable = (viewer: RequestViewer) => (eb: Builder) => {
  const platformOnly = viewer.platformTuner ? [eb('tune_requests.tuner_id', 'is', null)] : [];
  const tuners = [...viewer.tunerIds];
  const ofTuners =
    tuners.length === 0
      ? []
      : [
          sql<SqlBool>`(tune_requests.tuner_id = any(${tuners}) or exists (
            select from tuner_brand_members mine join tuner_brand_members theirs using (brand_id)
            where mine.tuner_id = any(${tuners}) and theirs.tuner_id = tune_requests.tuner_id))`,
        ];
  return eb.and([eb('tune_requests.queued_at', 'is not', null), eb.or([eb.lit(false), ...platformOnly, ...ofTuners])]);
};

export const readable = (viewer: RequestViewer) => (eb: Builder) =>
  eb.and([
    eb('tune_requests.state', '<>', 'deleted'),
    eb.or([eb.lit(viewer.staff), owned(viewer)(eb), workable(viewer)(eb)]),
  ]);

export async function requestFor(db: Db, id: number, viewer: RequestViewer, lock?: 'lock') {
  if (lock) await lockPurchaseOfRequest(db, id);
  const query = db.selectFrom('tune_requests').selectAll().where('id', '=', id).where(readable(viewer));
  return (lock ? query.forUpdate() : query).executeTakeFirst() as Promise<RequestRow | undefined>;
}

/** Polled every few seconds, so it reads one small row. */
export const requestVersion = (db: Db, id: number, viewer: RequestViewer) =>
  db
    .selectFrom('tune_requests')
    .leftJoin('catalog_purchases as p', (join) =>
      join.onRef('p.request_id', '=', 'tune_requests.id').on('p.state', 'not in', ['cancelled']),
    )
    .select([
      'tune_requests.state',
      'tune_requests.version',
      'tune_requests.estimate_hash',
      'p.state as purchase_state',
      moneyBackOf(sql`p.id`).as('money_back'),
    ])
    .where('tune_requests.id', '=', id)
    .where(readable(viewer) as never)
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();

type Marks = { id: number; version: number; user_id: number; dealer_id: number | null; state: string };

/** Versions of these requests, in one statement for all concurrent polls. */
const marksOf = batched(async (db, ids: readonly number[]) => {
  const { rows } = await sql<Marks>`${prepared}
    select id, version, user_id, dealer_id, state from tune_requests where id = any(${[...new Set(ids)]})`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

/** Whether the request clearly belongs to the actor and has the version they know. Other cases get the full check. */
export async function isUnchanged(db: Db, id: number, viewer: RequestViewer, version: number): Promise<boolean> {
  const marks = await marksOf(db, id);
  if (!marks || marks.version !== version || marks.state === 'deleted') return false;
  return viewer.staff || isOwnedBy(viewer, marks);
}

type Names = {
  customer: string;
  dealer: string | null;
  brand: BrandRow | null;
  tuner: string | null;
  worker: string | null;
  tunes: string[];
  messages: number;
  followed_by: number[];
  purchase_state: string | null;
  money_back: 'part_refunded' | 'charged_back' | null;
  value_transfer: RequestTransfer | null;
  licence_lock: { reason: string; locked_at: string } | null;
};

/** Related data from other tables, in one query. */
export async function namesOf(db: Db, request: RequestRow): Promise<Names> {
  const { rows } = await sql<Names>`
    select (select name from users where id = ${request.user_id}) as customer,
      (select name from dealers where id = ${request.dealer_id}) as dealer,
      ${brandColumns(sql`${request.dealer_id}::integer`)} as brand,
      (select name from tuners where id = ${request.tuner_id}) as tuner,
      (select name from users where id = ${request.worker_id}) as worker,
      array(select t.name from unnest(${request.tune_ids}::integer[]) with ordinality as c(id, n) join tunes t on t.id = c.id order by c.n) as tunes,
      (select count(*)::integer from tune_request_messages where request_id = ${request.id} and kind <> 'note') as messages,
      array(select id from tune_requests where parent_id = ${request.id} and state <> 'deleted' order by id) as followed_by,
      bought.state as purchase_state, bought.money_back, ${transferOfRequest(sql`${request.id}::integer`)} as value_transfer,
      (select jsonb_build_object('reason', l.reason, 'locked_at', l.locked_at) from licence_locks l
        where l.request_id = ${request.id} and l.released_at is null) as licence_lock
    from (values (1)) as one left join lateral (
      select p.state, ${moneyBackOf(sql`p.id`)} as money_back from catalog_purchases p
      where p.request_id = ${request.id} and p.state <> 'cancelled' order by p.id desc limit 1) as bought on true`.execute(
    db,
  );
  return rows[0] as Names;
}

export const filesOf = (db: Db, requestId: number) =>
  db
    .selectFrom('tune_request_files as t')
    .innerJoin('stored_files as f', 'f.id', 't.file_id')
    .select([
      't.id',
      't.kind',
      't.state',
      't.summary',
      't.note',
      't.created_at',
      't.uploaded_by',
      'f.id as file_id',
      'f.name',
      'f.size_bytes',
      'f.sha256',
    ])
    .where('t.request_id', '=', requestId)
    .orderBy('t.id')
    .execute();
export type RequestFileRow = Awaited<ReturnType<typeof filesOf>>[number];

export const historyOf = (db: Db, requestId: number) =>
  db
    .selectFrom('tune_request_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'e.actor_kind', 'u.name as actor_name', 'e.reason'])
    .where('e.request_id', '=', requestId)
    .orderBy('e.id')
    .execute();

export const messagesOf = (db: Db, requestId: number, notes: boolean) => {
  const all = db.selectFrom('tune_request_messages').selectAll().where('request_id', '=', requestId).orderBy('id');
  return (notes ? all : all.where('kind', '<>', 'note')).execute();
};
export type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number];

/** The tunes of each purchase, in the order of its lines. */
export async function boughtTunes(db: Db, purchaseIds: readonly number[]): Promise<Map<number, number[]>> {
  const bought = new Map(purchaseIds.map((id) => [id, [] as number[]]));
  if (purchaseIds.length === 0) return bought;
  const rows = await db
    .selectFrom('catalog_purchase_lines')
    .select(['purchase_id', 'tune_id'])
    .where('purchase_id', 'in', purchaseIds)
    .where('kind', '=', 'tune')
    .where('gives', 'is', null)
    .orderBy('line')
    .execute();
  for (const { purchase_id, tune_id } of rows) if (tune_id !== null) bought.get(purchase_id)?.push(tune_id);
  return bought;
}
