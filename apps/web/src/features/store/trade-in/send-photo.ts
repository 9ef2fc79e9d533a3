import type { CallReply } from '@tuneport/contract/index';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';

export const photoKinds = '.jpg,.jpeg,.png,.webp,.avif';
export const photoBytesMax = 15 * 1024 * 1024;

/** Uploads one photo; field errors are thrown as a message. */
export async function sendPhoto(
  { id, token }: { id: number; token: string },
  file: File,
  signal?: AbortSignal,
): Promise<CallReply<'POST /trade-in-requests/:id/photos'>> {
  const body = new FormData();
  body.set('token', token);
  body.set('file', file);
  try {
    return await call('POST /trade-in-requests/:id/photos', {
      params: { id },
      body: body as never,
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    const fileError = error instanceof ApiError ? error.errors.file?.[0] : undefined;
    throw fileError === undefined ? error : new Error(fileError);
  }
}
