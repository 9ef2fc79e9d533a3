import { creditGraceDays } from '@tuneport/domain/credits/tune-credits';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { exchange, type Leg, mirror, move, type StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import type { Currency } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { postTransfer } from '../ledger/index.ts';
import type { PaidByCredit } from './cover-purchase.ts';
import { endUse, extendLot, type UseRow, usesFor } from './credit-queries.ts';
import { holdCredits, postHeld } from './hold-credits.ts';
import { redeemLegs } from './issue-credits.ts';

/** Postings for credits used in a purchase: units leave circulation, and their value becomes deferred work. */
function spendLegs(
  use: UseRow,
  currency: Currency,
  work: 'defer.work' | 'rev',
): { legs: Leg[]; rate: StoredRate | null } {
  const units = redeemLegs(use.owner, use.kind, use.units);
  const worthMinor = use.worth_minor ?? 0n;
  const owed = platformAccount(work, currency);
  const { currency: paidIn, value_minor: valueMinor } = use;
  if (paidIn === null || valueMinor === null)
    return { legs: [...units, ...move(platformAccount('goodwill', currency), owed, worthMinor)], rate: null };
  const deferred = platformAccount('defer.credits', paidIn);
  if (paidIn === currency) return { legs: [...units, ...move(deferred, owed, worthMinor)], rate: null };
  if (worthMinor === 0n || valueMinor === 0n) return { legs: units, rate: null };
  return {
    legs: [
      ...units,
      ...exchange({ account: deferred, amountMinor: valueMinor }, { account: owed, amountMinor: -worthMinor }),
    ],
    rate: { from: paidIn, to: currency, rate: use.rate ?? '1', at: use.rate_at ?? use.at },
  };
}

type Spending = {
  readonly id: number;
  readonly currency: Currency;
  readonly actorId: number | null;
  readonly now: Date;
};

/** Holds the credits of a purchase until it is paid or ends. */
export async function holdForPurchase(
  db: Db,
  { id, actorId, now }: Spending,
  covers: readonly PaidByCredit[],
  expiresAt: Date,
): Promise<void> {
  for (const { owner, kind, draw, line, worthMinor, rate } of covers)
    await holdCredits(db, {
      what: 'spend',
      subject: `purchase:${id}`,
      owner,
      kind,
      draw,
      actorId,
      now,
      expiresAt,
      line,
      worthMinor,
      ...(rate ? { rate } : {}),
    });
}

/** Spends the held credits once the purchase is paid. */
export const spendHeld = (db: Db, { id, currency, actorId, now }: Spending) =>
  postHeld(db, `purchase:${id}`, { kind: 'credits.spent', now, actorId }, (use) =>
    spendLegs(use, currency, 'defer.work'),
  );

/** The lots held by an unpaid purchase, per line, to detect whether a new attempt is the same. */
export async function heldLots(db: Db, purchaseId: number): Promise<string> {
  const { rows } = await sql<{ line: number; lot_id: number }>`select line, lot_id from tune_credit_uses
    where subject = ${`purchase:${purchaseId}`} and state = 'held' order by line`.execute(db);
  return rows.map(({ line, lot_id }) => `${line}:${lot_id}`).join();
}
export const plannedLots = (covers: readonly PaidByCredit[]): string =>
  covers.map(({ line, draw }) => `${line}:${draw.lotId}`).join();

/** Returns each credit to its own lot at the original rate, with a minimum remaining lifetime. */
export async function returnSpent(
  db: Db,
  { id, currency, actorId, now }: Spending,
  was: { readonly delivered: boolean; readonly reason: string },
): Promise<void> {
  const subject = `purchase:${id}`;
  for (const use of await usesFor(db, subject, 'done')) {
    if (use.what !== 'spend') continue;
    const { legs, rate } = spendLegs(use, currency, was.delivered ? 'rev' : 'defer.work');
    await postTransfer(db, {
      key: `credits:${use.id}:returned`,
      kind: 'credits.returned',
      subject,
      at: now,
      reason: was.reason,
      actorId,
      legs: mirror(legs),
      rate,
    });
    await endUse(db, use.id, 'returned', now);
    await extendLot(db, use.lot_id, new Date(now.getTime() + creditGraceDays * dayMs));
  }
}
