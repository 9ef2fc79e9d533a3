import { expect, test } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

const file = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (take: (file: File) => void) => take(new File(['x'], name)),
});
/** Returns its entries two at a time, as a browser returns a hundred. */
const folder = (name: string, ...entries: unknown[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...entries];
    return { readEntries: (take: (part: unknown[]) => void) => take(left.splice(0, 2)) };
  },
});
const drop = (...entries: { name: string }[]) =>
  ({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: entries.map(({ name }) => new File(['listed'], name)),
  }) as unknown as DataTransfer;
const names = async (data: DataTransfer) => (await droppedFiles(data)).map(({ name }) => name);

test('a dropped folder yields all its files recursively, without system files', async () => {
  const logs = folder(
    'logs',
    file('1.csv'),
    file('2.csv'),
    file('3.csv'),
    file('.DS_Store'),
    folder('__MACOSX', file('x')),
  );
  expect(await names(drop(file('read.bin'), folder('all', logs, file('notes.txt'))))).toEqual([
    'read.bin',
    '1.csv',
    '2.csv',
    '3.csv',
    'notes.txt',
  ]);
});

test('dropped files keep their order, also where the browser provides no entries', async () => {
  expect(await names(drop(file('a.bin'), file('.hidden.bin')))).toEqual(['a.bin', '.hidden.bin']);
  const old = { items: [{ kind: 'file' }], files: [new File(['x'], 'a.bin')] } as unknown as DataTransfer;
  expect(await names(old)).toEqual(['a.bin']);
});
