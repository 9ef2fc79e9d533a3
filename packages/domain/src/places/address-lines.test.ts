import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

const address = { full_name: 'Ada Guest', line1: '12 Invented Road' };

test('postal code precedes the city in Austria and follows the province in Canada', () => {
  const vienna = { ...address, city: 'Wien', state: '', postal_code: '1010', country_code: 'AT' };
  expect(addressLines(vienna)).toEqual(['Ada Guest', '12 Invented Road', '1010 Wien', 'AT']);
  const northBay = { ...address, city: 'North Bay', state: 'ON', postal_code: 'P1B 1A1', country_code: 'CA' };
  expect(addressLines(northBay)).toEqual(['Ada Guest', '12 Invented Road', 'North Bay ON P1B 1A1', 'CA']);
});

test('postal code ends the line in Ireland', () => {
  const dublin = { ...address, city: 'Dublin', postal_code: 'D02 X285', country_code: 'IE' };
  expect(addressLines(dublin)[2]).toBe('Dublin D02 X285');
});
