import { useRef } from 'react';
import type { SaveResult } from '../../ui/form/form-fields.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import { type Shown, saveResult } from './save-result.ts';

/**
 * Save handler for a form that sends only changed fields. `send` receives the last known server values: the ones first
 * read, then those of the last save or of the other user's version after a conflict.
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
