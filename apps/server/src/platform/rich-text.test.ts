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

test('raw HTML is inserted into a page in two places only: application scripts and sanitised rich text; the home page inserts none', () => {
  const root = fileURLToPath(new URL('../../../web/src', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const raw = /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write\(|srcDoc/;
  expect(
    files.filter((name) => !/\.test\.tsx?$/.test(name) && raw.test(readFileSync(join(root, name), 'utf8'))).sort(),
  ).toEqual(['pages/Home.tsx', 'root.tsx', 'ui/text/RichText.tsx']);
  const home = readFileSync(join(root, 'pages/Home.tsx'), 'utf8');
  expect(home.match(/dangerouslySetInnerHTML=\{\{ __html: '' \}\}/g)).toHaveLength(1);
  expect(home.match(raw)).toHaveLength(1);
});

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="/api/media/1/400" onerror="alert(1)" style="position:fixed">',
  '<img src="/api/media/1/400/../../auth/logout">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<svg><p><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<table><tr><td><template><script>alert(1)</script></template></td></tr></table>',
  '<table background="javascript:alert(1)"><td style="width:9999px" colspan="1 onload=x">a</td></table>',
  '<pre><code class="x" onclick="y()"><textarea></code></pre></textarea><img src=x onerror=alert(1)>',
  '<a href="java\tscript:alert(1)">a</a><a href="&#106;avascript:alert(1)">b</a>',
  '<a href="/\\evil.example">a</a><a href="//evil.example">b</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=x></object><embed src=x><base href="//evil">',
  '<h1 id="handoff" class="btn">Title</h1><div style="position:fixed;inset:0">cover</div>',
  '<meta http-equiv="refresh" content="0;url=//evil"><link rel=stylesheet href=//evil><style>*{display:none}</style>',
  '</div></article></main><script>alert(1)</script>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<x'.repeat(2000),
  '<b>'.repeat(2000),
];

test.each(hostile.map((html) => [html.slice(0, 80), html]))(
  'article text %s keeps only known tags and attributes',
  (_, html) => {
    const clean = sanitizeRichText(html, 'article');
    expect(sanitizeRichText(clean, 'article')).toBe(clean);
    for (const [tag] of clean.matchAll(/<[^>]*>?/g))
      expect(tag).toMatch(
        /^<(?:\/?(?:p|b|strong|i|em|ul|ol|li|h[234]|blockquote|s|u|code|pre|table|thead|tbody|tr|th|td|a)|(?:br|hr) \/|a(?: href="(?:https?:|mailto:|tel:|\/(?![/\\]))[^"<>]*")?(?: rel="noopener noreferrer nofollow")?|t[hd](?: (?:col|row)span="\d+")*|img src="\/api\/media\/\d+\/\d+" alt="[^"<>]*"(?: (?:width|height)="\d+")* loading="lazy" \/)>$/,
      );
    // Every opened element is closed, so nothing after the text is swallowed.
    const count = (pattern: RegExp) => clean.match(pattern)?.length ?? 0;
    expect(count(/<(?!\/|br|hr|img)[a-z]/g)).toBe(count(/<\//g));
  },
);
