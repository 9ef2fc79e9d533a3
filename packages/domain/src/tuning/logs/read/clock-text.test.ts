import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockInBytes, clockText } from './clock-text.ts';

const inBytes = (text: string) => {
  const line = new TextEncoder().encode(`x,${text},y`);
  return clockInBytes(line, 2, line.length - 2);
};

test('a time of day is the same read from bytes and from text (C240)', () => {
  const part = fc.integer({ min: 0, max: 99 }).map((number) => `${number}`);
  const fraction = fc.tuple(fc.constantFrom('.', ',', ':'), fc.integer({ min: 0, max: 999_999_999 }));
  fc.assert(
    fc.property(part, part, part, fc.option(fraction), (hours, minutes, seconds, rest) => {
      const text = `${hours}:${minutes}:${seconds}${rest?.join('') ?? ''}`;
      expect(inBytes(text)).toEqual(clockText(text));
    }),
    { numRuns: 2000 },
  );
});

test('every other time format is left to the text parser (C240)', () => {
  for (const text of [
    '12:34',
    '1:2:3.',
    '1:2:3 pm',
    '2026-01-01 12:34:56',
    '123:00:00',
    '1:234:5',
    ':1:2',
    '1::2',
    '',
  ]) {
    expect(inBytes(text), text).toBeNull();
  }
});
