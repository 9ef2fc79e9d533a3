import type { TradeInState } from '@tuneport/domain/store/trade-in-states';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import { linkHolds, type Ownership, ownedBy } from '../../dealers/index.ts';

const joined = (db: Db) =>
  db
    .selectFrom('trade_ins as t')
    .leftJoin('products as w', 'w.id', 't.wanted_product_id')
    .leftJoin('products as p', 'p.id', 't.product_id')
    .leftJoin('stock_locations as l', 'l.id', 't.location_id')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('dealers as d', 'd.id', 't.dealer_id');

const rows = (db: Db) =>
  joined(db)
    .selectAll('t')
    .select(['w.slug as wanted_slug', 'w.name as wanted_name', 'p.slug as product_slug', 'p.name as product_name'])
    .select(['l.slug as location_slug', 'l.name as location_name', 'u.name as user_name', 'd.name as dealer_name']);

export const tradeInById = (db: Db, id: number) => rows(db).where('t.id', '=', id).executeTakeFirst();
export type TradeInRow = NonNullable<Awaited<ReturnType<typeof tradeInById>>>;

/** Locks the trade-in until the transaction ends. */
export async function lockTradeIn(db: Db, id: number): Promise<TradeInRow | undefined> {
  await db.selectFrom('trade_ins').select('id').where('id', '=', id).forUpdate().execute();
  return tradeInById(db, id);
}

type TradeInViewer = Ownership & { readonly to: 'read' | 'act'; readonly tokenHash: Buffer | null };

/** Whether it belongs to this user, their dealer or the holder of its token. */
export async function mayAnswerFor(db: Db, id: number, viewer: TradeInViewer): Promise<boolean> {
  const { rows: found } = await sql<{ mine: boolean }>`
    select ${ownedBy(viewer, 't')} or (${linkHolds('t', viewer.to)} and exists (
      select from trade_in_tokens k where k.trade_in_id = t.id and k.token_hash = ${viewer.tokenHash}::bytea
        and k.expires_at > now())) as mine
    from trade_ins t where t.id = ${id}`.execute(db);
  return found[0]?.mine === true;
}

type Filter = {
  page: number;
  search?: string | undefined;
  state?: TradeInState | undefined;
  user?: number | undefined;
};

export async function listTradeIns(db: Db, filter: Filter) {
  let query = db.selectFrom('trade_ins as t');
  if (filter.state) query = query.where('t.state', '=', filter.state);
  if (filter.user) query = query.where('t.user_id', '=', filter.user);
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) =>
      is.or([
        is('t.tool', 'ilike', like),
        is('t.serial', 'ilike', like),
        is('t.full_name', 'ilike', like),
        is('t.email', 'ilike', like),
      ]),
    );
  }
  const found = await pageOf(query, query.select('t.id').orderBy('t.id', 'desc'), filter);
  const ids = found.data.map(({ id }) => id);
  const data = ids.length === 0 ? [] : await rows(db).where('t.id', 'in', ids).orderBy('t.id', 'desc').execute();
  return { ...found, data };
}

export const tradeInPhotos = (db: Db, id: number) =>
  db
    .selectFrom('trade_in_photos')
    .select(['id', 'width', 'height', 'sizes'])
    .where('trade_in_id', '=', id)
    .orderBy('id')
    .execute();

export const photoOf = (db: Db, id: number, photo: number) =>
  db
    .selectFrom('trade_in_photos')
    .select('sizes')
    .where('trade_in_id', '=', id)
    .where('id', '=', photo)
    .executeTakeFirst();

/** Other trade-ins with the same serial number, earlier or later. */
export const sameSerial = (db: Db, { id, serial_key }: Pick<TradeInRow, 'id' | 'serial_key'>) =>
  db
    .selectFrom('trade_ins')
    .select(['id', 'state', 'full_name'])
    .where('serial_key', '=', serial_key)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();

export const tradeInHistory = (db: Db, id: number) =>
  db
    .selectFrom('trade_in_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'e.note', 'e.transfer_id', 'u.name as by'])
    .where('e.trade_in_id', '=', id)
    .orderBy('e.id')
    .execute();

/** Trade-ins to expire: offers past their date, and accepted ones that were never sent. */
export const dueTradeIns = (db: Db, now: Date, sentBefore: Date, max: number) =>
  db
    .selectFrom('trade_ins')
    .select(['id', 'state'])
    .where((is) =>
      is.or([
        is.and([is('state', 'in', ['offered', 'counter_offered']), is('offer_until', '<=', now)]),
        is.and([is('state', '=', 'accepted'), is('accepted_at', '<=', sentBefore)]),
      ]),
    )
    .orderBy('id')
    .limit(max)
    .execute();
