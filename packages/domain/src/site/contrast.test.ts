import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, readableOn, textContrastMin } from './contrast.ts';

test('contrast has the values of WCAG and does not depend on the order', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'));
  expect(contrast('#ff6a2b', '#ff6a2b')).toBe(1);
});

test('white or black is readable on every colour', () => {
  const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
  fc.assert(fc.property(colour, (one) => contrast(one, readableOn(one)) >= textContrastMin));
});
