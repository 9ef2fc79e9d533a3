import type { CallInput } from '@tuneport/contract/index';
import type { BulkListName } from '@tuneport/domain/operations/bulk-runs';
import { useId, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { FormHandle } from '../../ui/form/DetailForm.tsx';
import { FormFieldInput } from '../../ui/form/FormFieldInput.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import type { BulkAction, Matching } from '../../ui/list/BulkBar.tsx';
import { grouped } from '../../ui/list/list-state.ts';
import { BulkEditDialog, backgroundNote } from '../operations/bulk/BulkEditDialog.tsx';
import { BulkRunNotice } from '../operations/bulk/BulkRunNotice.tsx';
import { useBulkRun } from '../operations/bulk/useBulkRun.ts';
import { deleteRecord } from '../record/record-calls.ts';
import { type Choices, formField, sentValue } from './catalog-field.ts';
import type { Entity } from './entity.ts';
import { CatalogInput } from './inputs/CatalogInput.tsx';
import { pathOf } from './record-path.ts';

type Row = { id: number };
/** The rows to change: those of a page by their ids, or all that match. */
type Target = { ids: readonly number[] } | { matching: Matching };
type Open = { target: Target; done: () => void };
type BulkKind = CallInput<'POST /v1/admin/ecu/bulk-edit'>['body']['kind'];

/** Actions for the selected rows, the dialog for the values to set, and the progress of what takes longer. */
export function useBulk<R extends Row>(entity: Entity, choices: Choices | null, mayWrite: boolean) {
  const [open, setOpen] = useState<Open | null>(null);
  const { run, start, setRun } = useBulkRun(entity.kind as BulkListName, mayWrite);
  const ask = (target: Target) =>
    new Promise<void>((done) => {
      setOpen({ target, done });
    });
  const actions: BulkAction<R>[] = [
    {
      label: 'Edit',
      run: (rows) => ask({ ids: rows.map(({ id }) => id) }),
      runMatching: (matching) => ask({ matching }),
    },
    {
      label: 'Delete',
      danger: true,
      confirm: 'Records that are still in use are not deleted. You will see which ones.',
      run: async (rows) => {
        for (const { id } of rows) await deleteRecord(pathOf(entity.kind), id);
      },
      runMatching: (matching) => start('delete', matching),
    },
  ];
  const close = () => {
    open?.done();
    setOpen(null);
  };
  const dialog =
    open && choices ? (
      <BulkDialog
        entity={entity}
        choices={choices}
        target={open.target}
        onStart={(matching, change) => start('edit', matching, change)}
        onClose={close}
      />
    ) : null;
  const notice = (reload: () => void) => <BulkRunNotice run={run} onChange={setRun} onEnded={reload} />;
  return { bulkActions: mayWrite ? actions : undefined, dialog, notice };
}

type Props = {
  entity: Entity;
  choices: Choices;
  target: Target;
  onStart: (matching: Matching, change: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
};

function BulkDialog({ entity, choices, target, onStart, onClose }: Props) {
  const id = useId();
  const count = 'ids' in target ? target.ids.length : target.matching.total;
  const apply = async (change: Record<string, unknown>) => {
    if ('matching' in target) return onStart(target.matching, change);
    const { changed, unchanged } = await call('POST /v1/admin/ecu/bulk-edit', {
      body: { kind: entity.kind as BulkKind, ids: [...target.ids], change },
    });
    toast(unchanged === 0 ? `${changed} changed.` : `${changed} changed, ${unchanged} already had this value.`);
  };
  return (
    <BulkEditDialog
      what={count === 1 ? `one ${entity.noun}` : `${grouped(count)} ${entity.noun}s`}
      fields={entity.fields.filter(({ name }) => entity.bulk?.includes(name))}
      input={(field, { value, onChange, problem, busy }) => {
        const { name } = field;
        const shown = { ...formField(field, choices), ...(field.as === 'select' ? { placeholder: 'None' } : {}) };
        const form: FormHandle = {
          values: { [name]: value },
          set: (_, next) => onChange(next),
          errors: problem ? { [name]: [problem] } : {},
          input: () => (
            <FormFieldInput
              field={shown as FormField}
              id={id}
              value={value}
              error={problem ? [problem] : undefined}
              disabled={false}
              onChange={onChange}
            />
          ),
          id: () => id,
          dirty: true,
          busy,
        };
        return <CatalogInput key={name} field={field} form={form} choices={choices} disabled={false} />;
      }}
      note={'ids' in target ? 'All selected records get this value, or none if one cannot accept it.' : backgroundNote}
      onApply={(field, value) => apply({ [field.name]: sentValue(field, value) })}
      onClose={onClose}
    />
  );
}
