import { ApiError } from '../../platform/api/api-error.ts';
import type { SaveResult } from '../../ui/form/form-fields.ts';
import type { FormValues } from '../../ui/form/merge.ts';

export type Shown = { values: FormValues; readAt: string };

/**
 * Sends a form and maps the response to a `SaveResult`. `show` maps a record to form values; `field` maps the name in a
 * server error to the form field that displays it.
 */
export async function saveResult<Record>(
  send: () => Promise<Record>,
  show: (record: Record) => Shown,
  field: (name: string) => string = (name) => name,
): Promise<SaveResult> {
  try {
    return { kind: 'saved', ...show(await send()) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412 && error.current) {
      const { values, readAt } = show(error.current as Record);
      return { kind: 'stale', current: values, readAt };
    }
    if (error.kind !== 'field_errors') return { kind: 'failed', message: error.message };
    const errors: { [name: string]: string[] } = {};
    for (const [name, messages] of Object.entries(error.errors)) {
      const here = field(name);
      errors[here] = [...(errors[here] ?? []), ...messages];
    }
    return { kind: 'invalid', errors };
  }
}
