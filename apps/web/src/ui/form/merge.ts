// Two people saved the same record. Per field: who changed it since the form was read, and what is kept.

export type FormValue = string | number | boolean | null | readonly string[];
export type FormValues = Readonly<Record<string, FormValue>>;

export type Side = 'mine' | 'theirs';
export type MergeRow = {
  name: string;
  base: FormValue;
  mine: FormValue;
  theirs: FormValue;
  /** Both changed it, differently: a person decides. */
  conflict: boolean;
  /** What is kept unless somebody chooses otherwise. */
  suggested: Side;
};

export function sameValue(a: FormValue | undefined, b: FormValue | undefined): boolean {
  const [x, y] = [a ?? null, b ?? null];
  if (Array.isArray(x) && Array.isArray(y)) return x.length === y.length && x.every((v, i) => v === y[i]);
  // An empty box and no value are the same thing to the person who typed it.
  return (x === '' ? null : x) === (y === '' ? null : y);
}

/** The fields in which the two differ now; fields only one side touched come with that side suggested. */
export function mergeRows(
  names: readonly string[],
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): MergeRow[] {
  return names.flatMap((name) => {
    const [b, m, t] = [base[name] ?? null, mine[name] ?? null, theirs[name] ?? null];
    if (sameValue(m, t)) return [];
    const iChanged = !sameValue(b, m);
    const theyChanged = !sameValue(b, t);
    return [
      {
        name,
        base: b,
        mine: m,
        theirs: t,
        conflict: iChanged && theyChanged,
        suggested: iChanged ? ('mine' as const) : ('theirs' as const),
      },
    ];
  });
}

export function mergedValues(
  theirs: FormValues,
  rows: readonly MergeRow[],
  choices: Readonly<Record<string, Side>>,
): FormValues {
  const kept: Record<string, FormValue> = { ...theirs };
  for (const row of rows) kept[row.name] = (choices[row.name] ?? row.suggested) === 'mine' ? row.mine : row.theirs;
  return kept;
}

export function changedNames(names: readonly string[], base: FormValues, now: FormValues): string[] {
  return names.filter((name) => !sameValue(base[name], now[name]));
}
