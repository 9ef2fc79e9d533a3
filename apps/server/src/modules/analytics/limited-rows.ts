/** The first rows up to a limit, and the others as one row, so that the rows still sum to the total. */
export function limited<Row>(
  rows: readonly Row[],
  limit: number,
  add: (sum: Row, row: Row) => Row,
  asOthers: (first: Row) => Row,
): Row[] {
  const [first, ...others] = rows.slice(limit);
  return first ? [...rows.slice(0, limit), others.reduce(add, asOthers(first))] : [...rows];
}
