import { use, useCallback, useEffect, useRef, useState } from 'react';
import { type FormValues, sameValue } from '../merge.ts';
import { DraftOwner } from './draft-owner.ts';
import { browserStorage, type Draft, draftName, readDraft, writeDraft } from './drafts.ts';

const writeWaitMs = 250;

/**
 * The draft of a form. `changed` are the values that differ from the saved ones; they are written shortly after a key
 * is typed, and at once when the page is hidden. `found` is a draft from before, until it is restored or discarded.
 */
export function useDraft(form: string, shown: FormValues, changed: FormValues | null) {
  // The user who began to type: the draft survives a session that ends meanwhile.
  const known = useRef<string | null>(null);
  const current = use(DraftOwner);
  known.current ??= current;
  const owner = known.current;
  const name = owner === null ? null : draftName(owner, form);
  const [found, setFound] = useState<Draft | null>(null);
  // A form that becomes read-only, because the login ended, leaves its draft as it is.
  const writable = useRef('{}');
  if (changed !== null) writable.current = JSON.stringify(changed);
  const text = writable.current;
  const last = useRef('{}');
  /** Values that were saved or discarded and are not written again. */
  const done = useRef('');

  const write = useCallback((to: string | null, values: string) => {
    const storage = to === null ? null : browserStorage();
    if (!storage || to === null || last.current === values || done.current === values) return;
    last.current = values;
    try {
      writeDraft(storage, to, JSON.parse(values) as FormValues, Date.now());
    } catch {
      // A full storage only loses the draft.
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is looked for once per form, not after every save.
  useEffect(() => {
    const storage = name === null ? null : browserStorage();
    const draft = storage && name !== null ? readDraft(storage, name, Date.now()) : null;
    const differs = draft && Object.entries(draft.values).some(([field, value]) => !sameValue(shown[field], value));
    setFound(differs ? draft : null);
  }, [name]);

  useEffect(() => {
    // Until a found draft is restored or discarded, an unchanged form must not overwrite it.
    if (text === '{}' && found) return;
    const now = () => write(name, text);
    const timer = setTimeout(now, writeWaitMs);
    window.addEventListener('pagehide', now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', now);
    };
  }, [name, text, found, write]);

  // A form that is taken away with unsaved values leaves its draft behind.
  const latest = useRef({ name, text });
  latest.current = { name, text };
  useEffect(
    () => () => {
      if (latest.current.text !== '{}') write(latest.current.name, latest.current.text);
    },
    [write],
  );

  const clear = useCallback(() => {
    setFound(null);
    done.current = latest.current.text;
    last.current = '{}';
    if (name !== null) browserStorage()?.removeItem(name);
  }, [name]);
  return { found, clear, taken: () => setFound(null) };
}
