import { call } from '../../../platform/api/browser.ts';

/** Makes the tune request of a finished upload and answers where its status is. */
export async function makeRequest(uploadId: string): Promise<string> {
  const form = new FormData();
  form.append('upload', uploadId);
  // An upload becomes one request: whoever asks again because the answer was lost is told of the same one.
  const { id } = await call('POST /v1/tune-requests', { body: form as never, idempotencyKey: uploadId });
  return `/tuning/request/${id}/status`;
}
