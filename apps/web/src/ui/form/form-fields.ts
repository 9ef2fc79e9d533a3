import type { ReactNode } from 'react';
import { localText } from './local-time.ts';
import type { FormValue, FormValues } from './merge.ts';
import type { Option } from './NativeSelect.tsx';

export type Ref = { readonly id: number; readonly name: string };
export type RefSearch = (text: string, signal: AbortSignal) => Promise<readonly Ref[]>;

export type CustomInput = {
  id: string;
  label: string;
  hint: ReactNode;
  error: readonly string[] | undefined;
  disabled: boolean;
  className: string | undefined;
  value: FormValue;
  onChange: (value: FormValue) => void;
};

export type FormField = {
  name: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  readOnly?: boolean;
  /** Chosen when a record is created and then only shown. */
  createOnly?: true;
  /** Not asked when a record is created. */
  changeOnly?: true;
  /** Spans the full width of the form. */
  wide?: boolean;
  /** A heading before this field. */
  section?: string;
  /** Shown only while this is true; the typed value is kept. */
  when?: (values: FormValues) => boolean;
} & (
  | {
      kind: 'text' | 'email' | 'url' | 'tel' | 'date' | 'time' | 'datetime-local';
      maxLength?: number;
      /** In a new record it is made from another field until it is typed: a slug from the name. */
      derivedFrom?: { readonly name: string; readonly as: (text: string) => string };
    }
  /** A whole or decimal number, kept as typed text so that nothing is rounded. */
  | { kind: 'number'; unit?: string; min?: number; max?: number; step?: number | 'any' }
  | { kind: 'textarea'; rows?: number; maxLength?: number }
  | { kind: 'select'; options: readonly Option[]; placeholder?: string }
  | { kind: 'checkbox' | 'switch' }
  /** A point in time: ISO text as the value, the reader's own clock in the input. */
  | { kind: 'moment' }
  /** An input of its own, such as a text editor; its value is sent as it is. */
  | { kind: 'custom'; input: (props: CustomInput) => ReactNode }
  /** Another record, searched on the server; the value is the record's id and name. `from` is where a read record has it. */
  | { kind: 'ref'; search: RefSearch; from?: string; placeholder?: string }
);

/** The fields that follow another one and were not typed, with their new values. */
export function derivedValues(
  fields: readonly FormField[],
  base: FormValues,
  now: FormValues,
  name: string,
  value: FormValue,
): FormValues {
  const made = fields.flatMap((field) => {
    const derivedFrom = 'derivedFrom' in field ? field.derivedFrom : undefined;
    if (derivedFrom?.name !== name || base[field.name]) return [];
    const untouched = (now[field.name] ?? '') === derivedFrom.as(String(now[name] ?? ''));
    return untouched ? [[field.name, derivedFrom.as(String(value ?? ''))] as const] : [];
  });
  return Object.fromEntries(made);
}

/** A value as text outside its input: in a merge or a read-only record. */
export function valueText(field: FormField | undefined, value: FormValue): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field?.kind === 'moment') return localText(String(value));
  if (Array.isArray(value)) return value.map((one) => valueText(undefined, one)).join(', ') || '–';
  if (typeof value === 'object')
    return 'name' in value ? String(value.name) : Object.values(value).filter(Boolean).join(' ');
  if (field?.kind === 'select') return field.options.find((o) => o.value === String(value))?.label ?? String(value);
  return String(value);
}

export type SaveResult =
  | { kind: 'saved'; values: FormValues; readAt: string }
  | { kind: 'invalid'; message?: string; errors: Readonly<Record<string, readonly string[]>> }
  /** 412: the record as it is now, and when it was last changed. */
  | { kind: 'stale'; current: FormValues; readAt: string; by?: string }
  | { kind: 'failed'; message: string };
