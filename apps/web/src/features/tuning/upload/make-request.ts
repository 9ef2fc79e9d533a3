import { call } from '../../../platform/api/browser.ts';

/** Creates the tune request of a finished upload and returns the path of its status page. */
export async function makeRequest(uploadId: string): Promise<string> {
  const form = new FormData();
  form.append('upload', uploadId);
  // The upload id is the idempotency key, so a retry after a lost response returns the same request.
  const { id } = await call('POST /v1/tune-requests', { body: form as never, idempotencyKey: uploadId });
  return `/tuning/request/${id}/status`;
}
