import { msg } from '../text/text.ts';

/** How long a code chunk may take to load before an error is shown. */
export const chunkTimeoutMs = 120_000;
export const chunkFailureText = msg('This part of the site could not be loaded. Check your connection and try again.');
