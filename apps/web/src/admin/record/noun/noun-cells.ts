import { ApiError } from '../../../platform/api/api-error.ts';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { FormValue } from '../../../ui/form/merge.ts';
import type { CellEdit, CellSaved } from '../../../ui/list/table/EditableCell.tsx';
import { readRecord, type StoredRecord, updateRecord } from '../record-calls.ts';
import { changeOf, type Noun, shownValues } from './noun.ts';

/** Fields with one short value. All others are edited in the form. */
const plainKinds: readonly FormField['kind'][] = [
  'text',
  'email',
  'url',
  'tel',
  'number',
  'select',
  'checkbox',
  'switch',
];

export const cellConflict: CellSaved = {
  kind: 'conflict',
  message: 'Someone else changed this row first. The list now shows their change.',
};

const valueIn = (field: FormField, record: StoredRecord): FormValue => shownValues([field], record)[field.name] ?? null;

/** What a save of one cell means for the list. */
export async function savedCell(save: () => Promise<CellSaved>): Promise<CellSaved> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412) return cellConflict;
    const [message] = error.kind === 'field_errors' ? Object.values(error.errors).flat() : [];
    return message === undefined ? { kind: 'failed', message: error.message } : { kind: 'invalid', message };
  }
}

/** Cells of a noun's list that are edited in place, by the same call and with the same checks as its form. */
export const cellEditOf = (noun: Noun): CellEdit<StoredRecord> => ({
  field: (columnId) =>
    noun.fields.find(
      ({ name, kind, readOnly, createOnly, when }) =>
        name === columnId && !readOnly && !createOnly && !when && plainKinds.includes(kind),
    ) ?? null,
  value: (row, field) => valueIn(field, row),
  save: (row, field, value) =>
    savedCell(async () => {
      const current = await readRecord(noun.path, row.id);
      // Other fields of the record may have changed meanwhile, but not the edited one.
      if (valueIn(field, current) !== valueIn(field, row)) return cellConflict;
      const change = changeOf([field], { [field.name]: valueIn(field, current) }, { [field.name]: value });
      await (noun.versioned
        ? updateRecord(noun.path, row.id, { ...change, version: current.version })
        : updateRecord(noun.path, row.id, change, current.updated_at));
      return { kind: 'saved' };
    }),
});
