import type { CallReply } from '@tuneport/contract/index';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValue, type FormValues } from '../../ui/form/merge.ts';

// A catalogue record as a form. A form compares and merges plain values, so a list of records is represented as lines:
// the id first, then the label. Each kind of field defines once how it is shown, sent and rendered.

export type Choices = CallReply<'GET /v1/admin/ecu/choices'>;
export type SearchedKind = 'years' | 'models' | 'engines' | 'transmissions' | 'tunes';

type About = {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  wide?: boolean;
  section?: string;
};
export type CatalogField = About &
  (
    | { as: 'text'; maxLength?: number }
    | { as: 'long-text'; rows?: number }
    | { as: 'number'; unit?: string }
    | { as: 'switch' }
    | {
        as: 'select';
        options: (choices: Choices) => readonly { value: string; label: string }[];
        number?: true;
        placeholder?: string;
      }
    | { as: 'ticks'; options: (choices: Choices) => readonly { value: string; label: string }[]; number?: true }
    /** One record, searched. */
    | { as: 'ref'; of: SearchedKind; nameIn: string; within?: string }
    /** Many records, searched. */
    | { as: 'refs'; of: SearchedKind }
    | { as: 'prices' }
    | { as: 'discounts' }
    | { as: 'vehicles' }
  );

type Ref = { id: number; name: string };
export const refLine = ({ id, name }: Ref) => `${id} ${name}`;
export const refOf = (line: string): Ref => {
  const gap = line.indexOf(' ');
  return { id: Number(line.slice(0, gap)), name: line.slice(gap + 1) };
};

const none = '-';
export const priceParts = ['baseprice', 'baseaddonprice', 'dealerprice', 'dealeraddonprice'] as const;
type PriceLine = { currency: string } & Record<(typeof priceParts)[number], string>;
const word = (value: string | null | undefined) =>
  value == null || value.trim() === '' ? none : value.replace(/\s+/g, '');
export const priceLine = (price: Record<string, string | null>) =>
  [price.currency, ...priceParts.map((part) => word(price[part]))].join(' ');
export function priceOf(line: string): PriceLine {
  const [currency = '', ...parts] = line.split(' ');
  return {
    currency,
    ...(Object.fromEntries(priceParts.map((part, at) => [part, parts[at] === none ? '' : (parts[at] ?? '')])) as Record<
      (typeof priceParts)[number],
      string
    >),
  };
}

export const discountLine = ({ key, percent }: { key: string; percent: string }) => `${key} ${word(percent)}`;
export const discountOf = (line: string) => {
  const [key = '', percent = ''] = line.split(' ');
  return { key, percent: percent === none ? '' : percent };
};

export const vehicleLine = (vehicle: { model_id: number; year_id: number; name: string }) =>
  `${vehicle.model_id}/${vehicle.year_id} ${vehicle.name}`;
export const vehicleOf = (line: string) => {
  const [ids = '', ...name] = line.split(' ');
  const [model_id = 0, year_id = 0] = ids.split('/').map(Number);
  return { model_id, year_id, name: name.join(' ') };
};

type Fields = Readonly<Record<string, unknown>>;

function shownValue(field: CatalogField, record: Fields): FormValue {
  const value = record[field.name];
  switch (field.as) {
    case 'refs':
      return ((value ?? []) as Ref[]).map(refLine);
    case 'ref':
      return value == null ? null : refLine({ id: value as number, name: String(record[field.nameIn] ?? '') });
    case 'prices':
      return ((value ?? []) as Record<string, string | null>[]).map(priceLine);
    case 'discounts':
      return ((value ?? []) as { key: string; percent: string }[]).map(discountLine);
    case 'vehicles':
      return ((value ?? []) as { model_id: number; year_id: number; name: string }[]).map(vehicleLine);
    case 'ticks':
      return ((value ?? []) as (string | number | Ref)[])
        .map((one) => String(typeof one === 'object' ? one.id : one))
        .sort();
    case 'switch':
      return value === true;
    case 'select':
      return value == null ? null : String(value);
    default:
      return value == null ? '' : String(value);
  }
}

export const shownRecord = (fields: readonly CatalogField[], record: Fields): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, shownValue(field, record)]));

const lines = (value: FormValue | undefined): readonly string[] => (Array.isArray(value) ? value : []);
const emptyToNull = (text: string) => (text === '' ? null : text);

export function sentValue(field: CatalogField, value: FormValue | undefined): unknown {
  switch (field.as) {
    case 'refs':
      return lines(value).map((line) => refOf(line).id);
    case 'ref':
      return typeof value === 'string' && value !== '' ? refOf(value).id : null;
    case 'prices':
      return lines(value).map((line) => {
        const { currency, baseprice, ...rest } = priceOf(line);
        return {
          currency,
          baseprice,
          ...Object.fromEntries(Object.entries(rest).map(([part, text]) => [part, emptyToNull(text)])),
        };
      });
    case 'discounts':
      return lines(value).map(discountOf);
    case 'vehicles':
      return lines(value).map((line) => {
        const { model_id, year_id } = vehicleOf(line);
        return { model_id, year_id };
      });
    case 'ticks':
      return field.number ? lines(value).map(Number) : lines(value);
    case 'switch':
      return value === true;
    case 'select':
      return value == null || value === '' ? null : field.number ? Number(value) : value;
    case 'number':
      return value == null || value === '' ? null : String(value);
    default:
      return value ?? '';
  }
}

/** Only changed fields are sent, so that concurrent changes to other fields are kept. */
export function changeOf(
  fields: readonly CatalogField[],
  before: FormValues,
  now: FormValues,
): Record<string, unknown> {
  const changed = new Set(changedNames(Object.keys(now), before, now));
  return Object.fromEntries(
    fields.filter(({ name }) => changed.has(name)).map((field) => [field.name, sentValue(field, now[field.name])]),
  );
}

/** Errors of 'prices.0.baseprice' belong to prices. */
export const fieldOf = (name: string) => name.split('.')[0] ?? name;

/** The field as the UI kit's form knows it: for labels, the merge and read-only records. */
export function formField(field: CatalogField, choices: Choices): FormField {
  const { name, label, hint, optional, wide, section } = field;
  const about = { name, label, hint, optional, wide, section };
  switch (field.as) {
    case 'long-text':
      return { ...about, kind: 'textarea', rows: field.rows ?? 4, wide: true };
    case 'number':
      return { ...about, kind: 'number', unit: field.unit };
    case 'switch':
      return { ...about, kind: 'switch' };
    case 'select':
      return { ...about, kind: 'select', options: field.options(choices), placeholder: field.placeholder };
    default:
      return { ...about, kind: 'text', ...(field.as === 'text' ? { maxLength: field.maxLength } : {}) };
  }
}

/** Read-only text instead of an input: names without ids. */
export function readText(field: CatalogField, value: FormValue | undefined, choices: Choices): string {
  const text = (line: string) => {
    if (field.as === 'refs' || field.as === 'ref') return refOf(line).name;
    if (field.as === 'vehicles') return vehicleOf(line).name;
    if (field.as === 'ticks' || field.as === 'select')
      return field.options(choices).find((option) => option.value === line)?.label ?? line;
    return line;
  };
  if (Array.isArray(value)) return value.map(text).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value == null ? '' : text(String(value));
}
