import { expect, test } from 'vitest';
import { cleanName } from './clean-name.ts';

test('a file name has no folders, control characters or bidirectional overrides', () => {
  expect(cleanName('C:\\reads\\golf r.bin')).toBe('golf r.bin');
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('read\u202Ecod.exe\u2069')).toBe('readcod.exe');
  expect(cleanName('a\r\nb"\u0085.bin')).toBe('ab.bin');
  expect(cleanName('Ölwanne – читать.bin')).toBe('Ölwanne – читать.bin');
  expect(cleanName('..\u200bhidden')).toBe('hidden');
  expect(cleanName('\u202e')).toBe('file');
});
