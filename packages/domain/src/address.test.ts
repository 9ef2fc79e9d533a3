import { describe, expect, test } from 'vitest';
import { type Address, addressFromWire, addressToWire, isUpdate } from './address.ts';

const address: Address = {
  id: 7,
  countryCode: 'CA',
  fullName: 'Ann Example',
  line1: '1 Main Street',
  line2: 'Unit 2',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V5K 0A1',
  email: 'ann@example.com',
  phone: '+1 604 555 0100',
  readonly: true,
};
const wire = addressToWire(address);

describe('an address', () => {
  test('S119 has eleven fields, and comes back whole from the wire', () => {
    const fields = [
      'city',
      'countryCode',
      'email',
      'fullName',
      'id',
      'line1',
      'line2',
      'phone',
      'postalCode',
      'readonly',
      'state',
    ];
    expect(Object.keys(addressFromWire(wire)).sort()).toEqual(fields);
    expect(addressFromWire(wire)).toEqual(address);
  });
  test('S120 countryCode travels as country_code', () => {
    expect(wire.country_code).toBe('CA');
    expect(wire).not.toHaveProperty('countryCode');
  });
  test('S121 fullName travels as full_name', () => {
    expect(wire.full_name).toBe('Ann Example');
    expect(wire).not.toHaveProperty('fullName');
  });
  test('S122 postalCode travels as postal_code', () => {
    expect(wire.postal_code).toBe('V5K 0A1');
    expect(wire).not.toHaveProperty('postalCode');
  });
  test('S123 the other names are the same on the wire', () => {
    const { line1, line2, city, state, email, phone, readonly } = address;
    expect(wire).toMatchObject({ line1, line2, city, state, email, phone, readonly });
  });
});

describe('saving', () => {
  test('S281 a positive id updates', () => {
    expect(isUpdate({ id: 1 })).toBe(true);
    expect(isUpdate(address)).toBe(true);
  });
  test('S282 a missing, zero or negative id creates', () => {
    for (const id of [undefined, null, 0, -1, Number.NaN]) expect(isUpdate({ id })).toBe(false);
    expect(isUpdate({})).toBe(false);
  });
});
