// Merge of two concurrent saves. Per field: who changed it since the form was read, and which value is used.

/** A value of a form, structured as JSON: a list of rows, a record that was picked, a group of fields. */
export type FormValue =
  | string
  | number
  | boolean
  | null
  | readonly FormValue[]
  | { readonly [name: string]: FormValue };
export type FormValues = Readonly<Record<string, FormValue>>;

export type Side = 'mine' | 'theirs';
export type MergeRow = {
  name: string;
  base: FormValue;
  mine: FormValue;
  theirs: FormValue;
  /** Both changed it to different values: the user decides. */
  conflict: boolean;
  /** Used unless the user selects the other side. */
  suggested: Side;
};

export function sameValue(a: FormValue | undefined, b: FormValue | undefined): boolean {
  const [x, y] = [a ?? null, b ?? null];
  if (Array.isArray(x) && Array.isArray(y)) return x.length === y.length && x.every((v, i) => sameValue(v, y[i]));
  if (isGroup(x) && isGroup(y))
    return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((name) => sameValue(x[name], y[name]));
  // An empty input and null are equal for the user.
  return (x === '' ? null : x) === (y === '' ? null : y);
}

const isGroup = (value: FormValue): value is { readonly [name: string]: FormValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that differ now; for a field changed by one side only, that side is suggested. */
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
  const merged: Record<string, FormValue> = { ...theirs };
  for (const row of rows) merged[row.name] = (choices[row.name] ?? row.suggested) === 'mine' ? row.mine : row.theirs;
  return merged;
}

export function changedNames(names: readonly string[], base: FormValues, now: FormValues): string[] {
  return names.filter((name) => !sameValue(base[name], now[name]));
}
