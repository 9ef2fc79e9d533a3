import { drawFrom } from '@tuneport/domain/credits/tune-credits';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type LotRow, lockLots, lotOf, lotsById } from './credit-queries.ts';
import { holdCredits, voidHeld } from './hold-credits.ts';
import { takeBackSold } from './sell-credits.ts';

/** Longer than any bank takes to decide a dispute. */
const holdDays = 730;

/** The lots issued by a purchase and those derived from them through gifts and codes. */
async function lotsSoldBy(db: Db, purchaseId: number): Promise<LotRow[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive sold as (
      select id from tune_credit_lots where subject = ${`purchase:${purchaseId}`} and source = 'split'
      union select l.id from tune_credit_lots l join sold s on l.parent_id = s.id
    ) select id from sold order by id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await lockLots(db, { ids });
  return lotsById(db, ids);
}

const never = new Date(8.64e15);

async function holdSold(
  db: Db,
  purchaseId: number,
  now: Date,
  unitsOf: (lot: LotRow) => number = ({ left_units }) => left_units,
): Promise<void> {
  for (const lot of await lotsSoldBy(db, purchaseId)) {
    const units = Math.min(unitsOf(lot), lot.left_units);
    const [draw] = units > 0 ? (drawFrom([{ ...lotOf(lot), expiresAt: never }], lot.kind, units, now) ?? []) : [];
    if (!draw) continue;
    await holdCredits(db, {
      what: 'take-back',
      subject: `purchase:${purchaseId}`,
      owner: lot.owner,
      kind: lot.kind,
      draw,
      actorId: null,
      now,
      expiresAt: new Date(now.getTime() + holdDays * 86_400_000),
    });
  }
}

/** While a payment is disputed, the credits it bought are held. */
export const freezeSold = (db: Db, purchaseId: number, now: Date): Promise<void> => holdSold(db, purchaseId, now);

/** The dispute was won: releases the credits, unless a pending refund holds them. */
export async function thawSold(db: Db, purchaseId: number, now: Date): Promise<void> {
  const refund = await db
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select('r.id')
    .where('p.subject', 'in', [`purchase:${purchaseId}`, `purchase-account:${purchaseId}`])
    .where('r.state', 'in', ['open', 'pending'])
    .executeTakeFirst();
  if (!refund) await voidHeld(db, `purchase:${purchaseId}`, now);
}

/**
 * The dispute was lost, wholly or in part: the same share of the credits is revoked, as far as unused. Returns their
 * sale value.
 */
export async function takeBackDisputed(
  db: Db,
  purchaseId: number,
  lost: { readonly partMinor: bigint; readonly wholeMinor: bigint },
  now: Date,
): Promise<bigint> {
  await voidHeld(db, `purchase:${purchaseId}`, now);
  await holdSold(db, purchaseId, now, ({ units }) =>
    Math.ceil(Number((BigInt(units) * lost.partMinor * 1_000n) / lost.wholeMinor) / 1_000),
  );
  return takeBackSold(db, purchaseId, { actorId: null, now });
}
