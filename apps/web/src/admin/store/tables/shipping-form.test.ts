import { shippingOffers } from '@tuneport/domain/store/shipping';
import { expect, test } from 'vitest';
import {
  asShopReads,
  placesOf,
  placesText,
  renamed,
  type ShippingTable,
  shippingLabel,
  withPrice,
} from './shipping-form.ts';

const rate = { class: 'parcel', zone: 'Canada', tier: 'standard', currency: 'CAD', price: '15.00', extra: '2.50' };
const table: ShippingTable = {
  version: '1',
  zones: [
    { name: 'Canada', places: [{ country_code: 'CA', state: '' }] },
    { name: 'Rest', places: [{ country_code: '*', state: '' }] },
  ],
  tiers: [{ key: 'standard', name: 'Standard', days_min: 3, days_max: 6 }],
  rates: [rate],
  classes: [{ slug: 'parcel', name: 'Parcel' }],
};

test('places are entered as countries, states of a country, and a wildcard', () => {
  const places = placesOf('ca, US-AK; *');
  expect(places).toEqual([
    { country_code: 'CA', state: '' },
    { country_code: 'US', state: 'AK' },
    { country_code: '*', state: '' },
  ]);
  expect(placesText(places)).toBe('CA, US-AK, *');
});

test('a renamed zone or tier keeps its prices, a removed one loses them', () => {
  const zones = [{ ...table.zones[0], name: 'Home' } as never, table.zones[1] as never];
  expect(renamed(table, { zones }).rates[0]?.zone).toBe('Home');
  expect(renamed(table, { zones: [table.zones[1] as never] }).rates).toEqual([]);
  expect(renamed(table, { zones: [...table.zones].reverse() }).rates[0]?.zone).toBe('Canada');
  const tiers = [{ ...table.tiers[0], key: 'slow' } as never];
  expect(renamed(table, { tiers }).rates[0]?.tier).toBe('slow');
});

test('a cell is filled, changed and emptied', () => {
  const cell = { class: 'parcel', zone: 'Rest', tier: 'standard', currency: 'CAD' };
  const filled = withPrice(table, cell, 'price', '40');
  expect(filled.rates[1]).toMatchObject({ zone: 'Rest', price: '40', extra: '' });
  expect(withPrice(filled, cell, 'price', '').rates).toEqual([rate]);
  expect(withPrice(table, cell, 'price', '')).toBe(table);
});

test('unsaved changes can be previewed like in the shop', () => {
  const parcel = [{ classId: 0, quantity: 3 }];
  const shown = { currency: 'CAD', defaultCurrency: 'CAD', rate: null } as const;
  const at = (countryCode: string) => shippingOffers(asShopReads(table), parcel, { countryCode, state: '' }, shown);
  expect(at('CA').map(({ price }) => price.amountMinor)).toEqual([2000n]);
  expect(at('DE')).toEqual([]);
});

test('field paths of the server get readable labels', () => {
  expect(shippingLabel(table, 'rates.0.price')).toBe('Canada, standard, parcel in CAD, price');
  expect(shippingLabel(table, 'tiers.0.days_max')).toBe('Standard, longest time');
  expect(shippingLabel(table, 'zones')).toBe('');
});
