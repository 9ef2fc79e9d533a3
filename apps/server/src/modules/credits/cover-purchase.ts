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
import { convertForPlatform } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, ratio } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { MadeEstimate } from '../catalog/index.ts';
import { conversionRate, settingsOf } from '../settings/index.ts';
import { creditOwners } from './credit-policy.ts';
import { type LotRow, lockLots, lotOf, lotsById, lotsOf } from './credit-queries.ts';

/** A tune of a purchase that is paid with a credit, and the value of that credit. */
export type PaidByCredit = Cover & {
  readonly owner: Owner;
  /** The price of the tune as shown, which the credit pays. */
  readonly netMinor: bigint;
  /** In the currency of the purchase: the amount paid for the credit, or the tune's price if the credit was free. */
  readonly worthMinor: bigint;
  readonly rate?: { readonly rate: string; readonly at: Date };
};

/** The kind of credit each selected tune can be bought with; fees and tunes that give credits themselves take none. */
const creditTunes = ({ quote, chosen }: MadeEstimate): CoveredTune[] =>
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
    message: 'A tune credit you selected is used up or has expired. You have not been charged. Choose again.',
  });

/** The part of a selection that these credits cover. A repeated payment includes the credits it already holds. */
export async function coverPurchase(
  platform: Platform,
  input: {
    readonly actor: SignedInActor;
    readonly made: MadeEstimate;
    readonly credits: readonly number[];
    readonly now: Date;
    readonly requestId?: number | null | undefined;
    /** A price as shown, before the tax it contains. */
    readonly netOf: (shownMinor: bigint) => bigint;
  },
): Promise<PaidByCredit[]> {
  const ids = [...new Set(input.credits)];
  if (ids.length === 0) return [];
  const { actor, made, now } = input;
  const owners = creditOwners(actor);
  const rows = (await lotsById(platform.db, ids)).filter(({ owner }) => owners.includes(owner));
  if (rows.length < ids.length) throw fieldRefusal({ credits: ['One of these credits is not available.'] });
  const lots = withHeld(rows, await heldFor(platform.db, actor.userId, made.hash, input.requestId));
  const tunes = creditTunes(made);
  const covers = coverTunes(tunes, lots, now);
  if (covers.length === 0) {
    if (lots.every(({ leftUnits, expiresAt }) => leftUnits === 0 || expiresAt <= now)) throw usedUp();
    throw fieldRefusal({ credits: ['None of these credits covers a tune you selected.'] });
  }
  const { conversion_rates } = await settingsOf(platform);
  return covers.map((cover) => {
    const row = rows.find(({ id }) => id === cover.draw.lotId) as LotRow;
    const netMinor = tunes.find(({ line }) => line === cover.line)?.netMinor ?? 0n;
    const { currency: to } = made.quote;
    const { valueMinor } = cover.draw;
    const same = { ...cover, owner: row.owner, netMinor };
    if (valueMinor === null || row.currency === null) return { ...same, worthMinor: input.netOf(netMinor) };
    if (row.currency === to) return { ...same, worthMinor: valueMinor };
    const known = conversionRate(conversion_rates, row.currency, to);
    if (!known)
      throw fieldRefusal({ credits: [`These credits were bought in ${row.currency}. Choose that currency.`] });
    const worth = convertForPlatform(money(valueMinor, row.currency), ratio(known.rate), to, 'give');
    return { ...same, worthMinor: worth.amountMinor, rate: { rate: known.rate, at: now } };
  });
}

/** The owner's lots that could pay for a selected tune, earliest expiry first. */
export async function creditChoices(
  db: Db,
  input: {
    readonly actor: SignedInActor;
    readonly made: MadeEstimate;
    readonly now: Date;
    readonly requestId?: number | null | undefined;
  },
): Promise<(Lot & { readonly owner: Owner; readonly currency: Currency | null })[]> {
  const kinds = new Set<CreditKind>(
    creditTunes(input.made).flatMap(({ kind, netMinor }) => (netMinor > 0n ? [kind] : [])),
  );
  if (kinds.size === 0) return [];
  const rows = await lotsOf(db, creditOwners(input.actor));
  return withHeld(rows, await heldFor(db, input.actor.userId, input.made.hash, input.requestId)).flatMap((lot, at) => {
    const { owner, currency } = rows[at] as LotRow;
    const fits = lot.leftUnits > 0 && lot.expiresAt > input.now && (kinds.has(lot.kind) || lot.kind === 'universal');
    return fits ? [{ ...lot, owner, currency }] : [];
  });
}

type HeldRow = { lot_id: number; units: number; value_minor: bigint | null };

/**
 * Credits held by an unpaid purchase of the same selection: for this request, without a request (null), or any if
 * undefined.
 */
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

/** Under the lock of the lots: checks that the expected credits are still available at the same value. */
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
