import { useCallback, useMemo, useState } from 'react';
import type { RowKey } from './table/ListTable.tsx';

/** The selected rows. */
export function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => RowKey) {
  const [all, setKeys] = useState<ReadonlySet<RowKey>>(new Set());
  // Only visible rows can be acted on: a row that leaves the page is deselected.
  const keys = useMemo(() => {
    const here = rows.map(rowKey).filter((k) => all.has(k));
    return new Set(here);
  }, [all, rows, rowKey]);
  const toggle = useCallback((key: RowKey) => {
    setKeys((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  return {
    keys,
    toggle,
    all: (on: boolean) => setKeys(on ? new Set(rows.map(rowKey)) : new Set()),
    clear: () => setKeys(new Set()),
  };
}
