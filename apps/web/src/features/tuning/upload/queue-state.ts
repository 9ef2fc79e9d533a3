import { t } from '@tuneport/domain/text/text';
import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import type { Sniffed } from '@tuneport/domain/tuning/flash-files/sniff-file';
import {
  logFileBytesMax,
  tuneFileBytesMax,
  uploadErrorTitles,
  uploadsInParallel,
} from '@tuneport/domain/tuning/upload-rules';

export type Inspected = { sniffed: Sniffed; identified: Identified | null; sha256: string | null };

export type QueueItem = {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: 'inspecting' | 'waiting' | 'sending' | 'paused' | 'done' | 'failed';
  readonly sentBytes: number;
  readonly inspected: Inspected | null;
  /** The catalogue path of the car that was chosen from the suggestions. */
  readonly vehicle?: string | undefined;
  /** The connection was lost; it is retried automatically. */
  readonly lost?: boolean;
  /** The session ended during the upload: received bytes are kept, the rest waits for a login. */
  readonly loggedOut?: boolean;
  readonly problem?: string;
  /** Path of the result, once done. */
  readonly to?: string;
};

export type QueueFacts = { readonly agreed: boolean; readonly signedIn: boolean };

/** A tune becomes a tune request; anything else is sent as a log. */
export const isTune = (item: QueueItem): boolean => item.inspected?.sniffed.kind === 'tune';

/** Why a ready file is not sent yet; null when it only waits for its turn. */
export function heldBy(item: QueueItem, { agreed, signedIn }: QueueFacts): 'terms' | 'login' | null {
  if (!agreed) return 'terms';
  return isTune(item) && (!signedIn || item.loggedOut) ? 'login' : null;
}

/** The files to start now: oldest first, two concurrently. */
export function nextToSend(items: readonly QueueItem[], facts: QueueFacts): readonly QueueItem[] {
  const free = uploadsInParallel - items.filter(({ state }) => state === 'sending').length;
  return items.filter((item) => item.state === 'waiting' && heldBy(item, facts) === null).slice(0, Math.max(0, free));
}

/** Checked before uploading. */
export function tooBig(item: QueueItem): string | null {
  const max = isTune(item) ? tuneFileBytesMax : logFileBytesMax;
  if (item.sizeBytes === 0) return t('This file is empty.');
  if (item.sizeBytes <= max) return null;
  const mebibytes = max / 1024 / 1024;
  return isTune(item)
    ? t('A tune file can be up to {max} MiB. Nothing was sent.', { max: mebibytes })
    : t('A log can be up to {max} MiB. Nothing was sent.', { max: mebibytes });
}

/** Retrying an empty or too large file is useless. */
export const canTryAgain = (item: QueueItem): boolean => item.state === 'failed' && tooBig(item) === null;

export const errorTitle = (item: QueueItem): string => t(isTune(item) ? uploadErrorTitles.tune : uploadErrorTitles.log);

export const stateText = (item: QueueItem, facts: QueueFacts): string => {
  if (item.state === 'inspecting') return t('Analysing the file');
  if (item.state === 'done') return t('Sent');
  if (item.state === 'failed') return errorTitle(item);
  if (item.lost) return t('Connection lost, resuming when it is back');
  if (item.state === 'paused') return t('Paused');
  if (item.state === 'sending') return item.sentBytes >= item.sizeBytes ? t('Checking the file') : t('Sending');
  const held = heldBy(item, facts);
  if (held === 'terms') return t('Waiting for you to agree to the terms');
  if (held === 'login') return item.loggedOut ? t('Waiting for you to log in') : t('Waiting for your e-mail address');
  return t('Queued');
};
