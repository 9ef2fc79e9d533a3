import { percentPart } from '../../catalog/price-derivation.ts';
import { shares } from '../../ledger/ledger-legs.ts';
import { type Ratio, roundedQuotient } from '../../money/money.ts';

/** A row of the tax table. Without a state it applies to the whole country, in addition to the rows of its states. */
export type TaxRow = {
  readonly countryCode: string;
  readonly state: string | null;
  readonly name: string;
  readonly percent: string;
};
export type Tax = { readonly name: string; readonly percent: string };
export type ChargedTax = Tax & { readonly amountMinor: bigint };

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** All rows that apply to a place, one line each; empty for an unknown place. */
export function taxesAt(
  table: readonly TaxRow[],
  place: { readonly countryCode: string; readonly state?: string | null } | null,
): Tax[] {
  if (!place) return [];
  return table
    .filter((row) => same(row.countryCode, place.countryCode))
    .filter((row) => row.state === null || (place.state != null && same(row.state, place.state)))
    .map(({ name, percent }) => ({ name, percent }));
}

/** How prices and taxes belong together in a sale. */
export type TaxTerms = {
  /** The prices shown contain the taxes; otherwise the taxes are added. */
  readonly included: boolean;
  /** The buyer accounts for the tax: it is not charged, and what the prices contain of it is taken off. */
  readonly reverseCharge: boolean;
};
export const taxesAdded: TaxTerms = { included: false, reverseCharge: false };

const isZero = ({ numerator }: Ratio): boolean => numerator === 0n;

/**
 * The taxes contained in a gross amount. Their sum is rounded once and split over several rates in proportion; the rest
 * is net, so net and taxes sum to the gross amount.
 */
export function containedTaxes(grossMinor: bigint, taxes: readonly Tax[]): ChargedTax[] {
  const parts = taxes.map(({ percent }) => percentPart(percent));
  const denominator = parts.reduce((all, part) => all * part.denominator, 1n);
  const weights = parts.map((part) => (part.numerator * denominator) / part.denominator);
  if (grossMinor <= 0n || parts.every(isZero)) return taxes.map((tax) => ({ ...tax, amountMinor: 0n }));
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  const taxMinor = roundedQuotient(grossMinor * sum, denominator + sum);
  const amounts = shares(taxMinor, weights);
  return taxes.map((tax, at) => ({ ...tax, amountMinor: amounts[at] ?? 0n }));
}

const addedTaxes = (netMinor: bigint, taxes: readonly Tax[]): ChargedTax[] =>
  taxes.map((tax) => {
    const { numerator, denominator } = percentPart(tax.percent);
    return { ...tax, amountMinor: roundedQuotient(netMinor * numerator, denominator) };
  });

const sumOf = (taxes: readonly ChargedTax[]): bigint => taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** The taxes of an amount as shown, each rounded once for the whole sale, and what they take out of that amount. */
export function taxesOf(
  shownMinor: bigint,
  taxes: readonly Tax[],
  { included, reverseCharge }: TaxTerms,
): { readonly taxes: readonly ChargedTax[]; readonly taxMinor: bigint; readonly containedMinor: bigint } {
  const contained = included ? containedTaxes(shownMinor, taxes) : [];
  const charged = reverseCharge ? [] : included ? contained : addedTaxes(shownMinor, taxes);
  return { taxes: charged, taxMinor: sumOf(charged), containedMinor: sumOf(contained) };
}

/** The tax contained in each part of a sale. The parts of a gross amount carry its tax in proportion and sum to it. */
export function containedShares(containedMinor: bigint, grossMinor: readonly bigint[]): bigint[] {
  if (containedMinor === 0n) return grossMinor.map(() => 0n);
  return shares(containedMinor, grossMinor);
}
