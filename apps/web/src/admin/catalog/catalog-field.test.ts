import { expect, test } from 'vitest';
import { mergedValues, mergeRows } from '../../ui/form/merge.ts';
import { historyText } from '../record/timeline/history-text.ts';
import { type CatalogField, type Choices, changeOf, readText, shownRecord } from './catalog-field.ts';
import { engines } from './entities/engines.ts';
import { tunes } from './entities/tunes.ts';
import { addressesOf } from './sections.ts';

const record = {
  id: 7,
  name: 'Stage 1',
  horsepower: '310.5',
  tier_id: 3,
  optional: false,
  regions: [1, 2],
  prices: [
    { currency: 'USD', baseprice: '499.00', baseaddonprice: null, dealerprice: '399.00', dealeraddonprice: null },
  ],
  tune_types: [{ id: 12, name: 'Stage' }],
  requires: [{ id: 5, name: 'Base file TP-1' }],
  cost: null,
};

test('a record shown in a form and sent back unchanged is not a change', () => {
  const shown = shownRecord(tunes.fields, record);
  expect(changeOf(tunes.fields, shown, shown)).toEqual({});
});

test('only changed fields are sent, in the format of the server', () => {
  const before = shownRecord(tunes.fields, record);
  const now = {
    ...before,
    tier_id: null,
    optional: true,
    regions: ['2'],
    requires: ['5 Base file TP-1', '9 Other'],
    prices: ['USD 450 - - -', 'EUR 400 99 - -'],
    cost: '12',
  };
  expect(changeOf(tunes.fields, before, now)).toEqual({
    tier_id: null,
    optional: true,
    regions: [2],
    requires: [5, 9],
    cost: '12',
    prices: [
      { currency: 'USD', baseprice: '450', baseaddonprice: null, dealerprice: null, dealeraddonprice: null },
      { currency: 'EUR', baseprice: '400', baseaddonprice: '99', dealerprice: null, dealeraddonprice: null },
    ],
  });
});

test('vehicles and discounts keep their ids and amounts', () => {
  const before = shownRecord(engines.fields, { vehicles: [{ model_id: 4, year_id: 9, name: 'VW Golf 2015' }] });
  const now = { ...before, vehicles: ['4/9 VW Golf 2015', '4/10 VW Golf 2016'], other_role_discounts: ['dealer 12.5'] };
  expect(changeOf(engines.fields, before, now)).toEqual({
    vehicles: [
      { model_id: 4, year_id: 9 },
      { model_id: 4, year_id: 10 },
    ],
    other_role_discounts: [{ key: 'dealer', percent: '12.5' }],
  });
});

test('a field saved by another user is preserved by a merge', () => {
  const before = shownRecord(tunes.fields, record);
  const mine = { ...before, name: 'Stage 1+' };
  const theirs = { ...before, requires: [] };
  const rows = mergeRows(Object.keys(before), before, mine, theirs);
  const merged = mergedValues(theirs, rows, {});
  expect(changeOf(tunes.fields, theirs, merged)).toEqual({ name: 'Stage 1+' });
});

test('a user with read permission sees names, not ids', () => {
  const choices = { tiers: [{ id: 3, name: 'Petrol' }], tune_types: [{ id: 12, name: 'Stage' }] } as unknown as Choices;
  const text = (name: string) => {
    const field = tunes.fields.find((one) => one.name === name) as CatalogField;
    return readText(field, shownRecord(tunes.fields, record)[name], choices);
  };
  expect([text('tier_id'), text('tune_types'), text('requires'), text('optional')]).toEqual([
    'Petrol',
    'Stage',
    'Base file TP-1',
    'No',
  ]);
});

test('the history names records and shortens long lists', () => {
  expect(historyText([{ id: 1, name: 'A' }])).toBe('A');
  expect(historyText([1, 2, 3, 4, 5, 6, 7])).toBe('1, 2, 3, 4, 5 and 2 more');
  expect(historyText(null)).toBe('–');
  expect(historyText(false)).toBe('no');
});

test('a shared list links to the pages of its section (R194 R203 R206)', () => {
  expect(addressesOf('/admin/catalog/tiers', 'price-tiers').record(4)).toBe('/admin/catalog/tiers/4');
  expect(addressesOf('/catalog-manage/price-tiers', 'price-tiers').record(4)).toBe('/catalog-manage/price-tiers/4');
  expect(addressesOf('/admin/catalog/types', 'tune-types').record(4)).toBe('/catalog-manage/tune-types/4');
  expect(addressesOf('/admin/catalog/engines', 'engines').create).toBe('/catalog-manage/engines/new');
});
