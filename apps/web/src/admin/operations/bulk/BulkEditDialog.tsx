import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import type { FormValue } from '../../../ui/form/merge.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

type BulkInput = {
  value: FormValue;
  onChange: (value: FormValue) => void;
  problem: string | null;
  busy: boolean;
};

type Props<Field extends { name: string; label: string }> = {
  /** "12 deals" */
  what: string;
  fields: readonly Field[];
  input: (field: Field, props: BulkInput) => ReactNode;
  /** What happens to records that cannot accept the value. */
  note: string;
  onApply: (field: Field, value: FormValue) => Promise<void>;
  onClose: () => void;
};

/** Sets one field of all selected records. */
export function BulkEditDialog<Field extends { name: string; label: string }>({
  what,
  fields,
  input,
  note,
  onApply,
  onClose,
}: Props<Field>) {
  const [name, setName] = useState(fields[0]?.name ?? '');
  const [value, setValue] = useState<FormValue>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = fields.find((one) => one.name === name);
  if (!field) return null;
  const apply = async () => {
    setBusy(true);
    try {
      await onApply(field, value);
      onClose();
    } catch (error) {
      setProblem(errorText(error, 'Nothing was changed.'));
    } finally {
      setBusy(false);
    }
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
          <Button variant="primary" busy={busy} onClick={() => void apply()}>
            Apply to {what}
          </Button>
        </>
      }
    >
      <Stack>
        <NativeSelect
          label="Field"
          value={name}
          options={fields.map((one) => ({ value: one.name, label: one.label }))}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setValue(null);
            setProblem(null);
          }}
        />
        {input(field, { value, onChange: setValue, problem, busy })}
        <p>{note}</p>
      </Stack>
    </Dialog>
  );
}

export const backgroundNote =
  'Runs in the background. Records that cannot accept this value stay as they are and are listed with the reason.';
