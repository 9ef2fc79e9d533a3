import { expect, test } from 'vitest';
import { daysOverdue, isPaused, reminderLevel, warningPercent } from './credit-control.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

test('a sale is reminded of at three levels, by whole days past its due date', () => {
  expect([0, 2, 3, 13, 14, 30, 400].map(reminderLevel)).toEqual([0, 0, 1, 1, 2, 3, 3]);
  expect(daysOverdue(at(10), at(9))).toBe(0);
  expect(daysOverdue(at(10), new Date(at(13).getTime() - 1))).toBe(2);
});

test('a warning is due from 80 and 95 per cent of the limit, and never without a limit', () => {
  expect([79n, 80n, 94n, 95n, 120n].map((used) => warningPercent(used, 100n))).toEqual([null, 80, 80, 95, 95]);
  expect(warningPercent(50n, 0n)).toBeNull();
});

test('a paused account is open while its release lasts', () => {
  expect(isPaused({ account_paused_at: null, account_released_until: null }, at(5))).toBe(false);
  expect(isPaused({ account_paused_at: at(1), account_released_until: null }, at(5))).toBe(true);
  expect(isPaused({ account_paused_at: at(1), account_released_until: at(6) }, at(5))).toBe(false);
  expect(isPaused({ account_paused_at: at(1), account_released_until: at(5) }, at(5))).toBe(true);
});
