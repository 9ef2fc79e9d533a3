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
