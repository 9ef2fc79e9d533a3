import type { Permission } from '@tuneport/domain/identity/permissions';
import type { FormField, Ref, RefSearch } from '../../../ui/form/form-fields.ts';
import { changedNames, type FormValue, type FormValues } from '../../../ui/form/merge.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { type RecordPath, readRecord, type StoredRecord, searchRecords } from '../record-calls.ts';

/** A kind of record, described once: its calls, its pages and its form. */
export type Noun = {
  /** The path of its calls: "/v1/admin/tuner-brands". */
  readonly path: RecordPath;
  /** The address of its list. */
  readonly to: string;
  /** The page of a new record; "/new" below the list unless given. */
  readonly newTo?: string;
  /** "tuner brand" */
  readonly one: string;
  /** In buttons, where the page already says the rest: "brand". */
  readonly short?: string;
  /** "Tuner brands" */
  readonly many: string;
  readonly write: Permission;
  readonly title: (record: StoredRecord) => string;
  readonly fields: readonly FormField[];
  /** Initial values of a new record; other fields start empty. */
  readonly blank?: FormValues;
  readonly createLabel?: string;
  /** Its calls compare a `version` in the body instead of If-Unmodified-Since. */
  readonly versioned?: true;
  /** What a deletion causes, shown before it is confirmed. Without it there is no delete button. */
  readonly deleting?: string;
};

/** The fields of the form of a new record, or of one that exists. */
export const formFields = ({ fields }: Pick<Noun, 'fields'>, isNew: boolean): readonly FormField[] =>
  isNew
    ? fields.filter(({ changeOnly }) => !changeOnly)
    : fields.map((field) => (field.createOnly ? { ...field, readOnly: true } : field));

/** The values of the form for a record, or for the first values of a new one. */
export const shownValues = (fields: readonly FormField[], record: Readonly<Record<string, unknown>>): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, shownValue(field, record)]));

function shownValue(field: FormField, record: Readonly<Record<string, unknown>>): FormValue {
  const value = record[(field.kind === 'ref' ? field.from : undefined) ?? field.name] ?? null;
  switch (field.kind) {
    case 'select':
      // A record that is read with its id and name is selected by its id.
      return typeof value === 'object' && value !== null ? String((value as Ref).id) : (value as FormValue);
    case 'ref':
    case 'custom':
      return value as FormValue;
    case 'checkbox':
    case 'switch':
      return value === true;
    default:
      return value === null ? '' : typeof value === 'number' ? String(value) : (value as FormValue);
  }
}

/** A value as its call takes it: an empty text is a text, any other empty input is null. */
export function sentValue(field: FormField, value: FormValue): unknown {
  switch (field.kind) {
    case 'ref':
      return (value as { id: number } | null)?.id ?? null;
    case 'custom':
      return value;
    case 'checkbox':
    case 'switch':
      return value === true;
    case 'number':
    case 'select':
    case 'moment':
    case 'date':
    case 'time':
      return value === '' ? null : value;
    default:
      return value ?? '';
  }
}

/** "custom.3" is the value 3 of the group `custom`. */
function nested(entries: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const [group = '', part] = name.split('.');
    body[group] = part === undefined ? value : { ...(body[group] as object | undefined), [part]: value };
  }
  return body;
}

/** Only the fields that differ: what another person saves in other fields stays. */
export function changeOf(fields: readonly FormField[], before: FormValues, now: FormValues): Record<string, unknown> {
  const changed = new Set(changedNames(Object.keys(now), before, now));
  return nested(
    fields
      .filter(({ name }) => changed.has(name))
      .map((field) => [field.name, sentValue(field, now[field.name] ?? null)] as const),
  );
}

/** What was filled in. The server decides about the rest. */
export const inputOf = (fields: readonly FormField[], values: FormValues): Record<string, unknown> =>
  nested(
    fields
      .filter((field) => field.when?.(values) ?? true)
      .map((field) => [field.name, sentValue(field, values[field.name] ?? null)] as const)
      .filter(([, value]) => value !== null && value !== ''),
  );

/** Finds records of a path by their names, for a field that refers to one. */
export const searchOf =
  (path: RecordPath, nameOf: (record: StoredRecord) => string = (record) => String(record.name)): RefSearch =>
  async (search, signal) =>
    (await searchRecords(path, { search, page: 1 }, signal)).data.map((row) => ({ id: row.id, name: nameOf(row) }));

/** A filter by another record, which people search by its name. */
export const refFilter = (id: string, label: string, path: RecordPath): FilterSpec => ({
  id,
  label,
  kind: 'ref',
  search: searchOf(path),
  nameOf: async (of) => String((await readRecord(path, of)).name),
});
