import type { AnyOf } from '@tuneport/contract/shapes';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import type { ValueTransferCause, ValueTransferState } from '@tuneport/domain/tuning/value-transfer-states';
import { type Selectable, sql } from 'kysely';
import type { ValueTransfers } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage, type PageOf } from '../../../platform/db/lists/page.ts';
import { lockPurchase } from '../../purchases/index.ts';

export type TransferRow = Omit<Selectable<ValueTransfers>, 'state' | 'cause' | 'currency'> & {
  readonly state: ValueTransferState;
  readonly cause: ValueTransferCause;
  readonly currency: Currency;
};

const one = (db: Db, id: number) => db.selectFrom('value_transfers').selectAll().where('id', '=', id);

export const transferById = async (db: Db, id: number): Promise<TransferRow | null> =>
  ((await one(db, id).executeTakeFirst()) as TransferRow | undefined) ?? null;

/**
 * Locks the new purchase first and then the transfer, as a payment of the difference does; all code takes the locks in
 * this order.
 */
export async function lockTransfer(db: Db, id: number): Promise<TransferRow | null> {
  const seen = await transferById(db, id);
  if (!seen) return null;
  if (seen.new_purchase_id !== null) await lockPurchase(db, seen.new_purchase_id);
  const row = (await one(db, id).forUpdate().executeTakeFirst()) as TransferRow | undefined;
  // Reserved or released in between: lock the purchase that pays now.
  return row && row.new_purchase_id !== null && row.new_purchase_id !== seen.new_purchase_id
    ? lockTransfer(db, id)
    : (row ?? null);
}

/** The prepaid balance that gets the value: the dealer's if the old request belongs to one. */
export const ownerOf = ({ user_id, dealer_id }: Pick<TransferRow, 'user_id' | 'dealer_id'>): Owner =>
  dealer_id === null ? `user:${user_id}` : `dealer:${dealer_id}`;

export type NamedTransfer = TransferRow & {
  readonly customer: string;
  readonly dealer: string | null;
  readonly old_vehicle: string;
  readonly old_state: string;
  readonly new_vehicle: string | null;
  readonly new_state: string | null;
};

const named = (db: Db) =>
  db
    .selectFrom('value_transfers as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .leftJoin('dealers as d', 'd.id', 'v.dealer_id')
    .innerJoin('tune_requests as o', 'o.id', 'v.old_request_id')
    .leftJoin('tune_requests as n', 'n.id', 'v.new_request_id');
const names = [
  'u.name as customer',
  'd.name as dealer',
  'o.vehicle as old_vehicle',
  'o.state as old_state',
  'n.vehicle as new_vehicle',
  'n.state as new_state',
] as const;

export const namedTransfer = async (db: Db, id: number): Promise<NamedTransfer | undefined> =>
  (await named(db).selectAll('v').select(names).where('v.id', '=', id).executeTakeFirst()) as NamedTransfer | undefined;

const order: ListOrder = {
  columns: {
    created_at: notNull('v.id'),
    state: notNull('v.state'),
    customer: notNull('u.name'),
    value: 'v.value_minor',
    due_at: 'v.due_at',
    updated_at: notNull('v.updated_at'),
  },
  first: '-created_at',
  id: 'v.id',
};

type Filter = {
  readonly page: number;
  readonly search?: string | undefined;
  readonly state?: AnyOf<ValueTransferState> | undefined;
  readonly user?: number | undefined;
};

export function listTransfers(db: Db, filter: Filter): Promise<PageOf<NamedTransfer>> {
  let query = named(db);
  if (filter.state) query = query.where(hasAnyOf('v.state', filter.state));
  if (filter.user !== undefined) query = query.where('v.user_id', '=', filter.user);
  if (filter.search) {
    const pattern = containing(filter.search);
    const id = Number(/^(?:VT-|TR-)?0*(\d{1,9})$/i.exec(filter.search)?.[1] ?? 0);
    query = query.where((eb) =>
      eb.or([
        eb('u.name', 'ilike', pattern),
        eb('u.email', 'ilike', pattern),
        eb('o.vehicle', 'ilike', pattern),
        eb('v.id', '=', id),
        eb('v.old_request_id', '=', id),
        eb('v.new_request_id', '=', id),
      ]),
    );
  }
  const rows = query.selectAll('v').select(names);
  return listPage(db, query as never, rows as never, filter, order) as unknown as Promise<PageOf<NamedTransfer>>;
}

export const historyOf = (db: Db, id: number) =>
  db
    .selectFrom('value_transfer_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'u.name as by', 'e.reason', 'e.ledger_ids'])
    .where('e.transfer_id', '=', id)
    .orderBy('e.id')
    .execute();

export async function countSteps(db: Db, id: number, event: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from value_transfer_events where transfer_id = ${id} and event = ${event}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Transfers that were not completed in time. */
export const overdueTransfers = (db: Db, now: Date, most: number) =>
  db
    .selectFrom('value_transfers')
    .select('id')
    .where('state', 'in', ['old_locked', 'new_set', 'awaiting_difference', 'needs_attention'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute();
