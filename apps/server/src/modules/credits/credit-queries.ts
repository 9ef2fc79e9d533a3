import type { CreditKind, CreditUse, Lot, LotSource } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { TuneCreditLots, TuneCreditUses } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';

/** A lot with its remaining credits. */
export type LotRow = {
  id: number;
  owner: Owner;
  kind: CreditKind;
  units: number;
  currency: Currency | null;
  source: LotSource;
  subject: string;
  reason: string;
  issued_at: Date;
  expires_at: Date;
  warned_days: number | null;
  left_units: number;
  held_units: number;
  left_minor: bigint | null;
};

export const lotOf = (row: LotRow): Lot => ({
  id: row.id,
  kind: row.kind,
  leftUnits: row.left_units,
  leftMinor: row.left_minor,
  expiresAt: row.expires_at,
});

export const lotsOf = async (db: Db, owners: readonly Owner[]): Promise<LotRow[]> =>
  (
    await sql<LotRow>`select * from tune_credit_left where owner = any(${[...owners]}::text[])
      order by expires_at, id`.execute(db)
  ).rows;

export const lotsById = async (db: Db, ids: readonly number[]): Promise<LotRow[]> =>
  (
    await sql<LotRow>`select * from tune_credit_left where id = any(${[...ids]}::integer[]) order by expires_at, id`.execute(
      db,
    )
  ).rows;

export const lotsFrom = async (db: Db, subject: string): Promise<LotRow[]> =>
  (await sql<LotRow>`select * from tune_credit_left where subject = ${subject} order by id`.execute(db)).rows;

/**
 * Locks the lots, so that concurrent users of the same credits are serialized and the remaining amounts read afterwards
 * are reliable.
 */
export async function lockLots(
  db: Db,
  of: { owner: Owner; kind: CreditKind } | { ids: readonly number[] },
): Promise<void> {
  await ('ids' in of
    ? sql`select from tune_credit_lots where id = any(${[...of.ids]}::integer[]) order by id for update`
    : sql`select from tune_credit_lots where owner = ${of.owner} and kind = ${of.kind} order by id for update`
  ).execute(db);
}

export const insertLot = (db: Db, lot: Insertable<TuneCreditLots>) =>
  db.insertInto('tune_credit_lots').values(lot).returning('id').executeTakeFirstOrThrow();

export type UseRow = Omit<Selectable<TuneCreditUses>, 'what' | 'state'> & {
  readonly what: CreditUse;
  readonly state: 'held' | 'done' | 'void' | 'returned';
  readonly owner: Owner;
  readonly kind: CreditKind;
  readonly currency: Currency | null;
  readonly lot_expires_at: Date;
};

export const insertUse = (db: Db, use: Insertable<TuneCreditUses>) =>
  db.insertInto('tune_credit_uses').values(use).returning('id').executeTakeFirstOrThrow();

/** The credits used for a subject, locked. */
export const usesFor = async (db: Db, subject: string, state: 'held' | 'done'): Promise<UseRow[]> =>
  (await db
    .selectFrom('tune_credit_uses as u')
    .innerJoin('tune_credit_lots as l', 'l.id', 'u.lot_id')
    .selectAll('u')
    .select(['l.owner', 'l.kind', 'l.currency', 'l.expires_at as lot_expires_at'])
    .where('u.subject', '=', subject)
    .where('u.state', '=', state)
    .orderBy('u.id')
    .forUpdate('u')
    .execute()) as UseRow[];

export const endUse = (db: Db, id: bigint, state: 'done' | 'void' | 'returned', now: Date) =>
  db.updateTable('tune_credit_uses').set({ state, ended_at: now }).where('id', '=', id).execute();

export const setUseHold = (db: Db, id: bigint, holdId: bigint) =>
  db.updateTable('tune_credit_uses').set({ hold_id: holdId }).where('id', '=', id).execute();

/** Extends the expiry to at least this time, so that returned credits are still usable. */
export const extendLot = (db: Db, id: number, until: Date) =>
  db
    .updateTable('tune_credit_lots')
    .set({ expires_at: until, warned_days: null })
    .where('id', '=', id)
    .where('expires_at', '<', until)
    .execute();

export type HistoryRow = {
  at: Date;
  owner: Owner;
  kind: CreditKind;
  /** Positive for received, negative for used. */
  units: number;
  what: LotSource | CreditUse | 'return';
  subject: string;
};

const historyMax = 100;

/** The history of a lot, newest first. */
export const usesOfLot = async (db: Db, lotId: number): Promise<(HistoryRow & { state: UseRow['state'] })[]> =>
  (
    await sql<HistoryRow & { state: UseRow['state'] }>`
      select u.at, l.owner, l.kind, -u.units as units, u.what, u.subject, u.state
      from tune_credit_uses u join tune_credit_lots l on l.id = u.lot_id
      where u.lot_id = ${lotId} and u.state <> 'void' order by u.id desc limit ${historyMax}`.execute(db)
  ).rows;

/** Received and used credits, newest first. Holds are not included. */
export const historyOf = async (db: Db, owners: readonly Owner[]): Promise<HistoryRow[]> =>
  (
    await sql<HistoryRow>`
      select * from (
        select l.issued_at as at, l.owner, l.kind, l.units, l.source as what, l.subject
        from tune_credit_lots l where l.owner = any(${[...owners]}::text[])
        union all
        select u.at, l.owner, l.kind, -u.units, u.what, u.subject
        from tune_credit_uses u join tune_credit_lots l on l.id = u.lot_id
        where l.owner = any(${[...owners]}::text[]) and u.state in ('done', 'returned')
        union all
        select u.ended_at, l.owner, l.kind, u.units, 'return', u.subject
        from tune_credit_uses u join tune_credit_lots l on l.id = u.lot_id
        where l.owner = any(${[...owners]}::text[]) and u.state = 'returned'
      ) h order by at desc, units limit ${historyMax}`.execute(db)
  ).rows;
