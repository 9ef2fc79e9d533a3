import { expect, test } from 'vitest';
import {
  type CustomField,
  type CustomFieldKind,
  changeCustomValues,
  customValueText,
  parseCustomFilters,
  parseCustomValue,
} from './custom-fields.ts';

const field = (kind: CustomFieldKind, id = 1): CustomField => ({
  id,
  name: kind,
  kind,
  options: kind === 'choice' ? ['Small', 'Large'] : [],
  currency: kind === 'money' ? 'EUR' : null,
});

test.each([
  ['text', '  Fleet ', 'Fleet'],
  ['text', '', null],
  ['number', '1,500.5', 1500.5],
  ['number', 12, 12],
  ['money', '1 500.10', 1500.1],
  ['date', '2026-02-28', '2026-02-28'],
  ['date', '28.02.2026', '2026-02-28'],
  ['choice', 'large', 'Large'],
  ['boolean', 'Yes', true],
  ['boolean', false, false],
  ['boolean', null, null],
] as const)('a %s field reads %j as %j', (kind, input, value) => {
  expect(parseCustomValue(field(kind), input)).toEqual({ value });
});

test.each([
  ['text', 'x'.repeat(501)],
  ['text', true],
  ['number', 'twelve'],
  ['number', '1e400'],
  ['number', 1e300],
  ['money', '-5'],
  ['money', '1.005'],
  ['date', '2026-02-30'],
  ['date', '12/31/2026'],
  ['choice', 'Medium'],
  ['boolean', 'maybe'],
  ['boolean', 'constructor'],
] as const)('a %s field refuses %j', (kind, input) => {
  expect(parseCustomValue(field(kind), input)).toHaveProperty('problem');
});

test('a change removes emptied values and keeps an option that was removed', () => {
  const before = { 1: 'Medium', 2: 'Fleet', 9: 'of an archived field' };
  const fields = [field('choice', 1), field('text', 2)];
  expect(changeCustomValues(fields, before, { 1: 'Medium', 2: null })).toEqual({
    values: { 1: 'Medium', 9: 'of an archived field' },
    errors: {},
  });
  const { errors } = changeCustomValues(fields, before, { 1: 'Huge', 9: 'x' });
  expect(Object.keys(errors)).toEqual(['custom.1', 'custom.9']);
});

test('values are shown with their currency and as yes or no', () => {
  expect(customValueText(field('money'), 1500)).toBe('1,500.00\u00A0EUR');
  expect(customValueText(field('boolean'), false)).toBe('No');
  expect(customValueText(field('text'), undefined)).toBe('');
});

test('filters are read from JSON, and anything else is refused', () => {
  expect(parseCustomFilters('{"3.contains":"a","4.min":"10"}')).toEqual([
    { id: 3, op: 'contains', value: 'a' },
    { id: 4, op: 'min', value: '10' },
  ]);
  for (const wrong of [
    '',
    '[]',
    '{"3.like":"a"}',
    '{"x.is":"a"}',
    '{"3.min":"ten"}',
    '{"3.is":5}',
    '{"3.constructor":"a"}',
  ])
    expect(parseCustomFilters(wrong), wrong).toBeNull();
});
