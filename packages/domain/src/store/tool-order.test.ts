import { expect, test } from 'vitest';
import { lastToolOrderType, toolOrderDefault, toolOrderTypeOf, toolOrderTypes } from './tool-order.ts';

test('the default FlashZilla order type is FLASHZILLAV3 until another is chosen (S168)', () => {
  expect(toolOrderDefault).toBe('FLASHZILLAV3');
  for (const nothing of [null, undefined, '', 'FZ', 7, { type: 'FZPRO' }])
    expect(lastToolOrderType(nothing)).toBe('FLASHZILLAV3');
  expect(lastToolOrderType('FZPRO')).toBe('FZPRO');
});

test('the other FlashZilla order type is FZPRO (S169)', () => {
  expect(toolOrderTypes.filter((type) => type !== toolOrderDefault)).toEqual(['FZPRO']);
});

test('a cart with a flashing tool is a tool order, any other is not', () => {
  expect(toolOrderTypeOf(['mug', 'flashzilla-pro'])).toBe('FZPRO');
  expect(toolOrderTypeOf(['flashzilla-pro', 'flashzilla-v3'])).toBe('FLASHZILLAV3');
  expect(toolOrderTypeOf(['mug'])).toBeNull();
});
