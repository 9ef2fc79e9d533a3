import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';

/** Creates the tune request of a finished upload, with the car chosen for it, and returns the path of its next page. */
export async function makeRequest(uploadId: string, vehicle: string | undefined): Promise<string> {
  const form = new FormData();
  form.append('upload', uploadId);
  // The upload id is the idempotency key, so a retry after a lost response returns the same request.
  const { id, state } = await call('POST /v1/tune-requests', { body: form as never, idempotencyKey: uploadId });
  const status = `/tuning/request/${id}/status`;
  // A car found by the numbers in the file is surer than one that was suggested.
  if (vehicle === undefined || state !== 'needs_information') return status;
  try {
    const named = await call('PATCH /v1/tune-requests/:id', { params: { id }, body: { vehicle } });
    return named.state === 'matched' ? `/tuning/request/${id}/tunes` : status;
  } catch (error) {
    // The request exists; its page asks for the car again.
    if (error instanceof ApiError) return status;
    throw error;
  }
}
