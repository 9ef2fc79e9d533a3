import { expect, test } from 'vitest';
import { z } from 'zod';
import { SharePercent } from './dealers/dealers-admin.ts';
import { contract } from './index.ts';
import { DealChange } from './leads/lead-deals.ts';
import { dateFrom, Id, IdParams, numberFrom } from './shapes.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test('an id is a number or its digits, so that one record has one address', () => {
  for (const id of [1, '1', '01', 2_147_483_647, '2147483647']) expect(accepts(Id, id), String(id)).toBe(true);
  for (const id of ['0x1', '1e0', '1.0', '+1', ' 1', '1\n', '0b1', '', '0', 0, -1, 1.5, '2147483648'])
    expect(accepts(Id, id), JSON.stringify(id)).toBe(false);
  for (const id of [true, [1], ['1'], null, {}, undefined]) expect(accepts(Id, id), JSON.stringify(id)).toBe(false);
  expect(IdParams.parse({ id: '17' })).toEqual({ id: 17 });
});

test('a number may be text, but no other type is taken for one', () => {
  const units = numberFrom(z.number().int().min(0));
  expect([3, '3', ' 3 ', '3.0', ''].map((value) => units.parse(value))).toEqual([3, 3, 3, 3, 0]);
  for (const value of [true, [3], null, {}, '0x3', '3e0', 'Infinity', '.', '-', undefined])
    expect(accepts(units, value), JSON.stringify(value)).toBe(false);
});

test('a date is a day or a moment', () => {
  const date = dateFrom();
  expect(date.parse('2026-12-31T10:00:00Z')).toEqual(new Date('2026-12-31T10:00:00Z'));
  expect(date.parse('2026-12-31')).toEqual(new Date('2026-12-31'));
  for (const value of [true, 0, 5, null, '1', '2026', '2026-13-01', '', [2026], undefined])
    expect(accepts(date, value), JSON.stringify(value)).toBe(false);
});

test('a share or value of another type is refused with the message of a wrong one', () => {
  const message = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  for (const share of [undefined, true, '101', -1])
    expect(message(SharePercent, share)).toBe('Enter a percentage from 0 to 100.');
  for (const value of [true, -5, ['5']])
    expect(message(DealChange, { value })).toBe('Enter an amount such as 1500.00.');
});

test('no call coerces its input', () => {
  type Def = { coerce?: boolean } & Record<string, unknown>;
  const seen = new Set<unknown>();
  const coerces = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false;
    seen.add(value);
    if (value instanceof z.ZodType) {
      const def = value.def as unknown as Def;
      return def.coerce === true || Object.values(def).some(coerces);
    }
    return Object.values(value).some(coerces);
  };
  const calls = Object.entries(contract).map(([name, endpoint]) => {
    const { params, query, body } = endpoint as Partial<Record<'params' | 'query' | 'body', z.ZodType>>;
    return [name, [params, query, body].some(coerces)] as const;
  });
  expect(calls.filter(([, found]) => found).map(([name]) => name)).toEqual([]);
});
