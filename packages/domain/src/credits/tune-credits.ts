import type { CreditUnit } from '../ledger/ledger-accounts.ts';
import { plural, t } from '../text/text.ts';

/** What a tune credit can pay for: a tune of an engine, a transmission, an all-wheel drive, or any of them. */
export const creditKinds = ['ecu', 'tcu', 'awd', 'universal'] as const;
export type CreditKind = (typeof creditKinds)[number];
export const creditUnitOf = (kind: CreditKind): CreditUnit => `cr.${kind}`;

/** "1 ECU credit", "2 universal credits". */
export const creditsLabel = (kind: CreditKind, units: number): string =>
  kind === 'universal'
    ? plural(units, { one: '{count} universal credit', other: '{count} universal credits' })
    : plural(units, { one: '{count} {kind} credit', other: '{count} {kind} credits' }, { kind: kind.toUpperCase() });

/** What a row of an invoice sells, without its quantity. */
export const creditsName = (kind: CreditKind): string =>
  kind === 'universal' ? t('Universal tune credits') : t('{kind} tune credits', { kind: kind.toUpperCase() });

/** How credits were obtained. */
export const lotSources = ['grant', 'code', 'gift', 'split', 'deal'] as const;
export type LotSource = (typeof lotSources)[number];

/** How credits are used. A hold may still be released; a completed use is only undone by a return. */
export const creditUses = ['spend', 'give', 'expire', 'take-back'] as const;
export type CreditUse = (typeof creditUses)[number];

/** Default validity of credits, and of an unclaimed code. */
export const creditDays = 365;
export const codeDays = 90;
/** Minimum validity of credits returned after a refund. */
export const creditGraceDays = 30;
/** Days before expiry on which the owner is notified. */
export const creditWarningDays = [30, 7] as const;
export const creditUnitsMax = 1000;

/**
 * Credits of one kind from one source, stored with recipient and reason. The remaining units follow from their uses.
 */
export type Lot = {
  readonly id: number;
  readonly kind: CreditKind;
  readonly leftUnits: number;
  /** The amount paid for the remaining units; null if they were free. */
  readonly leftMinor: bigint | null;
  readonly expiresAt: Date;
};

export type Draw = { readonly lotId: number; readonly units: number; readonly valueMinor: bigint | null };

/** The value of some of the remaining units. The last units get the remainder, so the parts always sum to the total. */
export function worthOf(leftMinor: bigint, leftUnits: number, units: number): bigint {
  if (units < 0 || units > leftUnits) throw new RangeError('no more is used than is left');
  return units === leftUnits ? leftMinor : (leftMinor * BigInt(units)) / BigInt(leftUnits);
}

/** Earliest expiry first, then the oldest lot. */
export const byExpiry = (a: Lot, b: Lot): number => a.expiresAt.getTime() - b.expiresAt.getTime() || a.id - b.id;

/** Draws units of one kind from valid lots, earliest expiry first. Null if there are not enough. */
export function drawFrom(lots: readonly Lot[], kind: CreditKind, units: number, now: Date): Draw[] | null {
  const draws: Draw[] = [];
  let wanted = units;
  for (const lot of lots.filter((one) => one.kind === kind && one.expiresAt > now).sort(byExpiry)) {
    const taken = Math.min(wanted, lot.leftUnits);
    if (taken <= 0) continue;
    const valueMinor = lot.leftMinor === null ? null : worthOf(lot.leftMinor, lot.leftUnits, taken);
    draws.push({ lotId: lot.id, units: taken, valueMinor });
    wanted -= taken;
  }
  return wanted === 0 ? draws : null;
}

export const afterDraw = (lots: readonly Lot[], draws: readonly Draw[]): Lot[] =>
  lots.map((lot) => {
    const taken = draws.filter(({ lotId }) => lotId === lot.id);
    return {
      ...lot,
      leftUnits: lot.leftUnits - taken.reduce((sum, { units }) => sum + units, 0),
      leftMinor:
        lot.leftMinor === null ? null : lot.leftMinor - taken.reduce((sum, one) => sum + (one.valueMinor ?? 0n), 0n),
    };
  });

/** The kind of credit that pays for a tune. */
export const creditKindOf = (tune: { readonly transmission: boolean; readonly awd: boolean }): CreditKind =>
  tune.awd ? 'awd' : tune.transmission ? 'tcu' : 'ecu';

export type CoveredTune = { readonly line: number; readonly kind: CreditKind; readonly netMinor: bigint };
export type Cover = { readonly line: number; readonly kind: CreditKind; readonly draw: Draw };

/**
 * The tunes that these credits pay for, one credit each: most expensive first, credits of the matching kind before
 * universal ones. Free tunes use no credit.
 */
export function coverTunes(tunes: readonly CoveredTune[], lots: readonly Lot[], now: Date): Cover[] {
  const dear = tunes
    .filter(({ netMinor }) => netMinor > 0n)
    .sort((a, b) => (a.netMinor === b.netMinor ? a.line - b.line : a.netMinor > b.netMinor ? -1 : 1));
  let left = [...lots];
  const covers: Cover[] = [];
  const take = (line: number, kind: CreditKind): boolean => {
    const draw = drawFrom(left, kind, 1, now)?.[0];
    if (!draw) return false;
    left = afterDraw(left, [draw]);
    covers.push({ line, kind, draw });
    return true;
  };
  const open = dear.filter(({ line, kind }) => !take(line, kind));
  for (const { line } of open) take(line, 'universal');
  return covers.sort((a, b) => a.line - b.line);
}
