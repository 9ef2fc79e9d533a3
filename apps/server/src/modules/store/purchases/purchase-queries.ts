import type { PurchaseStep } from '@tuneport/domain/purchases/purchase-states';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { CatalogPurchases } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { linkHolds, type Ownership, ownedBy } from '../../dealers/index.ts';
import { type Purchase, type PurchaseLine, type PurchaseShare, purchaseOf } from './purchase-record.ts';

/** Buyers take turns: of two tries at once the second sees what the first did. */
export const takeTurn = (db: Db, userId: number) => sql`select pg_advisory_xact_lock(7403964, ${userId})`.execute(db);

const all = (db: Db) => db.selectFrom('catalog_purchases').selectAll();
const one = (row: Selectable<CatalogPurchases> | undefined): Purchase | null => (row ? purchaseOf(row) : null);

export const purchaseById = async (db: Db, id: number): Promise<Purchase | null> =>
  one(await all(db).where('id', '=', id).executeTakeFirst());

export const lockPurchase = async (db: Db, id: number): Promise<Purchase | null> =>
  one(await all(db).where('id', '=', id).forUpdate().executeTakeFirst());

export const purchaseByKey = async (db: Db, key: string): Promise<Purchase | null> =>
  one(await all(db).where('request_key', '=', key).executeTakeFirst());

/** The one that is being paid for this estimate, locked; what a tune request is paid with is found by the request. */
export const openPurchase = async (db: Db, userId: number, hash: string): Promise<Purchase | null> =>
  one(
    await all(db)
      .where('user_id', '=', userId)
      .where('estimate_hash', '=', hash)
      .where('request_id', 'is', null)
      .where('state', '=', 'pending_payment')
      .forUpdate()
      .executeTakeFirst(),
  );

/** The same selection, bought and not used yet. */
export const unusedPurchase = async (db: Db, owner: Ownership, hash: string): Promise<Purchase | null> =>
  one(
    await all(db)
      .where('user_id', '=', owner.userId)
      .where(ownedBy(owner, 'catalog_purchases'))
      .where('estimate_hash', '=', hash)
      .where('state', '=', 'waiting_file')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );

const ofRequest = (db: Db, requestId: number) =>
  all(db).where('request_id', '=', requestId).where('state', 'not in', ['cancelled', 'refunded']);

/** What pays for a tune request, or is about to. */
export const purchaseOfRequest = async (db: Db, requestId: number): Promise<Purchase | null> =>
  one(await ofRequest(db, requestId).executeTakeFirst());
export const lockPurchaseOfRequest = async (db: Db, requestId: number): Promise<Purchase | null> =>
  one(await ofRequest(db, requestId).forUpdate().executeTakeFirst());

/** The database's own wall: two who pay for one request at the same moment, by whatever road. */
export const isPaidTwice = (error: unknown): boolean =>
  (error as { constraint?: unknown } | null)?.constraint === 'catalog_purchases_one_per_request';

export type NewLine = Omit<PurchaseLine, 'purchase_id'>;

/** Counts the uses of its codes and writes it with its lines and shares. A used-up code is TP003 with its id. */
export async function insertPurchase(
  db: Db,
  row: Insertable<CatalogPurchases>,
  lines: readonly NewLine[],
  shares: readonly PurchaseShare[],
): Promise<Purchase> {
  await sql`select take_discount_uses(${row.discounts}::jsonb)`.execute(db);
  const made = purchaseOf(
    await db
      .insertInto('catalog_purchases')
      .values({ ...row, codes_taken: true })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await db
    .insertInto('catalog_purchase_lines')
    .values(
      lines.map((line) => ({
        ...line,
        purchase_id: made.id,
        derivation: JSON.stringify(line.derivation),
        gives: line.gives && JSON.stringify(line.gives),
      })),
    )
    .execute();
  if (shares.length > 0)
    await db
      .insertInto('catalog_purchase_shares')
      .values(
        shares.map(({ owner, kind, line, amountMinor }, at) => ({
          purchase_id: made.id,
          n: at + 1,
          owner,
          kind,
          line,
          amount_minor: amountMinor,
        })),
      )
      .execute();
  await addEvent(db, made, { event: 'place', from: null, at: made.placed_at, actorId: made.user_id });
  return made;
}

type EventLabels = { event: string; from: string | null; at: Date; actorId: number | null; detail?: object };

export const addEvent = (db: Db, { id, state }: Pick<Purchase, 'id' | 'state'>, words: EventLabels) =>
  db
    .insertInto('catalog_purchase_events')
    .values({
      purchase_id: id,
      at: words.at,
      event: words.event,
      from_state: words.from,
      to_state: state,
      actor_id: words.actorId,
      detail: JSON.stringify(words.detail ?? {}),
    })
    .execute();

type Change = { request_id?: number; linked_at?: Date; paid_at?: Date; delivered_at?: Date; credits_back_at?: Date };

/** Takes a step if the purchase stands where the step starts, and writes it down; null when it does not. */
export async function stepPurchase(
  db: Db,
  id: number,
  step: PurchaseStep,
  by: { actorId: number | null; now: Date; detail?: object; set?: Change },
): Promise<Purchase | null> {
  const before = await lockPurchase(db, id);
  if (!before || !step.from.includes(before.state)) return null;
  const after = purchaseOf(
    await db
      .updateTable('catalog_purchases')
      .set({
        ...by.set,
        state: step.to,
        updated_at: sql`greatest(date_trunc('second', ${by.now}::timestamptz), updated_at + interval '1 second')`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await addEvent(db, after, {
    event: step.event,
    from: before.state,
    at: by.now,
    actorId: by.actorId,
    ...(by.detail ? { detail: by.detail } : {}),
  });
  return after;
}

/** Counts the uses of the codes if they are not counted: when a card is tried again, or charged late. TP003 when none is left. */
export async function takeCodes(db: Db, { id, discounts, codes_taken }: Purchase): Promise<void> {
  if (codes_taken) return;
  await sql`select take_discount_uses(${JSON.stringify(discounts)}::jsonb)`.execute(db);
  await db.updateTable('catalog_purchases').set({ codes_taken: true }).where('id', '=', id).execute();
}

/** The same, but answers false instead of failing the transaction. */
export async function tryTakeCodes(db: Db, purchase: Purchase): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select try_take_discount_uses(${JSON.stringify(purchase.discounts)}::jsonb) as taken`.execute(db);
  if (!rows[0]?.taken) return false;
  await db.updateTable('catalog_purchases').set({ codes_taken: true }).where('id', '=', purchase.id).execute();
  return true;
}

/** The card was refused, or the purchase has ended: the uses are free again. Under the lock of the purchase. */
export async function releaseCodes(db: Db, { id, discounts, codes_taken }: Purchase): Promise<void> {
  if (!codes_taken) return;
  await db.updateTable('catalog_purchases').set({ codes_taken: false }).where('id', '=', id).execute();
  await sql`select free_discount_uses(${JSON.stringify(discounts)}::jsonb)`.execute(db);
}

export const keepHold = (db: Db, id: number, holdId: bigint) =>
  db.updateTable('catalog_purchases').set({ hold_id: holdId }).where('id', '=', id).execute();

/** Tried again: the address may have been corrected, and there is time again. */
export async function renewPurchase(
  db: Db,
  id: number,
  change: { billing: unknown; email: string; expires_at: Date },
): Promise<void> {
  await db
    .updateTable('catalog_purchases')
    .set({ ...change, billing: JSON.stringify(change.billing) })
    .where('id', '=', id)
    .execute();
}

export const linesOf = async (db: Db, ids: readonly number[]): Promise<PurchaseLine[]> =>
  ids.length === 0
    ? []
    : ((await db
        .selectFrom('catalog_purchase_lines')
        .selectAll()
        .where('purchase_id', 'in', [...ids])
        .orderBy('purchase_id')
        .orderBy('line')
        .execute()) as PurchaseLine[]);

export async function sharesOf(db: Db, id: number): Promise<PurchaseShare[]> {
  const rows = await db
    .selectFrom('catalog_purchase_shares')
    .selectAll()
    .where('purchase_id', '=', id)
    .orderBy('n')
    .execute();
  return rows.map(({ owner, kind, line, amount_minor }) => ({
    owner: owner as PurchaseShare['owner'],
    kind: kind as PurchaseShare['kind'],
    line,
    amountMinor: amount_minor,
  }));
}

/** Whose work these tunes are, and the part of the price that is theirs. */
export const tunersOf = (db: Db, tuneIds: readonly number[]) =>
  db
    .selectFrom('tunes as t')
    .innerJoin('tuners as u', 'u.id', 't.tuner_id')
    .select(['t.id as tune_id', 'u.id', 'u.share_percent as percent'])
    .where('t.id', 'in', [...tuneIds])
    .execute();

/** Who may see a purchase: its buyer, the members of its dealer, staff. */
export type PurchaseReader = Ownership & { readonly staff: boolean };

export async function readPurchase(db: Db, id: number, reader: PurchaseReader): Promise<Purchase | null> {
  let query = all(db).where('id', '=', id);
  if (!reader.staff) query = query.where(ownedBy(reader, 'catalog_purchases'));
  return one(await query.executeTakeFirst());
}

export async function readPurchaseByToken(db: Db, id: number, tokenHash: Buffer): Promise<Purchase | null> {
  const row = await all(db)
    .where('id', '=', id)
    .where(
      sql<boolean>`exists (select from catalog_purchase_tokens t where t.purchase_id = catalog_purchases.id
        and t.token_hash = ${tokenHash} and t.revoked_at is null and t.expires_at > now()) and ${linkHolds('catalog_purchases', 'read')}`,
    )
    .executeTakeFirst();
  return one(row);
}

export const keepToken = (db: Db, id: number, tokenHash: Buffer, now: Date) =>
  db
    .insertInto('catalog_purchase_tokens')
    .values({ token_hash: tokenHash, purchase_id: id, created_at: now })
    .execute();

/** Whose purchases are listed: the reader's own, or for staff everything a customer or a dealer bought. */
export type PurchasesOf = Ownership | { readonly customer?: number | undefined; readonly dealer?: number | undefined };

/** What was never paid is no purchase. */
export async function listPurchases(db: Db, of: PurchasesOf, filter: { page: number; unlinked: boolean }) {
  let query = db.selectFrom('catalog_purchases').where('paid_at', 'is not', null);
  query =
    'dealerIds' in of
      ? query.where(ownedBy(of, 'catalog_purchases'))
      : query.where((eb) => eb.or([eb('user_id', '=', of.customer ?? 0), eb('dealer_id', '=', of.dealer ?? 0)]));
  if (filter.unlinked) query = query.where('state', '=', 'waiting_file');
  const page = await pageOf(query, query.selectAll().orderBy('id', 'desc'), filter.page);
  return { ...page, data: page.data.map(purchaseOf) };
}

export const expiredPurchases = (db: Db, now: Date, most: number) =>
  db
    .selectFrom('catalog_purchases')
    .select('id')
    .where('state', '=', 'pending_payment')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute();

/** Purchases a card was charged for, whatever became of them since. */
export const paidByCard = (db: Db) =>
  db
    .selectFrom('catalog_purchases')
    .select(['id', 'currency', 'card_minor'])
    .where('paid_at', 'is not', null)
    .where('card_minor', '>', 0n)
    .orderBy('id')
    .execute();

export type GoneBack = { readonly card: bigint; readonly account: bigint };

/** The same for many at once, for lists. */
export async function goneBackOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, GoneBack>> {
  const subjects = ids.flatMap((id) => [`purchase:${id}`, `purchase-account:${id}`]);
  const { rows } = await goneBackRows(db, subjects, {});
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.back ?? 0n;
  return new Map(ids.map((id) => [id, { card: of(`purchase:${id}`), account: of(`purchase-account:${id}`) }]));
}

/**
 * What went back by each way of paying: refunds that are done, and what a bank kept for its customer. Without the refund, or without
 * the dispute, that is being booked just now.
 */
export async function goneBack(
  db: Db,
  id: number,
  without: { refundId?: number; disputeOf?: number } = {},
): Promise<GoneBack> {
  const { rows } = await goneBackRows(db, [`purchase:${id}`, `purchase-account:${id}`], without);
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.back ?? 0n;
  return { card: of(`purchase:${id}`), account: of(`purchase-account:${id}`) };
}

/** Of a purchase in another query: whether a bank took money back, or a part of it was refunded. A second charge nobody wanted does not count. */
export const moneyBackOf = (purchaseId: RawBuilder<unknown>) =>
  sql<'part_refunded' | 'charged_back' | null>`(
    select case when bool_or(y.state = 'charged_back') then 'charged_back'
      when bool_or(exists (select from payment_refunds r where r.payment_id = y.id and r.state = 'settled'
        and not coalesce((r.detail ->> 'unwanted')::boolean, false))) then 'part_refunded' end
    from payments y where y.subject in ('purchase:' || ${purchaseId}, 'purchase-account:' || ${purchaseId})
      and y.state <> 'voided' and y.captured_minor > 0)`;

const goneBackRows = (db: Db, subjects: readonly string[], without: { refundId?: number; disputeOf?: number }) =>
  sql<{ subject: string; back: bigint }>`
    select p.subject, (coalesce((select sum(r.amount_minor) from payment_refunds r where r.payment_id = p.id and r.state = 'settled'
        and r.id <> ${without.refundId ?? 0} and not coalesce((r.detail ->> 'unwanted')::boolean, false)), 0)
      + case when p.state = 'charged_back' and p.id <> ${without.disputeOf ?? 0} then p.disputed_minor else 0 end)::bigint as back
    from payments p where p.subject = any(${[...subjects]}) and p.state <> 'voided' and p.captured_minor > 0`.execute(
    db,
  );
