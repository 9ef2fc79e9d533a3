import type { ReactNode } from 'react';
import type { FormValue, FormValues } from './merge.ts';
import type { Option } from './NativeSelect.tsx';

export type FormField = {
  name: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  readOnly?: boolean;
  /** Spans the full width of the form. */
  wide?: boolean;
  /** A heading before this field. */
  section?: string;
  /** Shown only while this is true; the typed value is kept. */
  when?: (values: FormValues) => boolean;
} & (
  | { kind: 'text' | 'email' | 'url' | 'tel' | 'date' | 'datetime-local'; maxLength?: number }
  /** A whole or decimal number, kept as typed text so that nothing is rounded. */
  | { kind: 'number'; unit?: string; min?: number; max?: number; step?: number | 'any' }
  | { kind: 'textarea'; rows?: number; maxLength?: number }
  | { kind: 'select'; options: readonly Option[]; placeholder?: string }
  | { kind: 'checkbox' | 'switch' }
);

/** A value as text outside its input: in a merge or a read-only record. */
export function valueText(field: FormField | undefined, value: FormValue): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ') || '–';
  if (field?.kind === 'select') return field.options.find((o) => o.value === String(value))?.label ?? String(value);
  return String(value);
}

export type SaveResult =
  | { kind: 'saved'; values: FormValues; readAt: string }
  | { kind: 'invalid'; message?: string; errors: Readonly<Record<string, readonly string[]>> }
  /** 412: the record as it is now, and when it was last changed. */
  | { kind: 'stale'; current: FormValues; readAt: string; by?: string }
  | { kind: 'failed'; message: string };
