/** Zero-based column of a file by what it is imported as. */
export type ColumnChoice<Meaning extends string> = Partial<Record<Meaning, number>>;

/** One meaning per column of the file: choosing it removes it from the other column. */
export function chooseColumn<Meaning extends string>(
  choice: ColumnChoice<Meaning>,
  index: number,
  meaning: Meaning | null,
): ColumnChoice<Meaning> {
  const others = Object.entries(choice).filter(([name, at]) => at !== index && name !== meaning);
  return Object.fromEntries(meaning === null ? others : [...others, [meaning, index]]) as ColumnChoice<Meaning>;
}

export const meaningOf = <Meaning extends string>(choice: ColumnChoice<Meaning>, index: number): Meaning | null =>
  (Object.entries(choice).find(([, at]) => at === index)?.[0] as Meaning | undefined) ?? null;
