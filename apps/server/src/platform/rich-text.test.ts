import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeRichText } from './rich-text.ts';

test.each([
  ['<p>A <b>b</b> <i>i</i><br />c</p><ul><li>d</li></ul>', '<p>A <b>b</b> <i>i</i><br />c</p><ul><li>d</li></ul>'],
  ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
  ['<img src=x onerror=alert(1)>text', 'text'],
  ['<p onclick="x()" style="position:fixed" class="btn" id="handoff">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'],
  ['<a href="//evil.example/x">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'],
  ['<a href="/products" target="_blank">a</a>', '<a href="/products" rel="noopener noreferrer nofollow">a</a>'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
  ['<iframe srcdoc="<script>x</script>"></iframe><form action="/api"><input name="a"></form>', ''],
  ['<script type="application/json" id="handoff">{}</script>', ''],
  ['a < b & c', 'a &lt; b &amp; c'],
])('rich text %s becomes %s', (html, clean) => {
  expect(sanitizeRichText(html)).toBe(clean);
});

test('sanitised rich text is stable and contains only allowed tags and attributes', () => {
  const pieces = [
    '<',
    '>',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '&lt;',
    '<p>',
    '</p>',
    '<a href=',
    '<svg',
    '<script',
    'onload',
    'x',
    '<!--',
    '-->',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 }))), (parts) => {
      const clean = sanitizeRichText(parts.join(''));
      expect(sanitizeRichText(clean)).toBe(clean);
      for (const [tag] of clean.matchAll(/<[^>]*>?/g))
        expect(tag).toMatch(
          /^<(?:\/?(?:p|b|strong|i|em|ul|ol|li|h2|h3|blockquote)|br \/|\/a|a(?: (?:href|rel)="[^"<>]*")*)>$/,
        );
    }),
  );
});

test('raw HTML is inserted into a page in two places only: application scripts and sanitised rich text', () => {
  const root = fileURLToPath(new URL('../../../web/src', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const raw = /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write\(|srcDoc/;
  expect(
    files.filter((name) => !/\.test\.tsx?$/.test(name) && raw.test(readFileSync(join(root, name), 'utf8'))).sort(),
  ).toEqual(['root.tsx', 'ui/text/RichText.tsx']);
});
