import type { CallInput, CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValue, type FormValues } from '../../ui/form/merge.ts';

export type SettingsRecord = CallReply<'GET /v1/admin/settings'>;
type SettingsChange = CallInput<'PATCH /v1/admin/settings'>['body'];
type Values = SettingsRecord['values'];
type Described = SettingsRecord['groups'][number]['settings'][number];

// A form compares and merges plain values, so structured settings are represented as several fields or as text lines.

const asLine = (...parts: string[]) => parts.join(' ');
export const partsOf = (line: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => line.split(' ')[at] ?? '');
/** A space would end the part being typed. */
const asPart = (text: string) => text.replace(/\s+/g, '');
export const rateLine = (currency: string, rate: string, asOf: string) => asLine(currency, asPart(rate), asOf);
export const redirectLine = (from: string, to: string) => asLine(asPart(from), asPart(to));

export function toFormValues(values: Values): FormValues {
  const { conversion_rates, support_hours, redirects, currencies, ...plain } = values;
  return {
    ...plain,
    currencies,
    'conversion_rates.base': conversion_rates.base,
    conversion_rates: conversion_rates.rates.map((row) => rateLine(row.currency, row.rate, row.as_of)),
    support_hours: support_hours.weekdays.map(String),
    'support_hours.opens': support_hours.opens,
    'support_hours.closes': support_hours.closes,
    'support_hours.timeZone': support_hours.timeZone,
    redirects: redirects.map((row) => redirectLine(row.from, row.to)),
  };
}

const lines = (value: FormValue | undefined): readonly string[] => (Array.isArray(value) ? value : []);
const text = (value: FormValue | undefined): string => (value == null ? '' : String(value));

function settingOf(name: string, form: FormValues): unknown {
  switch (name) {
    case 'conversion_rates':
      return {
        base: text(form['conversion_rates.base']),
        rates: lines(form.conversion_rates).map((line) => {
          const [currency = '', rate = '', as_of = ''] = partsOf(line, 3);
          return { currency, rate, as_of };
        }),
      };
    case 'support_hours':
      return {
        opens: text(form['support_hours.opens']),
        closes: text(form['support_hours.closes']),
        weekdays: lines(form.support_hours).map(Number),
        timeZone: text(form['support_hours.timeZone']),
      };
    case 'redirects':
      return lines(form.redirects).map((line) => {
        const [from = '', to = ''] = partsOf(line, 2);
        return { from, to };
      });
    default:
      return form[name];
  }
}

/** Sends only changed fields, so that concurrent changes to another group are not overwritten. */
export function changeOf(before: FormValues, form: FormValues): SettingsChange {
  const names = changedNames(Object.keys(form), before, form).map((name) => name.split('.')[0] ?? name);
  const change: Record<string, unknown> = {};
  for (const name of new Set(names)) change[name] = settingOf(name, form) ?? '';
  return change as SettingsChange;
}

/** An error at 'redirects.2.to' is shown at the redirects, one at 'support_hours.opens' at its own field. */
export function fieldOf(name: string, fields: readonly FormField[]): string {
  const parts = name.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const wanted = parts.slice(0, length).join('.');
    if (fields.some((field) => field.name === wanted)) return wanted;
  }
  return name;
}

const currencyOptions = currencyCodes.map((code) => ({ value: code, label: code }));

export function fieldsOf(setting: Described): FormField[] {
  const { name, label, help, kind, options } = setting;
  const base = { name, label, hint: help };
  switch (kind) {
    case 'switch':
      // Below the name and the URL of its region, so that two regions never share a row.
      return [{ ...base, kind: 'switch', wide: name.endsWith('_prices_include_tax') }];
    case 'long-text':
      return [{ ...base, kind: 'textarea', rows: 3, wide: true, optional: true }];
    case 'choice':
      return [{ ...base, kind: 'select', options: options ?? [] }];
    case 'currency':
      return [{ ...base, kind: 'select', options: currencyOptions, placeholder: 'By region', optional: true }];
    case 'conversion-rates':
      return [
        { name: `${name}.base`, label: 'Base currency', kind: 'select', options: currencyOptions },
        { ...base, kind: 'text', wide: true },
      ];
    case 'support-hours':
      return [
        { name: `${name}.opens`, label: 'Opens', kind: 'text', hint: 'For example 09:00.', maxLength: 5 },
        { name: `${name}.closes`, label: 'Closes', kind: 'text', hint: 'For example 17:00.', maxLength: 5 },
        { ...base, label: 'Days', kind: 'text', wide: true },
        {
          name: `${name}.timeZone`,
          label: 'Time zone',
          kind: 'text',
          hint: 'For example America/Vancouver.',
          maxLength: 60,
        },
      ];
    case 'month':
      return [{ ...base, hint: `${help} For example 2027-03.`, kind: 'text', optional: true, maxLength: 7 }];
    case 'currencies':
    case 'redirects':
      return [{ ...base, kind: 'text', wide: true }];
    default:
      return [{ ...base, kind: 'text', optional: name !== 'company_name' && !name.endsWith('_name') }];
  }
}
