import { useCallback, useEffect, useState } from 'react';
import type { Column } from './list-columns.ts';

/** Columns that someone turned on or off; the others follow the list. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

const prefix = 'tuneport.columns.';

function read(key: string): ColumnChoice {
  try {
    const found = JSON.parse(window.localStorage.getItem(prefix + key) ?? '{}') as unknown;
    return typeof found === 'object' && found !== null ? (found as ColumnChoice) : {};
  } catch {
    return {};
  }
}

/** The columns a person chose for a list, stored in the browser under `key` (the person and the list). */
export function useColumnChoice(key: string) {
  const [choice, setChoice] = useState<ColumnChoice>({});
  useEffect(() => setChoice(read(key)), [key]);
  const choose = useCallback(
    (next: ColumnChoice) => {
      setChoice(next);
      try {
        if (Object.keys(next).length === 0) window.localStorage.removeItem(prefix + key);
        else window.localStorage.setItem(prefix + key, JSON.stringify(next));
      } catch {
        // A blocked storage only loses the choice with the tab.
      }
    },
    [key],
  );
  return { choice, choose };
}

/** The first column names the row and is always shown. A column that was chosen is shown at any width. */
export function shownColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): readonly Column<Row>[] {
  return columns
    .filter((column, at) => at === 0 || (choice[column.id] ?? column.optional !== true))
    .map((column) => (choice[column.id] === true ? { ...column, hideBelow: undefined } : column));
}
