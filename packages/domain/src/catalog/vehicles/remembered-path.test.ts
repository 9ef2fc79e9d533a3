import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recallPath, rememberedPathMs, rememberPath, safeLocalPath } from './remembered-path.ts';

const origins = ['https://tuneport.example', 'http://localhost:3000', 'http://127.0.0.1:8080'];

/** Where a browser would end up, also after one or two extra decodings on the way. */
function destinations(path: string): string[] {
  const once = decodeURIComponent(path);
  return [path, once, decodeURIComponent(once)].flatMap((form) =>
    origins.map((origin) => new URL(form, origin).origin),
  );
}
const staysHome = (path: string) =>
  destinations(path).every((origin, at) => origin === origins[at % origins.length]) && /^\/(?![/\\])/.test(path);

const offSite = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\\\\evil.example',
  '//\\evil.example',
  '\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  '/\u000b/evil.example',
  'https://evil.example',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http:\\\\evil.example',
  'https://evil.example@tuneport.example',
  'https://tuneport.example@evil.example',
  'https://tuneport.example.evil.example',
  'ftp://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'javascript://tuneport.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/x',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'about:blank',
  'view-source:https://evil.example',
  'ws://evil.example',
  '@evil.example',
  'evil.example',
  'www.evil.example/path',
  '.evil.example',
  './/evil.example',
  '..//evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%252fevil.example',
  '/%25252fevil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%255cevil.example',
  '%2f%2fevil.example',
  '%2Fevil.example',
  '%5c%5cevil.example',
  '/%2f%2fevil.example',
  '//%2fevil.example',
  '/%2f%5cevil.example',
  '/%5c%2fevil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/..//evil.example',
  '/../\\evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/%252e//evil.example',
  '/x/..//evil.example',
  '/x/../..//evil.example',
  '/x/%2e%2e//evil.example',
  '/x/%2e%2e/%2fevil.example',
  '/x/..%2f%2fevil.example',
  '/x/..%5cevil.example',
  '/a//evil.example',
  '/a/b//..//..//evil.example',
  '/a\\b',
  '/a%5cb',
  '/catalog\\..\\..\\evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/%0D%0ASet-Cookie:x=1',
  '/%250d%250aSet-Cookie:x=1',
  '/x%00',
  '/x%2500',
  '/%00/evil.example',
  '/x\u007f',
  '/x%7f',
  '/x\u0085y',
  '/x\u2028y',
  '/x\u2029y',
  '/\u202eelpmaxe.live',
  '/x%E2%80%AEy',
  '/\ufeff/evil.example',
  '/x\u200ey',
  '\ufeff//evil.example',
  '/%',
  '/%zz',
  '/%e0%a4%a',
  '/%c0%af%c0%afevil.example',
  '/%ff',
  '/%25%',
  '/%u002f',
  '/x?y=%0a',
  '/x#%0d%0a',
  '/x?y=\n',
  '/https://evil.example',
  '/http:%2f%2fevil.example',
  '/http%3a%2f%2fevil.example',
  '//[::1]',
  '//0x7f000001',
  '//2130706433',
  '//evil.example:443',
  '//user:pass@evil.example',
  '//google.com%2f@evil.example',
  '//evil。example',
  '／／evil.example',
  '／evil.example',
  '〱evil.example',
  '/%2525252525252fevil.example',
  '',
  ' ',
  '\t',
  '/'.repeat(40),
  `/${'a'.repeat(3000)}`,
];

const authForms = [
  '/auth/login',
  '/auth/',
  '/auth/error',
  '/auth/success?next=/',
  '/auth/reset-password/abc',
  '/AUTH/login',
  '/Auth/Login',
  '/aUtH/login',
  '/%61uth/login',
  '/%41UTH/login',
  '/a%75th/login',
  '/au%74h/login',
  '/aut%68/login',
  '/%61%75%74%68/login',
  '/auth%2flogin',
  '/auth%2Flogin',
  '/auth%252flogin',
  '/%2561uth/login',
  '/%252561uth/login',
  '/auth/%2e',
  '/auth/.',
  '/auth/x/..',
  '/x/../auth/login',
  '/x/%2e%2e/auth/login',
  '/x/..%2fauth/login',
  '/./auth/login',
  '/%2e/auth/login',
  '/dealer/auth/settings',
  '/x/auth/y',
  '/en/AUTH/login',
  '/auth/../checkout',
  '/checkout?next=/auth/login',
  '/checkout#/auth/login',
  '/ａｕｔｈ/login',
  '/auth/login?x=1#y',
];

const fine = [
  '/',
  '/catalog',
  '/catalog/volkswagen/2015/golf/2.0-tdi/dsg',
  '/catalog/bmw/Series',
  '/admin/users?page=2&search=a%20b',
  '/tuning/request/7/status',
  '/products/a-b#reviews',
  '/authors',
  '/author/x',
  '/blog/by-author/ann',
  '/oauth',
  '/catalog/authentic',
  '/x?next=https%3A%2F%2Fexample.com',
  '/x?u=https://example.com/a',
  '/dealer/north-bay/settings',
  '/caf%C3%A9',
  '/a:b',
  '/@someone',
  '/a.b/c..d',
  '/x?a=1&a=2',
];

describe('safeLocalPath', () => {
  test('the corpus is large enough', () => expect(new Set(offSite).size).toBeGreaterThanOrEqual(120));

  test.each(offSite)('hostile %j becomes the fallback', (payload) => {
    expect(safeLocalPath(payload)).toBe('/');
    expect(safeLocalPath(payload, '/graph')).toBe('/graph');
  });

  test.each(authForms)('%j contains /auth/ and becomes / (S043)', (payload) => {
    expect(safeLocalPath(payload)).toBe('/');
    expect(safeLocalPath(payload, '/graph')).toBe('/');
  });

  test.each(fine)('an ordinary path %j is kept', (path) => {
    expect(safeLocalPath(path, '/fallback')).toBe(path);
    expect(staysHome(safeLocalPath(path))).toBe(true);
  });

  test('a path is returned as a browser would resolve it', () => {
    expect(safeLocalPath('/a/../b')).toBe('/b');
    expect(safeLocalPath('/../../x')).toBe('/x');
    expect(safeLocalPath('/a b')).toBe('/a%20b');
  });

  test('a value that is not text becomes the fallback', () => {
    for (const value of [undefined, null, 7, {}, ['/x'], Symbol('x')]) expect(safeLocalPath(value, '/f')).toBe('/f');
  });

  test('the result for any input stays on the site, avoids login and is stable', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      '%252f',
      '.',
      '..',
      '%2e',
      'auth',
      'AUTH',
      '%61uth',
      'evil.example',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      '%0a',
      '%',
      '%25',
      'https:',
      'x',
      ' ',
      'é',
      '\u202e',
      '／',
    );
    const hostile = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          hostile.map((text) => `/${text}`),
          fc.string(),
          fc.webUrl(),
        ),
        (input) => {
          const path = safeLocalPath(input);
          expect(staysHome(path)).toBe(true);
          expect(decodeURIComponent(decodeURIComponent(path)).toLowerCase()).not.toContain('/auth/');
          expect(safeLocalPath(path)).toBe(path);
        },
      ),
      { numRuns: 2000, seed: 42 },
    );
  });
});

describe('the page before login', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const after = (ms: number) => new Date(now.getTime() + ms);

  test('it is remembered for 300000 ms (S427)', () => expect(rememberedPathMs).toBe(300_000));
  test('it is stored with its expiry (S178)', () =>
    expect(rememberPath('/checkout', now)).toEqual({ path: '/checkout', expiresAtMs: now.getTime() + 300_000 }));
  test('a path of the login itself is stored as / (S043)', () =>
    expect(rememberPath('/auth/login', now).path).toBe('/'));
  test('it is used within 5 minutes and ignored after (S247)', () => {
    const memory = rememberPath('/checkout?step=2', now);
    expect(recallPath(memory, now)).toBe('/checkout?step=2');
    expect(recallPath(memory, after(300_000))).toBe('/checkout?step=2');
    expect(recallPath(memory, after(300_001))).toBe('/');
  });
  test('an invalid stored value is ignored', () => {
    expect(recallPath({ path: '/x', expiresAtMs: after(300_001).getTime() }, now)).toBe('/');
    expect(recallPath({ path: '//evil.example', expiresAtMs: after(1).getTime() }, now)).toBe('/');
    for (const bad of [null, undefined, '/x', 7, {}, { path: '/x' }, { path: '/x', expiresAtMs: 'soon' }])
      expect(recallPath(bad, now)).toBe('/');
  });
});
