import type { CallReply } from '@tuneport/contract/index';
import {
  type CustomField,
  type CustomFieldRecord,
  type CustomValues,
  customFieldName,
  customNumber,
  customTextMax,
  customValueText,
} from '@tuneport/domain/leads/custom-fields';
import { call } from '../../../platform/api/browser.ts';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { FormValue } from '../../../ui/form/merge.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { calendarDay } from '../../../ui/text/date-text.ts';

// The fields that staff added to deals and contacts, as form fields, columns and filters.

export type FieldsByRecord = Readonly<Record<CustomFieldRecord, readonly CustomField[]>>;
export const noCustomFields: FieldsByRecord = { deal: [], contact: [] };

/** The fields in use, in their order. */
export async function readCustomFields(): Promise<FieldsByRecord> {
  const { data } = await call('GET /v1/admin/lead-engine/fields', { query: { archived: 'false', per_page: 100 } });
  const of = (record: CustomFieldRecord) => data.filter((field) => field.record === record).map(asField);
  return { deal: of('deal'), contact: of('contact') };
}
const asField = (field: CallReply<'GET /v1/admin/lead-engine/fields'>['data'][number]) => field as CustomField;

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
const optionsOf = (field: CustomField) => field.options.map((value) => ({ value, label: value }));

export const customFormFields = (fields: readonly CustomField[]): FormField[] =>
  fields.map((field, at) => ({
    ...formFieldOf(field),
    optional: true,
    ...(at === 0 ? { section: 'Custom fields' } : {}),
  }));

function formFieldOf(field: CustomField): FormField & { optional?: never } {
  const common = { name: customFieldName(field.id), label: field.name };
  switch (field.kind) {
    case 'text':
      return { ...common, kind: 'text', maxLength: customTextMax };
    case 'number':
      return { ...common, kind: 'number', step: 'any' };
    case 'money':
      return { ...common, kind: 'number', min: 0, step: 'any', unit: field.currency ?? '' };
    case 'date':
      return { ...common, kind: 'date' };
    case 'choice':
      return { ...common, kind: 'select', options: optionsOf(field), placeholder: 'None' };
    case 'boolean':
      return { ...common, kind: 'select', options: yesNo, placeholder: 'Not set' };
  }
}

/** Options are trimmed, so none is the same. */
const noValue = ' ';

/** The fields of a bulk edit. */
export const customBulkFields = (fields: readonly CustomField[]) =>
  fields.map((field) => {
    const input = formFieldOf(field);
    const change = (value: FormValue) => ({
      custom: { [field.id]: value === noValue || value === '' ? null : value },
    });
    return input.kind === 'select'
      ? {
          ...input,
          options: [{ value: noValue, label: 'No value' }, ...input.options],
          placeholder: 'Choose',
          change,
        }
      : { ...input, hint: 'Leave blank to remove the value.', change };
  });

/** The values of a record by the names of their form fields. */
export const customFormValues = (custom: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries((custom ?? {}) as CustomValues).map(([id, value]) => [
      customFieldName(Number(id)),
      typeof value === 'boolean' ? String(value) : value,
    ]),
  );

const shown = (field: CustomField, value: CustomValues[string] | undefined) =>
  field.kind === 'date' && value !== undefined ? calendarDay(String(value)) : customValueText(field, value);

/** Not shown until someone chooses them; a file has them always. */
export const customColumns = <Row extends { custom: CustomValues }>(fields: readonly CustomField[]): Column<Row>[] =>
  fields.map((field) => ({
    id: customFieldName(field.id),
    label: field.name,
    optional: true,
    sortable: true,
    align: field.kind === 'number' || field.kind === 'money' ? 'end' : 'start',
    cell: (row) => shown(field, row.custom[field.id]) || '–',
    csv: (row) => {
      const value = row.custom[field.id];
      return typeof value === 'boolean' ? customValueText(field, value) : (value ?? '');
    },
  }));

/** Their ids have a dot: the list sends them in one parameter `custom`. */
export const customFilters = (fields: readonly CustomField[]): FilterSpec[] => fields.flatMap(filtersOf);

function filtersOf(field: CustomField): FilterSpec[] {
  const id = (op: string) => `${customFieldName(field.id)}.${op}`;
  const label = field.name;
  switch (field.kind) {
    case 'text':
      return [{ id: id('contains'), label, kind: 'text' }];
    case 'number':
    case 'money':
      return [
        { id: id('min'), label: `${label} from`, kind: 'text', pattern: customNumber },
        { id: id('max'), label: `${label} up to`, kind: 'text', pattern: customNumber },
      ];
    case 'date':
      return [{ id: id('day'), label, kind: 'range', names: [id('from'), id('to')] }];
    case 'choice':
      return [{ id: id('is'), label, kind: 'select', options: optionsOf(field) }];
    case 'boolean':
      return [{ id: id('yes'), label, kind: 'boolean', yes: 'Yes', no: 'No' }];
  }
}

/** Values for the fields of a mail template: {{deal.Budget}}. */
export const customMailValues = (
  record: CustomFieldRecord,
  fields: readonly CustomField[],
  custom: CustomValues | undefined,
): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [`${record}.${field.name}`, shown(field, custom?.[field.id])]));
