import { unknownUploadError } from '@tuneport/domain/tuning/upload-rules';
import { sentenceOf } from './send-tune.ts';

/** Uploads a log and returns the redirect path of the response. */
export function sendLog(file: File, onProgress: (sentBytes: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/graph');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? Math.round((loaded / total) * file.size) : 0),
    );
    request.addEventListener('load', () => {
      const to = request.status < 300 ? redirectOf(request.responseText) : null;
      if (to) resolve(to);
      else reject(new Error(sentenceOf(request.responseText)));
    });
    request.addEventListener('error', () => reject(new Error(unknownUploadError)));
    request.addEventListener('abort', () => reject(new Error(unknownUploadError)));
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

/** Only a path of this site is accepted. */
function redirectOf(body: string): string | null {
  try {
    const { redirect } = JSON.parse(body) as { redirect?: unknown };
    if (typeof redirect !== 'string') return null;
    const url = new URL(redirect, 'http://here.invalid');
    const path = url.pathname + url.search + url.hash;
    return url.host === 'here.invalid' && /^\/(?![/\\])/.test(path) ? path : null;
  } catch {
    return null;
  }
}
