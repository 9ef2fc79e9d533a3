import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import css from './DetailForm.module.css';
import { type FormField, valueText } from './form-fields.ts';
import { type FormValue, type FormValues, type MergeRow, mergedValues, type Side } from './merge.ts';

type Props = {
  fields: readonly FormField[];
  rows: readonly MergeRow[];
  theirs: FormValues;
  by?: string;
  busy: boolean;
  onKeep: (values: FormValues) => void;
  /** Discards my changes and uses the current record. */
  onTakeTheirs: () => void;
  onClose: () => void;
};

/** Merge by field: mine or theirs. Only differing fields are shown. */
export function MergeDialog({ fields, rows, theirs, by, busy, onKeep, onTakeTheirs, onClose }: Props) {
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const fieldOf = (name: string) => fields.find((f) => f.name === name);
  const conflicts = rows.filter((r) => r.conflict).length;
  return (
    <Dialog
      open
      size="wide"
      locked={busy}
      onClose={onClose}
      title="Someone else saved changes"
      foot={
        <>
          <Button variant="ghost" onClick={onTakeTheirs} disabled={busy}>
            Discard my changes
          </Button>
          <Button variant="primary" busy={busy} onClick={() => onKeep(mergedValues(theirs, rows, choices))}>
            Save this version
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          {by ? `${by} changed` : 'Someone else changed'} this record after you opened it. Nothing was overwritten.{' '}
          {conflicts > 0
            ? 'Choose what to keep where you both changed the same field.'
            : 'You changed different fields, so both sets of changes can be kept.'}
        </p>
        <table className={css.merge}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Mine</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const field = fieldOf(row.name);
              const label = field?.label ?? row.name;
              const chosen = choices[row.name] ?? row.suggested;
              const pick = (side: Side, value: FormValue) => (
                <label className={css.choice}>
                  <input
                    type="radio"
                    name={`keep-${row.name}`}
                    aria-label={`${label}: keep ${side === 'mine' ? 'mine' : 'theirs'}, ${valueText(field, value)}`}
                    checked={chosen === side}
                    onChange={() => setChoices({ ...choices, [row.name]: side })}
                  />
                  {valueText(field, value)}
                </label>
              );
              return (
                <tr key={row.name} className={row.conflict ? css.conflict : undefined}>
                  <th scope="row">
                    {label}
                    <span className={css.was}>was {valueText(field, row.base)}</span>
                  </th>
                  <td>{pick('mine', row.mine)}</td>
                  <td>{pick('theirs', row.theirs)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Stack>
    </Dialog>
  );
}
