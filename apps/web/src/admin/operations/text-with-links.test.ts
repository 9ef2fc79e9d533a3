import { expect, test } from 'vitest';
import { textWithLinks } from './text-with-links.ts';

test('web addresses become links and all other text is unchanged', () => {
  const text = 'Open https://shop.test/a?b=1&c=2. Or (http://shop.test/x), not javascript:alert(1) or https://.';
  const parts = textWithLinks(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap((part) => part.href ?? [])).toEqual(['https://shop.test/a?b=1&c=2', 'http://shop.test/x']);
  expect(textWithLinks('')).toEqual([]);
});
