import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test('few pages are all shown', () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(3, 5)).toEqual([1, 2, 3, 4, 5]);
});

test('many pages show both ends, the neighbours, and a gap only where more than one page is omitted', () => {
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 0, 20]);
  expect(pageWindow(4, 20)).toEqual([1, 2, 3, 4, 5, 0, 20]);
  expect(pageWindow(10, 20)).toEqual([1, 0, 9, 10, 11, 0, 20]);
  expect(pageWindow(20, 20)).toEqual([1, 0, 17, 18, 19, 20]);
});

test('zero pages show no numbers', () => {
  expect(pageWindow(1, 0)).toEqual([]);
});
