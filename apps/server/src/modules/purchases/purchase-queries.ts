import { type PurchaseEvent, purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { canStep } from '@tuneport/domain/states/machine';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { CatalogPurchases } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/db/lists/page.ts';
import { pairedLockKeys } from '../../platform/db/writes/advisory-locks.ts';
import { rememberLanguage } from '../../platform/mail/mail-language.ts';
import { linkHolds, type Ownership, ownedBy } from '../dealers/index.ts';
import type { Beneficiary } from '../ledger/index.ts';
import { defineStep, historyRow } from '../states/index.ts';
import { type Purchase, type PurchaseLine, type PurchaseShare, purchaseOf } from './purchase-record.ts';

/** Serializes the attempts of a buyer, so that the second of two sees the first. */
export const lockPayoutsOf = (db: Db, userId: number) =>
  sql`select pg_advisory_xact_lock(${pairedLockKeys.purchasesOfUser}, ${userId})`.execute(db);

const all = (db: Db) => db.selectFrom('catalog_purchases').selectAll();
const one = (row: Selectable<CatalogPurchases> | undefined): Purchase | null => (row ? purchaseOf(row) : null);

export const purchaseById = async (db: Db, id: number): Promise<Purchase | null> =>
  one(await all(db).where('id', '=', id).executeTakeFirst());

export const lockPurchase = async (db: Db, id: number): Promise<Purchase | null> =>
  one(await all(db).where('id', '=', id).forUpdate().executeTakeFirst());

export const purchaseByKey = async (db: Db, key: string): Promise<Purchase | null> =>
  one(await all(db).where('request_key', '=', key).executeTakeFirst());

/** The open purchase of this estimate, locked; that of a tune request is found by the request. */
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

/** The paid or pending purchase of a tune request. */
export const purchaseOfRequest = async (db: Db, requestId: number): Promise<Purchase | null> =>
  one(await ofRequest(db, requestId).executeTakeFirst());
export const lockPurchaseOfRequest = async (db: Db, requestId: number): Promise<Purchase | null> =>
  one(await ofRequest(db, requestId).forUpdate().executeTakeFirst());

/** The unique constraint that stops concurrent payments of the same request. */
export const isPaidTwice = (error: unknown): boolean =>
  (error as { constraint?: unknown } | null)?.constraint === 'catalog_purchases_one_per_request';

export type NewLine = Omit<PurchaseLine, 'purchase_id'>;

/** Counts the uses of its codes and stores it with its lines and shares. A used-up code raises TP003 with its id. */
export async function insertPurchase(
  db: Db,
  row: Insertable<CatalogPurchases>,
  lines: readonly NewLine[],
  shares: readonly PurchaseShare[],
): Promise<Purchase> {
  await sql`select take_discount_uses(${row.discounts}::jsonb)`.execute(db);
  await rememberLanguage(db, row.email);
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

const takeStep = defineStep<Purchase, { userId: number | null }>()({
  machine: purchaseMachine,
  table: 'catalog_purchases',
  history: {
    table: 'catalog_purchase_events',
    values: (taken) => ({
      purchase_id: taken.row.id,
      ...historyRow(taken),
      detail: JSON.stringify(taken.detail),
    }),
  },
});

/** Takes a step if the purchase is where the step starts; null when it is not. */
export async function stepPurchase(
  db: Db,
  id: number,
  event: PurchaseEvent,
  by: { actorId: number | null; now: Date; detail?: object; set?: Change },
): Promise<Purchase | null> {
  const before = await lockPurchase(db, id);
  if (!before || !canStep(purchaseMachine, before.state, event)) return null;
  const { actorId: userId, now, detail = {}, set = {} } = by;
  return takeStep({ db, now }, before, event, { userId }, { detail: { ...detail }, set });
}

/** Counts the code uses if they are not counted yet: on a retry or a late charge. TP003 if none is left. */
export async function takeCodes(db: Db, { id, discounts, codes_taken }: Purchase): Promise<void> {
  if (codes_taken) return;
  await sql`select take_discount_uses(${JSON.stringify(discounts)}::jsonb)`.execute(db);
  await db.updateTable('catalog_purchases').set({ codes_taken: true }).where('id', '=', id).execute();
}

/** The same, but returns false instead of failing the transaction. */
export async function tryTakeCodes(db: Db, purchase: Purchase): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select try_take_discount_uses(${JSON.stringify(purchase.discounts)}::jsonb) as taken`.execute(db);
  if (!rows[0]?.taken) return false;
  await db.updateTable('catalog_purchases').set({ codes_taken: true }).where('id', '=', purchase.id).execute();
  return true;
}

/** Releases the code uses after a decline or the end of the purchase. Runs under the lock of the purchase. */
export async function releaseCodes(db: Db, { id, discounts, codes_taken }: Purchase): Promise<void> {
  if (!codes_taken) return;
  await db.updateTable('catalog_purchases').set({ codes_taken: false }).where('id', '=', id).execute();
  await sql`select free_discount_uses(${JSON.stringify(discounts)}::jsonb)`.execute(db);
}

export const setHold = (db: Db, id: number, holdId: bigint) =>
  db.updateTable('catalog_purchases').set({ hold_id: holdId }).where('id', '=', id).execute();

/** On a retry: updates the billing address and extends the deadline. */
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

/** The tuners of these tunes and their share of the price. */
export const tunersOf = (db: Db, tuneIds: readonly number[]) =>
  db
    .selectFrom('tunes as t')
    .innerJoin('tuners as u', 'u.id', 't.tuner_id')
    .select(['t.id as tune_id', 'u.id', 'u.share_percent as percent'])
    .where('t.id', 'in', [...tuneIds])
    .execute();

/** Access to a purchase: its buyer, the members of its dealer, and staff. */
export type PurchaseViewer = Ownership & { readonly staff: boolean };

export async function readPurchase(db: Db, id: number, viewer: PurchaseViewer): Promise<Purchase | null> {
  let query = all(db).where('id', '=', id);
  if (!viewer.staff) query = query.where(ownedBy(viewer, 'catalog_purchases'));
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

export const storeToken = (db: Db, id: number, tokenHash: Buffer, now: Date) =>
  db
    .insertInto('catalog_purchase_tokens')
    .values({ token_hash: tokenHash, purchase_id: id, created_at: now })
    .execute();

/**
 * Whether a guest bought with a code that this user or their business made or earns from. A guest belongs to no
 * business, so the code was accepted.
 */
export async function usedOwnCode(db: Db, guestId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from catalog_purchases c cross join jsonb_array_elements(c.discounts) d
    left join discount_codes k on d ->> 'id' = 'code:' || k.id
    left join sales s on d ->> 'id' = 'sale:' || s.id and s.code is not null
    where c.user_id = ${guestId} and c.paid_at is not null and (same_business(k.changed_by, ${userId}) or s.changed_by = ${userId}
      or exists (select from audit_log l where l.subject = 'code:' || k.id and same_business(l.actor_id, ${userId}))
      or exists (select from audit_log l where l.subject = 'sale:' || s.id and l.actor_id = ${userId})
      or exists (select from affiliate_members m where m.affiliate_id = (d ->> 'affiliate_id')::integer
        and same_business(m.user_id, ${userId})))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The account of the same address takes over what a guest bought; see `closeGuest`. */
export async function movePurchases(db: Db, guestId: number, userId: number): Promise<void> {
  await db.updateTable('catalog_purchases').set({ user_id: userId }).where('user_id', '=', guestId).execute();
  await db.updateTable('catalog_estimates').set({ user_id: userId }).where('user_id', '=', guestId).execute();
}

/** The purchases to list: those the actor owns, or for staff those of a customer or dealer. */
type PurchasesOf = Ownership | { readonly customer?: number | undefined; readonly dealer?: number | undefined };

/** Unpaid purchases are not listed. */
export async function listPurchases(db: Db, of: PurchasesOf, filter: { page: number; unlinked: boolean }) {
  let query = db.selectFrom('catalog_purchases').where('paid_at', 'is not', null);
  query =
    'dealerIds' in of
      ? query.where(ownedBy(of, 'catalog_purchases'))
      : query.where((eb) => eb.or([eb('user_id', '=', of.customer ?? 0), eb('dealer_id', '=', of.dealer ?? 0)]));
  if (filter.unlinked) query = query.where('state', '=', 'waiting_file');
  const page = await pageOf(query, query.selectAll().orderBy('id', 'desc'), filter);
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

/** Purchases for which a card was charged, in any current state. */
export const paidByCard = (db: Db) =>
  db
    .selectFrom('catalog_purchases')
    .select(['id', 'currency', 'card_minor'])
    .where('paid_at', 'is not', null)
    .where('card_minor', '>', 0n)
    .orderBy('id')
    .execute();

export type ReturnedAmounts = { readonly card: bigint; readonly account: bigint };

/** The same for many purchases, for lists. */
export async function returnedAmountsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ReturnedAmounts>> {
  const subjects = ids.flatMap((id) => [`purchase:${id}`, `purchase-account:${id}`]);
  const { rows } = await returnedRows(db, subjects, {});
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.back ?? 0n;
  return new Map(ids.map((id) => [id, { card: of(`purchase:${id}`), account: of(`purchase-account:${id}`) }]));
}

/**
 * Amounts returned per payment method: completed refunds and lost disputes, excluding the refund or dispute that is
 * currently being booked.
 */
export async function returnedAmounts(
  db: Db,
  id: number,
  without: { refundId?: number; disputeOf?: number } = {},
): Promise<ReturnedAmounts> {
  const { rows } = await returnedRows(db, [`purchase:${id}`, `purchase-account:${id}`], without);
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.back ?? 0n;
  return { card: of(`purchase:${id}`), account: of(`purchase-account:${id}`) };
}

/** What is left of the money paid for a purchase, by card and from a balance. Refunds under way count as made. */
export async function purchaseMoneyLeft(db: Db, id: number): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    select coalesce(sum(p.captured_minor - case when p.state = 'disputed' then 0 else p.disputed_minor end
      - (select coalesce(sum(r.amount_minor), 0) from payment_refunds r where r.payment_id = p.id and r.state <> 'failed')), 0)::bigint as left
    from payments p where p.subject = any(${[`purchase:${id}`, `purchase-account:${id}`]}) and p.captured_minor > 0`.execute(
    db,
  );
  return rows[0]?.left ?? 0n;
}

/**
 * For a purchase in another query: whether a bank charged back money, or a part was refunded. An accidental second
 * charge does not count.
 */
export const moneyBackOf = (purchaseId: RawBuilder<unknown>) =>
  sql<'part_refunded' | 'charged_back' | null>`(
    select case when bool_or(y.state = 'charged_back') then 'charged_back'
      when bool_or(exists (select from payment_refunds r where r.payment_id = y.id and r.state = 'settled'
        and not coalesce((r.detail ->> 'unwanted')::boolean, false))) then 'part_refunded' end
    from payments y where y.subject in ('purchase:' || ${purchaseId}, 'purchase-account:' || ${purchaseId})
      and y.state <> 'voided' and y.captured_minor > 0)`;

const returnedRows = (db: Db, subjects: readonly string[], without: { refundId?: number; disputeOf?: number }) =>
  sql<{ subject: string; back: bigint }>`
    select p.subject, (coalesce((select sum(r.amount_minor) from payment_refunds r where r.payment_id = p.id and r.state = 'settled'
        and r.id <> ${without.refundId ?? 0} and not coalesce((r.detail ->> 'unwanted')::boolean, false)), 0)
      + case when p.state = 'charged_back' and p.id <> ${without.disputeOf ?? 0} then p.disputed_minor else 0 end)::bigint as back
    from payments p where p.subject = any(${[...subjects]}) and p.state <> 'voided' and p.captured_minor > 0`.execute(
    db,
  );

export async function buyerOfPurchase(db: Db, id: number): Promise<Beneficiary> {
  const row = await db
    .selectFrom('catalog_purchases')
    .select(['user_id', 'dealer_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return { user: row?.user_id, dealer: row?.dealer_id };
}

/** The totals of purchases, by id. */
export async function purchaseTotals(db: Db, ids: readonly (number | null)[]): Promise<Map<number, bigint>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db
    .selectFrom('catalog_purchases')
    .select(['id', 'total_minor'])
    .where('id', 'in', known)
    .execute();
  return new Map(rows.map(({ id, total_minor }) => [id, total_minor]));
}
