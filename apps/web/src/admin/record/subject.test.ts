import { expect, test } from 'vitest';
import { subjectTitle } from './subject.ts';

test('a subject is named in words, and a UUID keeps its dashes', () => {
  expect(subjectTitle('file:07b1403d-82a1-4b6c-8d85-6e318f2582bb')).toBe('File 07b1403d-82a1-4b6c-8d85-6e318f2582bb');
  expect(subjectTitle('setting:company_phone')).toBe('Setting company phone');
  expect(subjectTitle('trade-in:7')).toBe('Trade-in TI-00007');
});
