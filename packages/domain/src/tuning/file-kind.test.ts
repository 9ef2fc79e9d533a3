import { expect, test } from 'vitest';
import { fileKind, fileProblem } from './file-kind.ts';

const bytes = (hex: string) => Uint8Array.from(hex.split(' ').map((pair) => Number.parseInt(pair, 16)));
const text = (words: string) => new TextEncoder().encode(words);
const png = bytes('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d');

test.each([
  ['picture', png],
  ['picture', bytes('ff d8 ff e0')],
  ['picture', bytes('42 4d 36 00 0c 00 00 00 00 00')],
  ['picture', text('\0\0\0\x20ftypheic')],
  ['video', text('\0\0\0\x20ftypisom')],
  ['pdf', text('%PDF-1.7')],
  ['archive', bytes('50 4b 03 04 14')],
  ['program', bytes('4d 5a 90 00')],
  ['program', bytes('7f 45 4c 46 02')],
  ['program', text('#!/bin/sh\n')],
  ['text', text('Time;RPM;Boost\r\n0,1;850;0\r\n')],
  ['text', text('BMW 320i, 2.0 l')],
  ['text', text('Zündung aus, Öltemperatur 90 °C')],
  ['data', bytes('00 01 02 ff fe 00 00')],
] as const)('a file is recognized by its first bytes as %s', (kind, head) => expect(fileKind(head)).toBe(kind));

test('support accepts images, documents, logs and tune files, and explains why others are refused', () => {
  expect(fileProblem('screen.PNG', 12, png)).toBeNull();
  expect(fileProblem('stock.bin', 4, bytes('00 01 02 ff'))).toBeNull();
  expect(fileProblem('log.csv', 9, text('a;b\n1;2\n'))).toBeNull();
  expect(fileProblem('empty.txt', 0, new Uint8Array())).toBe('This file is empty.');
  expect(fileProblem('photo.jpg', 4, bytes('4d 5a 90 00'))).toContain('Programs');
  expect(fileProblem('photo.jpg', 9, text('<svg></svg>'))).toContain('By its name, this file should be a picture');
});
