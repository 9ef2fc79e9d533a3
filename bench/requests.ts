// Cost of polling by an open tune request page when nothing has changed.
import type { Caller } from '../e2e/harness/api.ts';
import type { LoadRequest } from './load.ts';

type Listed = { data: { id: number; version: number }[] };

/** The poll of the caller's newest request, which does not change. */
export async function pollOf(customer: Caller): Promise<LoadRequest & { unchanged: true }> {
  const { body } = await customer.request<Listed>('GET', '/api/v1/tune-requests?mine=true');
  const [request] = body.data;
  if (!request) throw new Error('The customer of the demo data set has no tune request.');
  const path = `/api/v1/tune-requests/${request.id}/poll?since=${request.version}`;
  const { status } = await customer.request('GET', path);
  if (status !== 304) throw new Error(`${path} answered ${status}.`);
  return { path, cookie: customer.cookie, unchanged: true };
}
