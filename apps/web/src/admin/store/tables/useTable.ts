import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';

type TableErrors = Readonly<Record<string, readonly string[]>>;

export type TableHandle<Table> = {
  table: Table;
  change: (next: Table) => void;
  dirty: boolean;
  busy: boolean;
  problem: { message: string | null; errors: TableErrors } | null;
  /** Errors at a path such as `rows.3.name`. */
  errorAt: (path: string) => readonly string[] | undefined;
  save: () => Promise<void>;
  undo: () => void;
  /** The version another user saved since this one was read. */
  theirs: Table | null;
  takeTheirs: () => void;
  saveOverTheirs: () => Promise<void>;
  closeTheirs: () => void;
};

/** A table that is edited and saved as a whole. Asks before overwriting another user's change. */
export function useTable<Table extends { version: string }>(
  loaded: Table,
  put: (table: Table) => Promise<Table>,
): TableHandle<Table> {
  const [base, setBase] = useState(loaded);
  const [table, setTable] = useState(loaded);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<TableHandle<Table>['problem']>(null);
  const [theirs, setTheirs] = useState<Table | null>(null);

  const adopt = (next: Table) => {
    setBase(next);
    setTable(next);
    setProblem(null);
    setTheirs(null);
  };
  const send = async (wanted: Table) => {
    setBusy(true);
    try {
      adopt(await put(wanted));
      toast('Saved.');
    } catch (error) {
      setTheirs(null);
      if (error instanceof ApiError && error.status === 412 && error.current) setTheirs(error.current as Table);
      else if (error instanceof ApiError && Object.keys(error.errors).length > 0)
        setProblem({ message: null, errors: error.errors });
      else
        setProblem({
          message: `${errorText(error, 'The connection failed.')} Nothing was saved; your changes are still here.`,
          errors: {},
        });
    } finally {
      setBusy(false);
    }
  };
  return {
    table,
    change: setTable,
    dirty: JSON.stringify(table) !== JSON.stringify(base),
    busy,
    problem,
    errorAt: (path) => problem?.errors[path],
    save: () => send(table),
    undo: () => adopt(base),
    theirs,
    takeTheirs: () => theirs && adopt(theirs),
    saveOverTheirs: () => (theirs ? send({ ...table, version: theirs.version }) : Promise.resolve()),
    closeTheirs: () => setTheirs(null),
  };
}
