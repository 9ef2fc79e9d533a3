import { language, numberText, t } from '@tuneport/domain/text/text';
export type UploadItem<Result = unknown> = {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  message?: string;
  result?: Result;
};

const parallelUploads = 2;

/** The waiting files that may start now, oldest first. */
export function nextToSend(items: readonly UploadItem[]): UploadItem[] {
  const free = parallelUploads - items.filter((i) => i.state === 'sending').length;
  return items.filter((i) => i.state === 'waiting').slice(0, Math.max(0, free));
}

/** Why a file is refused, or null. The server checks again; this only avoids a long upload. */
export function refuseFile(
  file: { name: string; size: number },
  accept: string | undefined,
  bytesMax: number,
): string | null {
  if (file.size === 0) return t('This file is empty.');
  if (file.size > bytesMax) return t('This file is larger than {size}.', { size: limitText(bytesMax) });
  const endings = (accept ?? '')
    .split(',')
    .map((e) => e.trim().toLowerCase())
    .filter((e) => e.startsWith('.'));
  if (endings.length > 0 && !endings.some((e) => file.name.toLowerCase().endsWith(e))) {
    return t('Only {endings} files are accepted here.', { endings: endings.join(', ') });
  }
  return null;
}

/** A limit in the unit it was chosen in: 25 MiB is "25 MB", as most file managers show it. */
export const limitText = (bytes: number): string => sizeText(bytes % 2 ** 20 === 0 ? (bytes / 2 ** 20) * 1e6 : bytes);

export function sizeText(bytes: number): string {
  const unit = language() === 'fr' ? 'o' : 'B';
  if (bytes < 1000) return `${bytes} ${unit}`;
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} k${unit}`;
  return `${numberText(bytes / 1e6, bytes < 1e7 && bytes % 1e6 !== 0 ? 1 : 0)} M${unit}`;
}
