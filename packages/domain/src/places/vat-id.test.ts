import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { euCountries } from './eu-countries.ts';
import { normalVatId, vatCountry } from './vat-id.ts';

// Published examples and ids of public bodies, one or more for each member state.
const known = [
  'ATU13585627',
  'BE0403019261',
  'BG175074752',
  'CY10259033P',
  'CZ25123891',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'EL094259216',
  'ESB58378431',
  'ES54362315K',
  'ESX2482300W',
  'FI20774740',
  'FR40303265045',
  'HR33392005961',
  'HU12892312',
  'IE6433435F',
  'IE6433435OA',
  'IT00743110157',
  'LT119511515',
  'LU15027442',
  'LV40003521600',
  'MT11679112',
  'NL004495445B01',
  'PL8567346215',
  'PT501964843',
  'RO18547290',
  'SE123456789701',
  'SI50223054',
  'SK2022749619',
];

describe('a VAT id', () => {
  test.each(known)('%s has the format and check digits of its country', (id) => {
    expect(vatCountry(id)).toBe(id.startsWith('EL') ? 'GR' : id.slice(0, 2));
  });
  test('has a rule for each of the 27 member states', () => {
    expect(euCountries).toHaveLength(27);
    const tested = new Set(known.map((id) => vatCountry(id)));
    expect(euCountries.filter((code) => !tested.has(code))).toEqual([]);
  });
  test('is read with spaces, dots and small letters', () => {
    expect(vatCountry(' de 136.695-976 ')).toBe('DE');
    expect(normalVatId('be 0403.019.261')).toBe('BE0403019261');
  });
  test('with one wrong digit is rejected', () => {
    // Countries whose check digits find every single wrong digit.
    const strict = known.filter((id) => /^(AT|BE|DE|EE|FI|HR|IT|LU|MT|PL|SK|DK)/.test(id));
    fc.assert(
      fc.property(fc.constantFrom(...strict), fc.nat(), fc.integer({ min: 1, max: 9 }), (id, turn, by) => {
        const places = [...id].flatMap((letter, at) => (/\d/.test(letter) ? [at] : []));
        const at = places[turn % places.length] as number;
        const wrong = `${id.slice(0, at)}${(Number(id[at]) + by) % 10}${id.slice(at + 1)}`;
        expect(vatCountry(wrong)).toBe(null);
      }),
    );
  });
  test.each([
    '',
    'DE',
    'DE000000000',
    'DE123456789',
    'GR094259216',
    'GB123456789',
    'US1',
    'CHE123456788',
    'not an id',
    'FR00303265045',
  ])('%j is none', (text) => expect(vatCountry(text)).toBe(null));
  test('is never an error, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (text) => vatCountry(text) === null || vatCountry(text) !== null));
    fc.assert(
      fc.property(fc.constantFrom(...euCountries), fc.stringMatching(/^[0-9A-Z+*]{0,14}$/), (code, body) => {
        vatCountry(`${code}${body}`);
      }),
    );
  });
});
