import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import css from './tables.module.css';
import type { TableHandle } from './useTable.ts';

type Props<Table> = {
  form: TableHandle<Table>;
  saveLabel: string;
  readOnly: boolean;
  /** Readable label of an error path: `rows.3.name` is "Row 4, name". */
  labelOf: (path: string) => string;
  /** The table another user saved, for comparison. */
  show: (table: Table) => ReactNode;
  children: ReactNode;
};

/**
 * Frame of a table that is saved as a whole: errors at the top, the save button at the bottom, a confirmation before
 * overwriting.
 */
export function TableForm<Table>({ form, saveLabel, readOnly, labelOf, show, children }: Props<Table>) {
  const { dirty, busy, problem, theirs } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !readOnly) void form.save();
  };
  const paths = Object.keys(problem?.errors ?? {});
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <FormError
        message={problem?.message}
        errors={problem?.errors}
        labels={Object.fromEntries(paths.map((path) => [path, labelOf(path)]))}
      />
      {children}
      {readOnly ? null : (
        <div className={css.foot}>
          <span className={css.status} aria-live="polite">
            {busy ? 'Saving' : dirty ? 'Unsaved changes' : ''}
          </span>
          {dirty ? (
            <Button variant="ghost" disabled={busy} onClick={form.undo}>
              Discard changes
            </Button>
          ) : null}
          <Button type="submit" variant="primary" busy={busy} disabled={!dirty && !busy}>
            {saveLabel}
          </Button>
        </div>
      )}
      {theirs ? (
        <Dialog
          open
          size="wide"
          locked={busy}
          onClose={form.closeTheirs}
          title="Someone else saved changes"
          foot={
            <>
              <Button variant="ghost" disabled={busy} onClick={form.takeTheirs}>
                Discard my changes
              </Button>
              <Button variant="primary" busy={busy} onClick={() => void form.saveOverTheirs()}>
                Save my version
              </Button>
            </>
          }
        >
          <p>Nothing was overwritten. This is the current table; your version is still on the page behind.</p>
          <div className={css.theirs}>{show(theirs)}</div>
        </Dialog>
      ) : null}
      {dirty && !busy && !readOnly ? <LeaveGuard /> : null}
    </form>
  );
}
