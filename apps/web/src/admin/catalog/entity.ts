import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { regionNames } from '@tuneport/domain/places/regions';
import type { StoredRecord } from '../record/record-calls.ts';
import type { CatalogField, Choices } from './catalog-field.ts';
import type { SectionKey } from './sections.ts';

/** The definition of one kind of record: its name, its location and its fields. */
export type Entity = {
  readonly kind: RecordKindName;
  readonly section: SectionKey;
  readonly noun: string;
  readonly title: (record: StoredRecord) => string;
  readonly fields: readonly CatalogField[];
  /** Initial values of a new record, besides empty fields. */
  readonly blank?: (choices: Choices) => Readonly<Record<string, unknown>>;
  /** Fields that can be edited in bulk. */
  readonly bulk?: readonly string[];
};

export const nameOf = (record: StoredRecord) => String(record.name ?? record.title ?? record.year ?? '');

export const optionsOf = (words: Readonly<Record<string, string>>) => {
  const options = Object.entries(words).map(([value, label]) => ({ value, label }));
  return () => options;
};
export const named = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: String(id), label: name }));

export const regionsField: CatalogField = {
  name: 'regions',
  label: 'Offered in',
  as: 'ticks',
  number: true,
  options: optionsOf(regionNames as Readonly<Record<string, string>>),
};
export const slugField: CatalogField = {
  name: 'slug',
  label: 'URL slug',
  as: 'text',
  maxLength: 120,
  optional: true,
  hint: 'Leave blank to generate it from the name.',
};
export const makeField: CatalogField = {
  name: 'make_id',
  label: 'Make',
  as: 'select',
  placeholder: 'Choose a make',
  number: true,
  options: (choices) => named(choices.makes),
};
export const positionField: CatalogField = {
  name: 'position',
  label: 'Position',
  as: 'number',
  hint: 'Lowest first.',
};
export const noteFields: readonly CatalogField[] = [
  { name: 'description', label: 'Description', as: 'long-text', optional: true, section: 'Texts' },
  { name: 'notes', label: 'Notes', as: 'long-text', optional: true, hint: 'Shown to customers.' },
  { name: 'staff_notes', label: 'Staff notes', as: 'long-text', optional: true, hint: 'Internal only.' },
];
export const restrictionFields: readonly CatalogField[] = [
  { name: 'tunes', label: 'Tunes', as: 'refs', of: 'tunes', wide: true, section: 'Tunes and tools' },
  {
    name: 'tool_restrictions',
    label: 'Only these tools',
    as: 'ticks',
    number: true,
    wide: true,
    hint: 'If none is selected, every tool is allowed.',
    options: (choices) => named(choices.tools),
  },
  { name: 'other_role_discounts', label: 'Discounts by role', as: 'discounts', wide: true },
];
export const withRegions = (choices: Choices) => ({ regions: choices.defaults.default_regions });
