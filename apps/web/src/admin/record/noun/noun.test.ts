import { expect, test } from 'vitest';
import type { FormField } from '../../../ui/form/form-fields.ts';
import { changeOf, formFields, inputOf, shownValues } from './noun.ts';

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'limit', label: 'Limit', kind: 'number', optional: true },
  { name: 'start', label: 'From', kind: 'moment', optional: true },
  { name: 'owner_id', label: 'Owner', kind: 'ref', from: 'owner', search: async () => [] },
  { name: 'share', label: 'Share', kind: 'number', when: (values) => values.owner_id !== null },
];
const record = {
  id: 1,
  updated_at: '2027-01-01T00:00:00Z',
  name: 'Spring',
  limit: 5,
  start: '2027-03-01T08:00:30Z',
  owner: { id: 7, name: 'Torque Talk' },
  share: '6',
};

test('a form shows a record with its references by name and its moments to the second', () => {
  expect(shownValues(fields, record)).toEqual({
    name: 'Spring',
    limit: '5',
    start: '2027-03-01T08:00:30Z',
    owner_id: { id: 7, name: 'Torque Talk' },
    share: '6',
  });
});

test('an update sends only the fields that changed, and an emptied number or reference as null', () => {
  const before = shownValues(fields, record);
  expect(changeOf(fields, before, before)).toEqual({});
  expect(changeOf(fields, before, { ...before, owner_id: { id: 7, name: 'Torque Talk' } })).toEqual({});
  expect(changeOf(fields, before, { ...before, name: '', limit: '', owner_id: null })).toEqual({
    name: '',
    limit: null,
    owner_id: null,
  });
});

test('a new record sends what was filled in and nothing of a field that is not asked for', () => {
  const values = { ...shownValues(fields, {}), name: 'Autumn', share: '9' };
  expect(inputOf(fields, values)).toEqual({ name: 'Autumn' });
  expect(inputOf(fields, { ...values, owner_id: { id: 7, name: 'x' } })).toEqual({
    name: 'Autumn',
    owner_id: 7,
    share: '9',
  });
});

test('a select shows a record that is read with its name, and a field of changes is not asked of a new record', () => {
  const owner: FormField = { name: 'user', label: 'Owner', kind: 'select', options: [{ value: '7', label: 'Kim' }] };
  const archived: FormField = { name: 'archived', label: 'Archived', kind: 'checkbox', changeOnly: true };
  expect(shownValues([owner], { user: { id: 7, name: 'Kim' } })).toEqual({ user: '7' });
  expect(shownValues([owner], { user: null })).toEqual({ user: null });
  expect(formFields({ fields: [owner, archived] }, true)).toEqual([owner]);
  expect(formFields({ fields: [owner, archived] }, false)).toEqual([owner, archived]);
});
