import type { AnyOf } from '@tuneport/contract/shapes';
import type { CreditCodeState } from '@tuneport/domain/credits/credit-codes';
import type { CreditKind } from '@tuneport/domain/credits/tune-credits';
import { type Selectable, sql } from 'kysely';
import type { TuneCreditCodes } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../platform/db/lists/keyset.ts';
import { hasAnyOf } from '../../platform/db/lists/list-filters.ts';
import { containing, listPage } from '../../platform/db/lists/page.ts';

export type CodeRow = Omit<Selectable<TuneCreditCodes>, 'state' | 'kind'> & {
  readonly state: CreditCodeState;
  readonly kind: CreditKind;
  readonly dealer: string | null;
  readonly dealer_state: string | null;
  readonly claimer: string | null;
  readonly author: string | null;
};

const codes = (db: Db) =>
  db
    .selectFrom('tune_credit_codes as c')
    .leftJoin('dealers as d', 'd.id', 'c.dealer_id')
    .leftJoin('users as u', 'u.id', 'c.claimed_by')
    .leftJoin('users as g', 'g.id', 'c.given_by');
const columns = ['d.name as dealer', 'd.state as dealer_state', 'u.name as claimer', 'g.name as author'] as const;

export const codeByHash = async (db: Db, hash: Buffer): Promise<CodeRow | undefined> =>
  (await codes(db).selectAll('c').select(columns).where('c.code_hash', '=', hash).executeTakeFirst()) as
    | CodeRow
    | undefined;

export const creditCodeById = async (db: Db, id: number): Promise<CodeRow | undefined> =>
  (await codes(db).selectAll('c').select(columns).where('c.id', '=', id).executeTakeFirst()) as CodeRow | undefined;

/** Codes of a suspended dealer can be claimed only when the dealer is active again. */
const giverIsActive = (table: 'c' | 'tune_credit_codes') =>
  sql<boolean>`not exists (select from dealers g where g.id = ${sql.ref(`${table}.dealer_id`)} and g.state <> 'active')`;

/** Codes that wait for the user with this confirmed address. */
export const waitingCodes = async (db: Db, email: string, now: Date): Promise<CodeRow[]> =>
  (await codes(db)
    .selectAll('c')
    .select(columns)
    .where('c.recipient', '=', email)
    .where('c.state', '=', 'open')
    .where('c.expires_at', '>', now)
    .where(giverIsActive('c'))
    .orderBy('c.id')
    .limit(100)
    .execute()) as CodeRow[];

type CodeFilter = PagingQuery & {
  readonly state?: AnyOf<CreditCodeState> | undefined;
  readonly dealerId?: number | undefined;
  readonly search?: string | undefined;
};

const order: ListOrder = {
  columns: {
    created_at: notNull('c.id'),
    state: notNull('c.state'),
    recipient: 'c.recipient',
    dealer: 'd.name',
    expires_at: notNull('c.expires_at'),
  },
  first: '-created_at',
  id: 'c.id',
};

export async function listCreditCodes(db: Db, filter: CodeFilter) {
  let query = codes(db);
  if (filter.state !== undefined) query = query.where(hasAnyOf('c.state', filter.state));
  if (filter.dealerId !== undefined) query = query.where('c.dealer_id', '=', filter.dealerId);
  if (filter.search !== undefined && filter.search !== '') {
    const like = containing(filter.search);
    query = query.where(
      sql<boolean>`(c.recipient::text ilike ${like} or c.note ilike ${like} or c.hint ilike ${like} or u.name ilike ${like} or d.name ilike ${like})`,
    );
  }
  const page = await listPage(db, query, query.selectAll('c').select(columns), filter, order);
  return { ...page, data: page.data as CodeRow[] };
}

type Claim = { readonly userId: number; readonly email: string | null; readonly now: Date };

/** A conditional update, so that of several concurrent claims one wins. */
export const takeCode = async (db: Db, id: number, by: Claim): Promise<CodeRow | undefined> =>
  (await db
    .updateTable('tune_credit_codes')
    .set({ state: 'claimed', claimed_by: by.userId, claimed_at: by.now, ended_at: by.now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', by.now)
    .where((eb) => eb.or([eb('recipient', 'is', null), eb('recipient', '=', by.email)]))
    .where(giverIsActive('tune_credit_codes'))
    .returningAll()
    .executeTakeFirst()) as CodeRow | undefined;

export const closeCode = async (
  db: Db,
  id: number,
  state: 'withdrawn' | 'expired',
  now: Date,
): Promise<CodeRow | undefined> =>
  (await db
    .updateTable('tune_credit_codes')
    .set({ state, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()) as CodeRow | undefined;

export const dueCodes = (db: Db, now: Date, most: number) =>
  db
    .selectFrom('tune_credit_codes')
    .select('id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute();

/** The user's e-mail address, only if confirmed, because codes may wait for it. */
export async function confirmedEmail(db: Db, userId: number): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return user?.email ?? null;
}
