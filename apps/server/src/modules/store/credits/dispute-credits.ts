import { drawFrom } from '@tuneport/domain/credits/tune-credits';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type LotRow, lockLots, lotOf, lotsById } from './credit-queries.ts';
import { holdCredits, voidHeld } from './hold-credits.ts';
import { takeBackSold } from './sell-credits.ts';

/** What issued the credits. */
export type SoldBy = `purchase:${number}` | `credit-deal:${number}`;

/** Longer than any bank takes to decide a dispute. */
const holdDays = 730;

/** The lots issued by a purchase or a credit deal, and those derived from them through gifts and codes. */
async function lotsSoldBy(db: Db, sale: SoldBy): Promise<LotRow[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive sold as (
      select id from tune_credit_lots where subject = ${sale} and source in ('split', 'deal')
      union select l.id from tune_credit_lots l join sold s on l.parent_id = s.id
    ) select id from sold order by id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await lockLots(db, { ids });
  return lotsById(db, ids);
}

const never = new Date(8.64e15);

async function holdSold(
  db: Db,
  sale: SoldBy,
  now: Date,
  unitsOf: (lot: LotRow) => number = ({ left_units }) => left_units,
): Promise<void> {
  for (const lot of await lotsSoldBy(db, sale)) {
    const units = Math.min(unitsOf(lot), lot.left_units);
    const [draw] = units > 0 ? (drawFrom([{ ...lotOf(lot), expiresAt: never }], lot.kind, units, now) ?? []) : [];
    if (!draw) continue;
    await holdCredits(db, {
      what: 'take-back',
      subject: sale,
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
export const freezeSold = (db: Db, sale: SoldBy, now: Date): Promise<void> => holdSold(db, sale, now);

/** The dispute was won: releases the credits, unless a pending refund holds them. */
export async function thawSold(db: Db, sale: SoldBy, now: Date): Promise<void> {
  const refund = await db
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select('r.id')
    .where('p.subject', 'in', [sale, sale.replace(/^purchase:/, 'purchase-account:')])
    .where('r.state', 'in', ['open', 'pending'])
    .executeTakeFirst();
  if (!refund) await voidHeld(db, sale, now);
}

/**
 * The dispute was lost, wholly or in part: the same share of the credits is revoked, as far as unused. Returns their
 * sale value.
 */
export async function takeBackDisputed(
  db: Db,
  sale: SoldBy,
  lost: { readonly partMinor: bigint; readonly wholeMinor: bigint },
  now: Date,
): Promise<bigint> {
  await voidHeld(db, sale, now);
  await holdSold(db, sale, now, ({ units }) =>
    Math.ceil(Number((BigInt(units) * lost.partMinor * 1_000n) / lost.wholeMinor) / 1_000),
  );
  return takeBackSold(db, sale, { actorId: null, now });
}
