import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  unknownUploadError,
  uploadErrorTitles,
  uploadModes,
  uploadsInParallel,
  uploadTerms,
  uploadTermsSha256,
} from './upload-rules.ts';

test('the upload terms match the specification, and their hash is of this exact text (S286)', () => {
  expect(uploadTerms).toBe("By using this feature, you agree to the company's Terms of Service and Privacy Policy");
  expect(createHash('sha256').update(uploadTerms).digest('hex')).toBe(uploadTermsSha256);
});

test('the upload mode is manual or automatic (S189)', () => {
  expect([...uploadModes].sort()).toEqual(['automatic', 'manual']);
});

test('at most two uploads run at once (S414)', () => {
  expect(uploadsInParallel).toBe(2);
});

test('upload errors have their titles and the default message for an unknown reason (S402 S403 S404)', () => {
  expect(uploadErrorTitles).toEqual({ tune: 'Error uploading tune file', log: 'Error uploading log' });
  expect(unknownUploadError).toBe('An unknown error occurred while uploading the file.');
});
