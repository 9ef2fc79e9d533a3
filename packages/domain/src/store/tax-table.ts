/** A row of the tax table. Without a state it applies to the whole country, in addition to the rows of its states. */
export type TaxRow = {
  readonly countryCode: string;
  readonly state: string | null;
  readonly name: string;
  readonly percent: string;
};

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** All rows that apply to a place, one line each; empty for an unknown place. */
export function taxesAt(
  table: readonly TaxRow[],
  place: { readonly countryCode: string; readonly state?: string | null } | null,
): { readonly name: string; readonly percent: string }[] {
  if (!place) return [];
  return table
    .filter((row) => same(row.countryCode, place.countryCode))
    .filter((row) => row.state === null || (place.state != null && same(row.state, place.state)))
    .map(({ name, percent }) => ({ name, percent }));
}
