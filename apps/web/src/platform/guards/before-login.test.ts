import { expect, test } from 'vitest';
import { beforeLoginCookie, pathBeforeLogin } from './before-login.ts';

const now = new Date('2026-05-01T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const cookieFor = (path: string) => `other=1; ${beforeLoginCookie(path, now, true).split('; ')[0]}`;

test('the path before login is remembered for 300000 ms (S042 S178 S427)', () => {
  expect(pathBeforeLogin(cookieFor('/profile?tab=2'), later(299_999))).toBe('/profile?tab=2');
  expect(beforeLoginCookie('/profile', now, true)).toContain('Max-Age=300');
});

test('after that, login redirects to the start page (S247)', () => {
  expect(pathBeforeLogin(cookieFor('/profile'), later(300_001))).toBe('/');
  expect(pathBeforeLogin('', now)).toBe('/');
});

test('a login page is remembered as the start page (S043)', () => {
  expect(pathBeforeLogin(cookieFor('/auth/register'), now)).toBe('/');
});

test('a forged cookie never leads to another site', () => {
  for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    const forged = encodeURIComponent(JSON.stringify({ path, expiresAtMs: now.getTime() + 1000 }));
    expect(pathBeforeLogin(`before_login=${forged}`, now)).toBe('/');
  }
  expect(pathBeforeLogin('before_login=%7Bbroken', now)).toBe('/');
});
