import { expect, test } from 'vitest';
import { cleanName } from './clean-name.ts';

test('a file is called what its owner sees: no folders, no control signs, nothing that turns letters around', () => {
  expect(cleanName('C:\\reads\\golf r.bin')).toBe('golf r.bin');
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('read\u202Ecod.exe\u2069')).toBe('readcod.exe');
  expect(cleanName('a\r\nb"\u0085.bin')).toBe('ab.bin');
  expect(cleanName('Ölwanne – читать.bin')).toBe('Ölwanne – читать.bin');
  expect(cleanName('..\u200bhidden')).toBe('hidden');
  expect(cleanName('\u202e')).toBe('file');
});
