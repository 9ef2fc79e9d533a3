import { afterEach, expect, test } from 'vitest';
import { localDay } from './local-time.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('the day of a date input is that of the reader, not of UTC', () => {
  const evening = new Date('2026-03-02T02:30:00Z');
  process.env.TZ = 'America/Vancouver';
  expect(localDay(evening)).toBe('2026-03-01');
  process.env.TZ = 'Asia/Tokyo';
  expect(localDay(evening)).toBe('2026-03-02');
});
