/** A row of the tax table. Without a state it holds for the whole country, beside the rows of its states. */
export type TaxRow = {
  readonly countryCode: string;
  readonly state: string | null;
  readonly name: string;
  readonly percent: string;
};

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Every row that holds at a place, each a line of its own; nowhere known, nothing taxed. */
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
