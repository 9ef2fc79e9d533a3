import type { CustomField } from '@tuneport/domain/leads/custom-fields';
import { expect, test } from 'vitest';
import { listQuery, parseListState } from '../../../ui/list/list-state.ts';
import { changeOf, shownValues } from '../../record/noun/noun.ts';
import { customBulkFields, customFilters, customFormFields, customFormValues } from './custom-fields.ts';

const field = (id: number, kind: CustomField['kind']): CustomField => ({
  id,
  name: `Field ${id}`,
  kind,
  options: ['Small', 'Large'],
  currency: null,
});

test('filters by custom fields are one parameter of the call', () => {
  const filters = customFilters([field(3, 'text'), field(4, 'number'), field(5, 'date'), field(6, 'choice')]);
  const spec = { sortable: [], filters };
  const params = new URLSearchParams({
    'custom.3.contains': 'fleet',
    'custom.4.min': '7',
    'custom.4.max': 'many',
    'custom.5.day': '2026-01-01..2026-02-01',
    'custom.6.is': 'Large',
  });
  const query = listQuery(parseListState(params, spec), spec);
  expect(Object.keys(query).sort()).toEqual(['custom', 'page']);
  expect(JSON.parse(String(query.custom))).toEqual({
    '3.contains': 'fleet',
    '4.min': '7',
    '5.from': '2026-01-01',
    '5.to': '2026-02-01',
    '6.is': 'Large',
  });
});

test('only changed values of custom fields are sent, in one group', () => {
  const fields = customFormFields([field(3, 'text'), field(4, 'number'), field(7, 'boolean')]);
  const before = shownValues(fields, customFormValues({ 3: 'a', 4: 5 }));
  const now = { ...before, 'custom.4': '', 'custom.7': 'true' };
  expect(changeOf(fields, before, now)).toEqual({ custom: { 4: null, 7: 'true' } });
});

test('a bulk edit sets a value or removes it, and changes nothing until one is chosen', () => {
  const [text, choice] = customBulkFields([field(3, 'text'), field(6, 'choice')]);
  expect(
    [text, choice].some((input) => input && 'optional' in input),
    'it is the value to set',
  ).toBe(false);
  expect(text?.change('fleet')).toEqual({ custom: { 3: 'fleet' } });
  expect(text?.change('')).toEqual({ custom: { 3: null } });
  const options =
    choice?.kind === 'select' ? choice.options.map(({ value, label }) => [label, choice.change(value)]) : [];
  expect(options).toEqual([
    ['No value', { custom: { 6: null } }],
    ['Small', { custom: { 6: 'Small' } }],
    ['Large', { custom: { 6: 'Large' } }],
  ]);
});
