import type { CallInput } from '@tuneport/contract/index';
import type { BulkListName } from '@tuneport/domain/operations/bulk-runs';
import { useId, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { FormHandle } from '../../ui/form/DetailForm.tsx';
import { FormFieldInput } from '../../ui/form/FormFieldInput.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import type { FormValue } from '../../ui/form/merge.ts';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import type { BulkAction, Matching } from '../../ui/list/BulkBar.tsx';
import { grouped } from '../../ui/list/list-state.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
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
  const fields = entity.fields.filter(({ name }) => entity.bulk?.includes(name));
  const [name, setName] = useState(fields[0]?.name ?? '');
  const [value, setValue] = useState<FormValue>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const field = fields.find((one) => one.name === name);
  const count = 'ids' in target ? target.ids.length : target.matching.total;
  const what = count === 1 ? `one ${entity.noun}` : `${grouped(count)} ${entity.noun}s`;
  if (!field) return null;

  const send = async () => {
    setBusy(true);
    const change = { [name]: sentValue(field, value) };
    try {
      if ('matching' in target) {
        await onStart(target.matching, change);
        onClose();
        return;
      }
      const { changed, unchanged } = await call('POST /v1/admin/ecu/bulk-edit', {
        body: { kind: entity.kind as BulkKind, ids: [...target.ids], change },
      });
      toast(unchanged === 0 ? `${changed} changed.` : `${changed} changed, ${unchanged} already had this value.`);
      onClose();
    } catch (error) {
      const fieldErrors = error instanceof ApiError ? Object.values(error.errors).flat() : [];
      setProblem(fieldErrors.join(' ') || errorText(error, 'Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  const form: FormHandle = {
    values: { [name]: value },
    set: (_, next) => setValue(next),
    errors: problem ? { [name]: [problem] } : {},
    input: () => (
      <FormFieldInput
        field={{ ...formField(field, choices), ...(field.as === 'select' ? { placeholder: 'None' } : {}) } as FormField}
        id={id}
        value={value}
        error={problem ? [problem] : undefined}
        disabled={false}
        onChange={setValue}
      />
    ),
    id: () => id,
    dirty: true,
    busy,
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={`Edit ${what}`}
      foot={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            Apply to {what}
          </Button>
        </>
      }
    >
      <Stack>
        <NativeSelect
          label="Set"
          value={name}
          options={fields.map((one) => ({ value: one.name, label: one.label }))}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setValue(null);
            setProblem(null);
          }}
        />
        <CatalogInput key={name} field={field} form={form} choices={choices} disabled={false} />
        <p>
          {'ids' in target
            ? 'All selected records get this value, or none if one cannot accept it.'
            : 'Runs in the background. Records that cannot accept this value stay as they are and are listed with the reason.'}
        </p>
      </Stack>
    </Dialog>
  );
}
