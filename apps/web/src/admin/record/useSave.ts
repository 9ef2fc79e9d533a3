import { useRef } from 'react';
import type { SaveResult } from '../../ui/form/form-fields.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import { type Shown, saveResult } from './save-result.ts';

/**
 * Saving for a form that sends only what differs. `send` is handed the values the server is known to have: those first read,
 * then those of the last save, or of the record somebody else saved meanwhile.
 */
export function useSave<Saved>(
  first: FormValues,
  show: (record: Saved) => Shown,
  send: (values: FormValues, known: FormValues, readAt: string) => Promise<Saved>,
  field?: (name: string) => string,
) {
  const known = useRef(first);
  const saved = useRef<Saved | null>(null);
  const save = (values: FormValues, readAt: string): Promise<SaveResult> =>
    saveResult(
      async () => {
        saved.current = await send(values, known.current, readAt);
        return saved.current;
      },
      (record) => {
        const shown = show(record);
        known.current = shown.values;
        return shown;
      },
      field,
    );
  return { save, saved };
}
