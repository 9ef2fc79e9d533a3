import { describe, expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from '../../ui/form/local-time.ts';
import { changeOf, fieldOf, fieldsOf, type SettingsRecord, toFormValues } from './settings-form.ts';

const values = {
  company_name: 'Tuneport',
  region_2_url: null,
  default_currency: null,
  www_rpa: true,
  currencies: ['CAD', 'USD'],
  conversion_rates: { base: 'CAD', rates: [{ currency: 'USD', rate: '0.73', as_of: '2026-11-02' }] },
  support_hours: { opens: '09:00', closes: '17:00', weekdays: [1, 2], timeZone: 'America/Vancouver' },
  redirects: [{ from: '/tesla/model-s', to: '/products/model-s' }],
} as SettingsRecord['values'];
const form = toFormValues(values);

describe('the settings form sends (C425)', () => {
  test('nothing when nothing was changed', () => expect(changeOf(form, form)).toEqual({}));
  test('only the setting that differs', () =>
    expect(changeOf(form, { ...form, www_rpa: false })).toEqual({ www_rpa: false }));
  test('an emptied text as empty, which means none', () =>
    expect(changeOf({ ...form, region_2_url: 'https://eu.example' }, form)).toEqual({ region_2_url: '' }));
  test('a composite setting as a whole when one part differs', () =>
    expect(changeOf(form, { ...form, 'support_hours.opens': '08:00', support_hours: ['1', '2', '6'] })).toEqual({
      support_hours: { opens: '08:00', closes: '17:00', weekdays: [1, 2, 6], timeZone: 'America/Vancouver' },
    }));
  test('rates and redirects as entered in their rows, including incomplete ones', () =>
    expect(
      changeOf(form, {
        ...form,
        conversion_rates: ['USD 0.74 2026-11-09', 'EUR  2026-11-09'],
        redirects: ['/a /b', '/ '],
      }),
    ).toEqual({
      conversion_rates: {
        base: 'CAD',
        rates: [
          { currency: 'USD', rate: '0.74', as_of: '2026-11-09' },
          { currency: 'EUR', rate: '', as_of: '2026-11-09' },
        ],
      },
      redirects: [
        { from: '/a', to: '/b' },
        { from: '/', to: '' },
      ],
    }));
});

test('a server error is shown at its field (S303)', () => {
  const fields = [
    ...fieldsOf({ name: 'redirects', label: 'Redirects', help: '', kind: 'redirects', superadmin: false }),
    ...fieldsOf({ name: 'support_hours', label: 'Hours', help: '', kind: 'support-hours', superadmin: false }),
  ];
  expect(fieldOf('redirects.2.to', fields)).toBe('redirects');
  expect(fieldOf('support_hours', fields)).toBe('support_hours');
  expect(fieldOf('support_hours.opens', fields)).toBe('support_hours.opens');
  expect(fieldOf('', fields)).toBe('');
});

test('a timestamp converts to a local input value and back to the same minute', () => {
  expect(fromLocalTime(toLocalTime('2026-11-15T03:28:32.000Z'))).toBe('2026-11-15T03:28:00.000Z');
  expect(toLocalTime(null)).toBe('');
  expect(fromLocalTime('soon')).toBe('soon');
});
