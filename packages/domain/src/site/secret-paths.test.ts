import { expect, test } from 'vitest';
import { cutPath, cutPathsInText } from './secret-paths.ts';

test('a secret is removed from a path in every language', () => {
  for (const prefix of ['', '/de', '/fr', '/DE', '/%64e', '//de'])
    expect(cutPath(`${prefix}/trade-in/7/very-secret`), prefix).not.toContain('very-secret');
  expect(cutPath('/de/trade-in/7/very-secret')).toBe('/de/trade-in/7/-');
  expect(cutPath('/de/auth%2Freset-password/very-secret')).toBe('/de/auth/reset-password/-');
  expect(cutPathsInText('GET /fr/auth/reset-password/very-secret?x failed')).toBe(
    'GET /fr/auth/reset-password/-?x failed',
  );
  for (const path of ['/trade-in/7/./very-secret', '/x/../trade-in/7/very-secret', '\\trade-in\\7\\very-secret'])
    expect(cutPath(path), path).toBe('/trade-in/7/-');
  expect(cutPath('/de/catalog/audi')).toBeNull();
});

test('nothing is left of a path with too many parts', () => {
  const token = 'S3cretCanary_0123456789-abcXYZ';
  for (const separator of ['/', '%2F', ':', ';', '//x:'])
    expect(cutPath(`/${`a${separator}`.repeat(60)}tcc${separator}${token}`), separator).toBe('/-');
});

test('a secret is removed from a crafted path', () => {
  const token = 'S3cretCanary_0123456789-abcXYZ';
  for (const path of [
    `/x/auth/reset-password/${token}`,
    `/de/de/auth/reset-password/${token}`,
    `//site.example/auth/reset-password/${token}`,
    `https://site.example/auth/reset-password/${token}`,
    `/auth%252Freset-password/${token}`,
    `/auth%25252freset-password%25252f${token}`,
    `/auth/%2e/reset-password/${token}`,
    `/auth/reset-password/%2e%2e/reset-password/${token}`,
    `/trade-in/7/x/${token}`,
    `/tcc%5c${token}`,
    `/%/auth/reset-password/${token}`,
    `/auth/reset-password%20/${token}`,
    `/\u200bauth/reset-password/${token}`,
    `/ａuth/reset-password/${token}`,
    `/unknown/${token}`,
    '/x/tcc/short-code',
    '/tcc:short-code',
    '/tcc;short-code',
    '/tcc=short-code',
    '/tcc.short-code',
    '/tcc%20short-code',
    '/graph,abc',
    '/x/trade-in:7:short-code',
    `/passport|${token}`,
    `/unknown:${token}`,
    '/de/de/graph/abc',
    '/unknown/0b0e5a2c-6b51-4c0e-9d0e-2f3a4b5c6d7e',
  ])
    expect(cutPath(path) ?? path, path).toMatch(/^[^?]*\/-(\/|$)/);
  expect(cutPath(`/auth/reset-password/%00${token}`)).toBe('/auth/reset-password/-');
});

test('paths of pages are stored as they are', () => {
  for (const path of [
    '/catalog/volkswagen/2015/golf-gti-clubsport-s/2.0-tsi-ea888-gen3-310',
    '/products/flashzilla-v3-professional-kit-2026',
    '/assets/ProductsPage-Dk3j2AbC.js',
    '/blog/why-the-20-tdi-needs-a-new-turbo-after-200000-km',
    '/Catalog/Volkswagen-Golf-GTI-2015',
    '/blog/graph-and-log:what-is-new',
    '/catalog/citroën/2015/c4',
  ])
    expect(cutPath(path), path).toBeNull();
});
