import { unknownUploadError, uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import type { DetailedError, HttpRequest, Upload } from 'tus-js-client';
import type { PendingFile } from './pending-files.ts';

type Sending = { pause(): void };

type UploadEvents = {
  onUrl(url: string): void;
  onProgress(sentBytes: number): void;
  /** The connection was lost; it is retried automatically. */
  onLost(lost: boolean): void;
  onDone(): void;
  onFailed(message: string, why: 'lost' | 'login' | 'refused'): void;
};

/** Each request is short enough for a slow connection, and its received part counts even if it breaks. */
const chunkBytes = 8 * 1024 * 1024;
const pausesMs = [0, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** Uploads a tune file by the tus protocol; resumes at the offset of the server. */
export async function sendTune(pending: PendingFile, events: UploadEvents): Promise<Sending> {
  const { Upload: TusUpload } = await import('tus-js-client');
  const metadata: Record<string, string> = {
    filename: pending.file.name.slice(0, 255) || 'file',
    terms: uploadTermsSha256,
    mode: pending.mode,
    purpose: pending.purpose,
  };
  if (pending.inspected?.sha256) metadata.sha256 = pending.inspected.sha256;
  const upload: Upload = new TusUpload(pending.file, {
    endpoint: '/api/v1/uploads',
    uploadUrl: pending.url,
    chunkSize: chunkBytes,
    retryDelays: pausesMs,
    storeFingerprintForResuming: false,
    metadata,
    onUploadUrlAvailable: () => {
      if (upload.url) events.onUrl(upload.url);
    },
    onProgress: (sent) => {
      events.onLost(false);
      events.onProgress(sent);
    },
    onShouldRetry: (error) => {
      const again = mayTryAgain(error as DetailedError);
      if (again) events.onLost(!(error as DetailedError).originalResponse);
      return again;
    },
    onSuccess: () => events.onDone(),
    onError: (error) => {
      const answer = 'originalResponse' in error ? error.originalResponse : null;
      const why = !answer ? 'lost' : answer.getStatus() === 401 ? 'login' : 'refused';
      events.onFailed(sentenceOf(answer?.getBody()), why);
    },
  });
  upload.start();
  return { pause: () => void upload.abort() };
}

/** Retries a lost connection, a busy server and an offset conflict, but no other refusal. */
function mayTryAgain({ originalResponse }: { originalResponse?: HttpRequest | unknown }): boolean {
  const response = originalResponse as { getStatus(): number } | null | undefined;
  if (!response) return true;
  const status = response.getStatus();
  return status >= 500 || status === 409 || status === 423 || status === 429;
}

/** The server's message, or the one for an unknown error. */
export function sentenceOf(body: string | undefined): string {
  try {
    const { message } = JSON.parse(body ?? '') as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : unknownUploadError;
  } catch {
    return unknownUploadError;
  }
}
