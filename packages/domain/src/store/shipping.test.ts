import { expect, test } from 'vitest';
import type { CartCurrency } from './cart.ts';
import { type ShippingTable, shippingOffers, zoneOf } from './shipping.ts';

const cad: CartCurrency = { currency: 'CAD', defaultCurrency: 'CAD', rate: null };
const rate = (classId: number, zoneId: number, tierKey: string, first: string, extra?: string) => ({
  classId,
  zoneId,
  tierKey,
  prices: { CAD: first },
  extraPrices: extra === undefined ? {} : { CAD: extra },
});
const table: ShippingTable = {
  zones: [
    { id: 1, name: 'Canada', places: [{ countryCode: 'CA', state: null }] },
    { id: 2, name: 'Far north', places: [{ countryCode: 'CA', state: 'NU' }] },
    { id: 3, name: 'World', places: [{ countryCode: '*', state: null }] },
  ],
  tiers: [
    { key: 'standard', name: 'Standard', daysMin: 3, daysMax: 5 },
    { key: 'express', name: 'Express', daysMin: 1, daysMax: 2 },
  ],
  rates: [
    rate(1, 1, 'standard', '10.00', '2.00'),
    rate(1, 1, 'express', '25.00', '5.00'),
    rate(2, 1, 'standard', '30.00', '12.00'),
    rate(1, 2, 'standard', '50.00'),
  ],
};
const vancouver = { countryCode: 'ca', state: 'BC' };
const offers = (parcel: Parameters<typeof shippingOffers>[1], to = vancouver, shown = cad) =>
  shippingOffers(table, parcel, to, shown).map(({ key, price }) => [key, price.amountMinor]);

test('a zone with the state precedes that of the country, and the rest of the world comes last', () => {
  const name = (countryCode: string, state: string) => zoneOf(table.zones, { countryCode, state })?.name;
  expect([name('CA', 'nu'), name('CA', 'BC'), name('DE', '')]).toEqual(['Far north', 'Canada', 'World']);
  expect(zoneOf(table.zones.slice(0, 2), { countryCode: 'DE', state: '' })).toBeNull();
});

test('the most expensive first item sets the price and each further item adds its own', () => {
  expect(offers([{ classId: 1, quantity: 3 }])).toEqual([
    ['standard', 1400n],
    ['express', 3500n],
  ]);
  expect(
    offers([
      { classId: 1, quantity: 2 },
      { classId: 2, quantity: 2 },
    ]),
  ).toEqual([['standard', 3000n + 1200n + 400n]]);
});

test('a tier that does not carry all items is not offered, and no tier means no shipping', () => {
  expect(offers([{ classId: 1, quantity: 1 }], { countryCode: 'CA', state: 'NU' })).toEqual([['standard', 5000n]]);
  expect(offers([{ classId: 2, quantity: 1 }], { countryCode: 'CA', state: 'NU' })).toEqual([]);
  expect(offers([{ classId: 1, quantity: 1 }], { countryCode: 'DE', state: '' })).toEqual([]);
});

test('a price missing in a currency is converted; without a rate the tier is not offered', () => {
  const usd = { currency: 'USD', defaultCurrency: 'CAD', rate: '0.5' } as const;
  expect(offers([{ classId: 1, quantity: 2 }], vancouver, usd)).toEqual([
    ['standard', 600n],
    ['express', 1500n],
  ]);
  expect(offers([{ classId: 1, quantity: 1 }], vancouver, { ...usd, rate: null })).toEqual([]);
});
