import { type BulkListName, bulkListLabels } from '@tuneport/domain/operations/bulk-runs';
import { useId, useState } from 'react';
import { FormFieldInput } from '../../../ui/form/FormFieldInput.tsx';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { FormValue } from '../../../ui/form/merge.ts';
import type { BulkAction, Matching } from '../../../ui/list/BulkBar.tsx';
import { grouped } from '../../../ui/list/list-state.ts';
import { sentValue } from '../../record/noun/noun.ts';
import { BulkEditDialog, backgroundNote } from './BulkEditDialog.tsx';
import { BulkRunNotice } from './BulkRunNotice.tsx';
import { type BulkTarget, useBulkRun } from './useBulkRun.ts';

/** The value to set, so it is not marked as optional. */
export type BulkField = FormField & {
  optional?: never;
  /** The fields to send for a value; defaults to the field itself. */
  change?: (value: FormValue) => Record<string, unknown>;
};

/** Nothing for a select without a choice, which the server refuses. */
const changeOf = (field: BulkField, value: FormValue): Record<string, unknown> =>
  field.kind === 'select' && value === null ? {} : (field.change?.(value) ?? { [field.name]: sentValue(field, value) });

/** Editing and deleting the selected rows, or all that match, as a bulk run. */
export function useBulkEdit<R extends { id: number }>(
  list: BulkListName,
  fields: readonly BulkField[],
  { deleting, one }: { deleting: string; one: string },
) {
  const [open, setOpen] = useState<{ target: BulkTarget; done: () => void } | null>(null);
  const { run, start, setRun } = useBulkRun(list, true);
  const id = useId();
  const ask = (target: BulkTarget) =>
    new Promise<void>((done) => {
      setOpen({ target, done });
    });
  const chosen = (rows: readonly R[], query: Matching['query']): BulkTarget => ({
    query,
    ids: rows.map((row) => row.id),
    total: rows.length,
  });
  const bulkActions: BulkAction<R>[] = [
    { label: 'Edit', run: (rows, _, query) => ask(chosen(rows, query)), runMatching: ask },
    {
      label: 'Delete',
      danger: true,
      confirm: deleting,
      run: (rows, _, query) => start('delete', chosen(rows, query)),
      runMatching: (matching) => start('delete', matching),
    },
  ];
  const count = open?.target.total ?? 0;
  const dialog = open ? (
    <BulkEditDialog
      what={count === 1 ? `one ${one}` : `${grouped(count)} ${bulkListLabels[list]}`}
      fields={fields}
      input={(field, { value, onChange, problem, busy }) => (
        <FormFieldInput
          key={field.name}
          field={field}
          id={id}
          value={value}
          error={problem ? [problem] : undefined}
          disabled={busy}
          onChange={onChange}
        />
      )}
      note={backgroundNote}
      onApply={(field, value) => start('edit', open.target, changeOf(field, value))}
      onClose={() => {
        open.done();
        setOpen(null);
      }}
    />
  ) : null;
  const notice = (reload: () => void) => <BulkRunNotice run={run} onChange={setRun} onEnded={reload} />;
  return { bulkActions, dialog, notice };
}
