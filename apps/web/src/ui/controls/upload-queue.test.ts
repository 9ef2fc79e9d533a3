import type { Language } from '@tuneport/domain/text/languages';
import { setTextSource } from '@tuneport/domain/text/text';
import { expect, test } from 'vitest';
import { limitText, nextToSend, refuseFile, sizeText, type UploadItem } from './upload-queue.ts';

const item = (id: number, state: UploadItem['state']): UploadItem => ({
  id,
  state,
  progress: 0,
  file: new File(['x'], `${id}.bin`),
});

test('two files are uploaded at a time, oldest first', () => {
  expect(nextToSend([item(1, 'waiting'), item(2, 'waiting'), item(3, 'waiting')]).map((i) => i.id)).toEqual([1, 2]);
  expect(
    nextToSend([item(1, 'sending'), item(2, 'failed'), item(3, 'waiting'), item(4, 'waiting')]).map((i) => i.id),
  ).toEqual([3]);
  expect(nextToSend([item(1, 'sending'), item(2, 'sending'), item(3, 'waiting')])).toEqual([]);
});

test('a file that cannot be accepted is reported before it is uploaded', () => {
  expect(refuseFile({ name: 'a.bin', size: 0 }, '.bin', 100)).toContain('empty');
  expect(refuseFile({ name: 'a.bin', size: 101 }, '.bin', 100)).toContain('larger than 100 B');
  expect(refuseFile({ name: 'a.exe', size: 1 }, '.bin, .ori', 100)).toBe('Only .bin, .ori files are accepted here.');
  expect(refuseFile({ name: 'A.BIN', size: 1 }, '.bin', 100)).toBeNull();
});

test('file sizes are formatted with units', () => {
  expect([sizeText(12), sizeText(2048), sizeText(4_200_000), sizeText(42_000_000)]).toEqual([
    '12 B',
    '2 kB',
    '4.2 MB',
    '42 MB',
  ]);
});

test('a limit is named in the unit it was chosen in', () => {
  expect([limitText(25 * 2 ** 20), limitText(5 * 2 ** 20), limitText(42_000_000)]).toEqual(['25 MB', '5 MB', '42 MB']);
});

test('file sizes are written as the language writes them', () => {
  const sizes = (language: Language) => {
    const before = setTextSource({ language: () => language, find: () => undefined });
    const texts = [sizeText(12), sizeText(4_200_000)];
    setTextSource(before);
    return texts;
  };
  expect([sizes('de'), sizes('fr')]).toEqual([
    ['12 B', '4,2 MB'],
    ['12 o', '4,2 Mo'],
  ]);
});
