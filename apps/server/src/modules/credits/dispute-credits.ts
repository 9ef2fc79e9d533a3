import { drawFrom } from '@tuneport/domain/credits/tune-credits';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type LotRow, lockLots, lotOf, lotsById } from './credit-queries.ts';
import { holdCredits, voidHeld } from './hold-credits.ts';
import { takeBackSold } from './sell-credits.ts';

/** What issued the credits. */
type SoldBy = `purchase:${number}` | `credit-deal:${number}`;

/** Longer than any bank takes to decide a dispute. */
const holdDays = 730;

/** A lot that was sold, and after it those derived from it through gifts and codes. */
type SoldLots = { readonly units: number; readonly lots: readonly LotRow[] };

/** The lots issued by a purchase or a credit deal, locked. */
async function lotsSoldBy(db: Db, sale: SoldBy): Promise<SoldLots[]> {
  const { rows } = await sql<{ id: number; root: number }>`
    with recursive sold as (
      select id, id as root from tune_credit_lots where subject = ${sale} and source in ('split', 'deal')
      union select l.id, s.root from tune_credit_lots l join sold s on l.parent_id = s.id
    ) select id, root from sold order by id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await lockLots(db, { ids });
  const byId = new Map((await lotsById(db, ids)).map((lot) => [lot.id, lot]));
  return [...Map.groupBy(rows, ({ root }) => root)].map(([root, of]) => ({
    units: byId.get(root)?.units ?? 0,
    lots: of.flatMap(({ id }) => byId.get(id) ?? []),
  }));
}

const never = new Date(8.64e15);

/** Holds so many of the units that were sold as one lot, first those that the buyer still has. */
async function holdSold(
  db: Db,
  sale: SoldBy,
  now: Date,
  wantedOf: (soldUnits: number) => number = (soldUnits) => soldUnits,
): Promise<void> {
  for (const sold of await lotsSoldBy(db, sale)) {
    let wanted = wantedOf(sold.units);
    for (const lot of sold.lots) {
      const units = Math.min(wanted, lot.left_units);
      const [draw] = units > 0 ? (drawFrom([{ ...lotOf(lot), expiresAt: never }], lot.kind, units, now) ?? []) : [];
      if (!draw) continue;
      wanted -= units;
      await holdCredits(db, {
        what: 'take-back',
        subject: sale,
        owner: lot.owner,
        kind: lot.kind,
        draw,
        actorId: null,
        now,
        expiresAt: new Date(now.getTime() + holdDays * dayMs),
      });
    }
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
  await holdSold(db, sale, now, (units) =>
    Number((BigInt(units) * lost.partMinor + lost.wholeMinor - 1n) / lost.wholeMinor),
  );
  return takeBackSold(db, sale, { actorId: null, now });
}
