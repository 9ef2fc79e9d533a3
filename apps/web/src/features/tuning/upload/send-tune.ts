import { unknownUploadError, uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import type { DetailedError, HttpRequest, Upload } from 'tus-js-client';
import type { PendingFile } from './pending-files.ts';

export type Sending = { pause(): void };

type Told = {
  onUrl(url: string): void;
  onProgress(sentBytes: number): void;
  /** The connection broke; it is tried again by itself. */
  onLost(lost: boolean): void;
  onDone(): void;
  onFailed(message: string, why: 'lost' | 'login' | 'refused'): void;
};

/** Each request is short enough for a slow line, and what of it arrived counts even when it breaks. */
const chunkBytes = 8 * 1024 * 1024;
const pausesMs = [0, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** Sends a tune file by the tus protocol; begins where the server says it stands. */
export async function sendTune(kept: PendingFile, told: Told): Promise<Sending> {
  const { Upload: TusUpload } = await import('tus-js-client');
  const metadata: Record<string, string> = {
    filename: kept.file.name.slice(0, 255) || 'file',
    terms: uploadTermsSha256,
    mode: kept.mode,
    purpose: kept.purpose,
  };
  if (kept.inspected?.sha256) metadata.sha256 = kept.inspected.sha256;
  const upload: Upload = new TusUpload(kept.file, {
    endpoint: '/api/v1/uploads',
    uploadUrl: kept.url,
    chunkSize: chunkBytes,
    retryDelays: pausesMs,
    storeFingerprintForResuming: false,
    metadata,
    onUploadUrlAvailable: () => {
      if (upload.url) told.onUrl(upload.url);
    },
    onProgress: (sent) => {
      told.onLost(false);
      told.onProgress(sent);
    },
    onShouldRetry: (error) => {
      const again = mayTryAgain(error as DetailedError);
      if (again) told.onLost(!(error as DetailedError).originalResponse);
      return again;
    },
    onSuccess: () => told.onDone(),
    onError: (error) => {
      const answer = 'originalResponse' in error ? error.originalResponse : null;
      const why = !answer ? 'lost' : answer.getStatus() === 401 ? 'login' : 'refused';
      told.onFailed(sentenceOf(answer?.getBody()), why);
    },
  });
  upload.start();
  return { pause: () => void upload.abort() };
}

/** A refusal stays one; a lost connection, a busy server and a place that moved do not. */
function mayTryAgain({ originalResponse }: { originalResponse?: HttpRequest | unknown }): boolean {
  const response = originalResponse as { getStatus(): number } | null | undefined;
  if (!response) return true;
  const status = response.getStatus();
  return status >= 500 || status === 409 || status === 423 || status === 429;
}

/** The server's own sentence, or the one for a reason nobody knows. */
export function sentenceOf(body: string | undefined): string {
  try {
    const { message } = JSON.parse(body ?? '') as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : unknownUploadError;
  } catch {
    return unknownUploadError;
  }
}
