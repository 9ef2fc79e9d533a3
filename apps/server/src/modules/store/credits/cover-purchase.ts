import {
  afterDraw,
  type Cover,
  type CoveredTune,
  type CreditKind,
  coverTunes,
  creditKindOf,
  type Lot,
} from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { convertForStaff } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, ratio } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import type { MadeEstimate } from '../../catalog/index.ts';
import { conversionRate, settingsOf } from '../../settings/index.ts';
import { creditOwners } from './credit-policy.ts';
import { type LotRow, lockLots, lotOf, lotsById, lotsOf } from './credit-queries.ts';

/** A tune of a purchase that a credit pays for, and what that credit is worth to it. */
export type PaidByCredit = Cover & {
  readonly owner: Owner;
  readonly netMinor: bigint;
  /** In the currency of the purchase: what was paid for the credit, or the price where nobody paid for it. */
  readonly worthMinor: bigint;
  readonly rate?: { readonly rate: string; readonly at: Date };
};

/** The credit each tune of a selection is bought with; those that give credits themselves, and fees, take none. */
export const creditTunes = ({ quote, chosen }: MadeEstimate): CoveredTune[] =>
  quote.lines.flatMap((line, at) => {
    const one = line.kind === 'tune' ? chosen.find(({ tune }) => String(tune.id) === line.id) : undefined;
    if (!one || line.credits) return [];
    const types = one.tune.tune_types;
    const transmission = one.unit === 'transmission' || types.some(({ is_dsg }) => is_dsg);
    const kind = creditKindOf({ transmission, awd: types.some(({ is_awd }) => is_awd) });
    return [{ line: at + 1, kind, netMinor: line.amountMinor }];
  });

export const usedUp = (): Refusal =>
  new Refusal('conflict', {
    message: 'A tune credit you chose is used up or has expired. Nothing was charged; choose again.',
  });

/** What these credits pay of a selection. Whoever pays again for what they began to pay has what they hold for it. */
export async function coverPurchase(
  platform: Platform,
  asked: {
    readonly actor: SignedInActor;
    readonly made: MadeEstimate;
    readonly credits: readonly number[];
    readonly now: Date;
    readonly requestId?: number | null | undefined;
  },
): Promise<PaidByCredit[]> {
  const ids = [...new Set(asked.credits)];
  if (ids.length === 0) return [];
  const { actor, made, now } = asked;
  const owners = creditOwners(actor);
  const rows = (await lotsById(platform.db, ids)).filter(({ owner }) => owners.includes(owner));
  if (rows.length < ids.length) throw fieldRefusal({ credits: ['One of these credits is not there.'] });
  const lots = withHeld(rows, await heldFor(platform.db, actor.userId, made.hash, asked.requestId));
  const tunes = creditTunes(made);
  const covers = coverTunes(tunes, lots, now);
  if (covers.length === 0) {
    if (lots.every(({ leftUnits, expiresAt }) => leftUnits === 0 || expiresAt <= now)) throw usedUp();
    throw fieldRefusal({ credits: ['None of these credits pays for a tune you chose.'] });
  }
  const { conversion_rates } = await settingsOf(platform);
  return covers.map((cover) => {
    const row = rows.find(({ id }) => id === cover.draw.lotId) as LotRow;
    const netMinor = tunes.find(({ line }) => line === cover.line)?.netMinor ?? 0n;
    const { currency: to } = made.quote;
    const { valueMinor } = cover.draw;
    const same = { ...cover, owner: row.owner, netMinor };
    if (valueMinor === null || row.currency === null) return { ...same, worthMinor: netMinor };
    if (row.currency === to) return { ...same, worthMinor: valueMinor };
    const known = conversionRate(conversion_rates, row.currency, to);
    if (!known)
      throw fieldRefusal({ credits: [`These credits were bought in ${row.currency}. Choose that currency.`] });
    const worth = convertForStaff(money(valueMinor, row.currency), ratio(known.rate), to, 'give');
    return { ...same, worthMinor: worth.amountMinor, rate: { rate: known.rate, at: now } };
  });
}

/** The lots of somebody that could pay for a tune of a selection, what expires first on top. */
export async function creditChoices(
  db: Db,
  asked: {
    readonly actor: SignedInActor;
    readonly made: MadeEstimate;
    readonly now: Date;
    readonly requestId?: number | null | undefined;
  },
): Promise<(Lot & { readonly owner: Owner; readonly currency: Currency | null })[]> {
  const kinds = new Set<CreditKind>(
    creditTunes(asked.made).flatMap(({ kind, netMinor }) => (netMinor > 0n ? [kind] : [])),
  );
  if (kinds.size === 0) return [];
  const rows = await lotsOf(db, creditOwners(asked.actor));
  return withHeld(rows, await heldFor(db, asked.actor.userId, asked.made.hash, asked.requestId)).flatMap((lot, at) => {
    const { owner, currency } = rows[at] as LotRow;
    const fits = lot.leftUnits > 0 && lot.expiresAt > asked.now && (kinds.has(lot.kind) || lot.kind === 'universal');
    return fits ? [{ ...lot, owner, currency }] : [];
  });
}

type HeldRow = { lot_id: number; units: number; value_minor: bigint | null };

/** What an unpaid purchase of the same selection keeps: of this request alone, of none (null), or of any while that is not said. */
const heldFor = async (
  db: Db,
  userId: number,
  hash: string,
  requestId: number | null | undefined,
): Promise<HeldRow[]> =>
  (
    await sql<HeldRow>`select u.lot_id, u.units, u.value_minor from catalog_purchases p
      join tune_credit_uses u on u.subject = 'purchase:' || p.id and u.state = 'held'
      where p.user_id = ${userId} and p.estimate_hash = ${hash} and p.state = 'pending_payment'
        and (${requestId === undefined} or p.request_id is not distinct from ${requestId ?? null}::integer)`.execute(db)
  ).rows;

const withHeld = (rows: readonly LotRow[], held: readonly HeldRow[]): Lot[] =>
  afterDraw(
    rows.map(lotOf),
    held.map(({ lot_id, units, value_minor }) => ({
      lotId: lot_id,
      units: -units,
      valueMinor: value_minor === null ? null : -value_minor,
    })),
  );

/** Under the lock of the lots: what was counted on is still there, and worth the same. */
export async function requireStillThere(db: Db, covers: readonly PaidByCredit[], now: Date): Promise<void> {
  if (covers.length === 0) return;
  const ids = [...new Set(covers.map(({ draw }) => draw.lotId))];
  await lockLots(db, { ids });
  let lots = (await lotsById(db, ids)).map(lotOf);
  for (const { draw } of covers) {
    const lot = lots.find(({ id }) => id === draw.lotId);
    if (!lot || lot.leftUnits < draw.units || lot.expiresAt <= now || (lot.leftMinor ?? 0n) < (draw.valueMinor ?? 0n))
      throw usedUp();
    lots = afterDraw(lots, [draw]);
  }
}
