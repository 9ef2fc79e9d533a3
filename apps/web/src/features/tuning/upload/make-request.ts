import { call } from '../../../platform/browser.ts';

/** Makes the tune request of a finished upload and answers where its status is. */
export async function makeRequest(uploadId: string): Promise<string> {
  const form = new FormData();
  form.append('upload', uploadId);
  const { id } = await call('POST /v1/tune-requests', { body: form as never });
  return `/tuning/request/${id}/status`;
}
