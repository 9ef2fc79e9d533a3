import { msg } from '../text/text.ts';

/** Upload limits and terms: shown before the upload, enforced during it. */
export const tuneFileBytesMax = 64 * 1024 * 1024;
export const logFileBytesMax = 256 * 1024 * 1024;
export const uploadsInParallel = 2;

export const uploadModes = ['automatic', 'manual'] as const;
export type UploadMode = (typeof uploadModes)[number];

export const uploadPurposes = ['tune', 'immo'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

export const uploadTerms = "By using this feature, you agree to the company's Terms of Service and Privacy Policy";
/** SHA-256 of the text above, stored with each upload to record which terms were accepted. */
export const uploadTermsSha256 = '41693a9bde5711f7f47b0b96ba47b3bfa8fec579b5170c1fdbbfb33758e13a73';

export const uploadErrorTitles = {
  tune: msg('Error uploading tune file'),
  log: msg('Error uploading log'),
} as const;
export const unknownUploadError = msg('An unknown error occurred while uploading the file.');
