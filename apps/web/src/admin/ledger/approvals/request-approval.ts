import type { CallInput } from '@tuneport/contract/index';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';

type Request = CallInput<'POST /v1/admin/approvals'>['body'];

/** Grants, or requests approval if the grant exceeds the user's limit; then returns null. */
export async function grantOrRequest<T>(grant: () => Promise<T>, request: Request): Promise<T | null> {
  try {
    return await grant();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'approval_required') throw error;
  }
  const { id } = await call('POST /v1/admin/approvals', { body: request, once: true });
  toast(`This is above your limit. Request ${id} is waiting for approval.`);
  return null;
}
