import type { ReactNode } from 'react';
import { DetailForm } from '../../../ui/form/DetailForm.tsx';
import { DeleteButton } from '../DeleteButton.tsx';
import { createRecord, deleteRecord, type StoredRecord, updateRecord } from '../record-calls.ts';
import { useSave } from '../useSave.ts';
import { changeOf, formFields, inputOf, type Noun, shownValues } from './noun.ts';

type Props = {
  noun: Noun;
  /** null for a new one. */
  record: StoredRecord | null;
  /** The fields of a record whose call answers them in another shape. */
  read?: (record: StoredRecord) => Readonly<Record<string, unknown>>;
  /** Values that a link gives to a new record. */
  given?: Readonly<Record<string, unknown>>;
  /** Sent with a new record in addition to the fields of the form. */
  extra?: object;
  readOnly?: boolean;
  onSaved: (record: StoredRecord) => void;
  onDeleted?: () => void;
  actions?: ReactNode;
};

/** The form of any record, from the description of its kind. */
export function NounForm({
  noun,
  record,
  read = (row) => row,
  given,
  extra,
  readOnly = false,
  onSaved,
  onDeleted,
  actions,
}: Props) {
  const { path, deleting } = noun;
  const fields = formFields(noun, record === null);
  const short = noun.short ?? noun.one;
  const show = (row: StoredRecord) => ({
    values: shownValues(fields, read(row)),
    readAt: noun.versioned ? String(row.version) : row.updated_at,
  });
  const base = record ? show(record) : { values: shownValues(fields, { ...noun.blank, ...given }), readAt: '' };
  const { save, saved } = useSave(base.values, show, (values, known, readAt) =>
    record
      ? noun.versioned
        ? updateRecord(path, record.id, { ...changeOf(fields, known, values), version: Number(readAt) })
        : updateRecord(path, record.id, changeOf(fields, known, values), readAt)
      : createRecord(path, { ...inputOf(fields, values), ...extra }, true),
  );
  return (
    <DetailForm
      fields={fields}
      {...base}
      readOnly={readOnly}
      saveLabel={record ? `Save ${short}` : (noun.createLabel ?? `Create ${short}`)}
      {...(record ? { draftName: `${short} ${record.id}` } : {})}
      save={save}
      onSaved={() => saved.current && onSaved(saved.current)}
      actions={
        <>
          {actions}
          {record && deleting && onDeleted ? (
            <DeleteButton
              what={short}
              onDelete={async () => {
                await deleteRecord(path, record.id);
                onDeleted();
              }}
            >
              {deleting}
            </DeleteButton>
          ) : null}
        </>
      }
    />
  );
}
