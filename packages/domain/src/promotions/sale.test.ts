import { describe, expect, expectTypeOf, test } from 'vitest';
import { activeSale, countdown, countdownLimitMs, countdownTickMs, type Sale, saleAmountTypes } from './sale.ts';

const sale: Sale = {
  start: new Date('2026-05-01T00:00:00Z'),
  end: new Date('2026-05-10T00:00:00Z'),
  type: 'site',
  amount: '15',
  amountType: 'percent',
  name: 'Spring sale',
  description: 'On everything.',
  code: null,
  countdown: true,
};
const at = (text: string) => new Date(text);
const beforeEnd = (ms: number) => new Date(new Date(sale.end).getTime() - ms);

test('a sale has its nine fields (S151)', () => {
  const fields = ['amount', 'amountType', 'code', 'countdown', 'description', 'end', 'name', 'start', 'type'];
  expect(Object.keys(sale).sort()).toEqual(fields);
  expectTypeOf<keyof Sale>().toEqualTypeOf<
    'start' | 'end' | 'type' | 'amount' | 'amountType' | 'name' | 'description' | 'code' | 'countdown'
  >();
});
test('the amount is a percentage or dollars (S152)', () => expect(saleAmountTypes).toEqual(['percent', 'dollar']));

describe('the banner sale', () => {
  const later = { ...sale, name: 'Later', start: at('2026-06-01T00:00:00Z'), end: at('2026-06-10T00:00:00Z') };
  const second = { ...sale, name: 'Second' };
  test('is the first whose start has passed and whose end has not (S213)', () =>
    expect(activeSale([later, sale, second], at('2026-05-05T00:00:00Z'))).toBe(sale));
  test('is none before its start, and active from that moment (S214)', () => {
    expect(activeSale([sale], at('2026-04-30T23:59:59.999Z'))).toBeNull();
    expect(activeSale([sale], at('2026-05-01T00:00:00Z'))).toBe(sale);
  });
  test('is none from its end on (S215)', () => {
    expect(activeSale([sale], at('2026-05-09T23:59:59.999Z'))).toBe(sale);
    expect(activeSale([sale], at('2026-05-10T00:00:00Z'))).toBeNull();
  });
  test('is only the first of two running ones (S216)', () => {
    expect(activeSale([second, sale], at('2026-05-05T00:00:00Z'))).toBe(second);
    expect(activeSale([sale, second], at('2026-05-05T00:00:00Z'))).toBe(sale);
  });
  test('is the same when its times are serialized as text', () => {
    const wire = { ...sale, start: '2026-05-01T00:00:00.000Z', end: '2026-05-10T00:00:00.000Z' };
    expect(activeSale([wire], at('2026-05-05T00:00:00Z'))).toBe(wire);
    expect(activeSale([{ ...wire, end: 'never' }], at('2026-05-05T00:00:00Z'))).toBeNull();
  });
  test('is none in an empty list', () => expect(activeSale([], at('2026-05-05T00:00:00Z'))).toBeNull());
});

describe('the countdown', () => {
  test('has a limit of 48 hours and a tick of 1 second (S417)', () =>
    expect([countdownLimitMs, countdownTickMs]).toEqual([172_800_000, 1000]));
  test('is never shown for a sale without it (S217)', () =>
    expect(countdown({ ...sale, countdown: false }, beforeEnd(1000))).toBeNull());
  test('is not shown with 48 hours or more left (S218)', () => {
    expect(countdown(sale, beforeEnd(countdownLimitMs))).toBeNull();
    expect(countdown(sale, beforeEnd(countdownLimitMs + 1))).toBeNull();
  });
  test('is shown under 48 hours and decreases every second (S219)', () => {
    expect(countdown(sale, beforeEnd(countdownLimitMs - 1))).toEqual({ hours: 47, minutes: 59, seconds: 59 });
    expect(countdown(sale, beforeEnd(3_661_000))).toEqual({ hours: 1, minutes: 1, seconds: 1 });
    expect(countdown(sale, beforeEnd(3_660_000))).toEqual({ hours: 1, minutes: 1, seconds: 0 });
    expect(countdown(sale, beforeEnd(3_659_000))).toEqual({ hours: 1, minutes: 0, seconds: 59 });
    expect(countdown(sale, beforeEnd(1))).toEqual({ hours: 0, minutes: 0, seconds: 0 });
  });
  test('is hidden when the sale has ended or not begun', () => {
    expect(countdown(sale, beforeEnd(0))).toBeNull();
    const soon = { ...sale, start: at('2026-05-09T12:00:00Z') };
    expect(countdown(soon, at('2026-05-09T11:00:00Z'))).toBeNull();
  });
});
