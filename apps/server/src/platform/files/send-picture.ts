import type { RawReply } from '../http/context.ts';
import { Refusal } from '../refusal.ts';
import { BytesMissing } from './bytes.ts';
import type { FileStore } from './store.ts';

type Sent = {
  readonly mediaType: 'image/png' | 'image/webp';
  /** Private in any case, because every response names the logged-in user, which a shared cache must not store. */
  readonly cacheControl: 'private, no-store' | 'private, no-cache' | 'private, max-age=31536000, immutable';
};

/** Sends a picture that we encoded ourselves, so browsers may display it. */
export async function sendPicture(
  store: FileStore,
  file: { readonly sha256: Buffer; readonly size_bytes: bigint } | undefined,
  { mediaType, cacheControl }: Sent,
): Promise<RawReply> {
  if (!file) throw new Refusal('not_found');
  try {
    return {
      status: 200,
      headers: {
        'content-type': mediaType,
        'content-length': String(file.size_bytes),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': cacheControl,
      },
      body: await store.open(file.sha256),
    };
  } catch (error) {
    if (error instanceof BytesMissing) throw new Refusal('not_found');
    throw error;
  }
}
