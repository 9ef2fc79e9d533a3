import type { CallInput, CallKey, CallReply } from '@tuneport/contract/index';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';

/** Uploads one file with text fields. Field errors are thrown as one message for the drop zone. */
export async function sendFile<K extends CallKey>(
  key: K,
  file: File,
  { params, fields = {} }: { params?: CallInput<K>['params']; fields?: Readonly<Record<string, string>> } = {},
): Promise<CallReply<K>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  try {
    return await (call as (key: K, input: object) => Promise<CallReply<K>>)(key, { params, body: form });
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'field_errors')
      throw new Error(Object.values(error.errors).flat().join(' '));
    throw error;
  }
}
