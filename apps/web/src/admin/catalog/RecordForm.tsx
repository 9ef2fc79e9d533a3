import { Fragment } from 'react';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormValues } from '../../ui/form/merge.ts';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { DeleteButton } from '../record/DeleteButton.tsx';
import { createRecord, deleteRecord, type StoredRecord, updateRecord } from '../record/record-calls.ts';
import { useSave } from '../record/useSave.ts';
import css from './catalog-admin.module.css';
import { type Choices, changeOf, fieldOf, formField, readText, sentValue, shownRecord } from './catalog-field.ts';
import type { Entity } from './entity.ts';
import { CatalogInput } from './inputs/CatalogInput.tsx';
import { pathOf } from './record-path.ts';

type Props = {
  entity: Entity;
  choices: Choices;
  /** null for a new record. */
  record: StoredRecord | null;
  readOnly: boolean;
  onSaved: (record: StoredRecord) => void;
  onDeleted: () => void;
};

/** The form of any catalogue record, generated from the description of its kind. */
export function RecordForm({ entity, choices, record, readOnly, onSaved, onDeleted }: Props) {
  const { kind, noun, fields } = entity;
  const blank = entity.blank?.(choices) ?? {};
  const show = (row: StoredRecord) => ({ values: shownRecord(fields, row), readAt: row.updated_at });
  const base = record ? show(record) : { values: shownRecord(fields, blank), readAt: '' };
  const { save, saved } = useSave(
    base.values,
    show,
    (values, known, readAt) =>
      record
        ? updateRecord(pathOf(kind), record.id, changeOf(fields, known, values), readAt)
        : createRecord(pathOf(kind), newOf(entity, blank, values)),
    fieldOf,
  );
  return (
    <DetailForm
      fields={fields.map((field) => formField(field, choices))}
      {...base}
      readOnly={readOnly}
      saveLabel={record ? `Save ${noun}` : `Create ${noun}`}
      save={save}
      onSaved={() => saved.current && onSaved(saved.current)}
      actions={
        record ? (
          <DeleteButton
            what={noun}
            onDelete={async () => {
              await deleteRecord(pathOf(kind), record.id);
              onDeleted();
            }}
          >
            It is removed from the catalogue immediately. If it is still in use, it is not deleted and you will see
            where.
          </DeleteButton>
        ) : null
      }
    >
      {(form) =>
        readOnly ? (
          <KeyValue rows={fields.map((field) => [field.label, readText(field, form.values[field.name], choices)])} />
        ) : (
          <div className={css.fields}>
            {fields.map((field) => (
              <Fragment key={field.name}>
                {field.section ? <h3 className={css.section}>{field.section}</h3> : null}
                <div className={field.wide || field.as === 'long-text' ? css.wide : undefined}>
                  <CatalogInput field={field} form={form} choices={choices} disabled={false} />
                </div>
              </Fragment>
            ))}
          </div>
        )
      }
    </DetailForm>
  );
}

/** All fields that were filled in; the server decides about empty ones. */
function newOf({ fields }: Entity, blank: Readonly<Record<string, unknown>>, values: FormValues): object {
  const filled = fields.filter(({ name }) => {
    const value = values[name] ?? null;
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
  const hidden = Object.entries(blank).filter(([name]) => !fields.some((field) => field.name === name));
  return {
    ...Object.fromEntries(hidden),
    ...Object.fromEntries(filled.map((field) => [field.name, sentValue(field, values[field.name])])),
  };
}
