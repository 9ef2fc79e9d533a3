import { useCallback, useEffect, useRef, useState } from 'react';
import { uiStore } from './ui-state.ts';

const prefix = 'tuneport.text.';

type Place = { readonly storage: Storage; readonly key: string };

/** A user's drafts outlive the tab; those of a visitor do not, because the next person may sit at the same computer. */
function placeOf(name: string): Place | null {
  try {
    const user = uiStore.get()?.user;
    return user
      ? { storage: window.localStorage, key: `${prefix}${user.id}.${name}` }
      : { storage: window.sessionStorage, key: prefix + name };
  } catch {
    // Storage may be blocked.
    return null;
  }
}

/**
 * Typed text, stored in the browser until it is sent, so that an expired login, a reload or navigation loses nothing.
 * `restored` is true while the text is the one that was found.
 */
export function useDraftText(name: string): readonly [text: string, change: (text: string) => void, restored: boolean] {
  const [text, setText] = useState('');
  const [found, setFound] = useState('');
  // Under the user who began to type, even if their session ends meanwhile.
  const at = useRef<Place | null>(null);
  // The draft is only in the browser.
  useEffect(() => {
    at.current = placeOf(name);
    const draft = at.current?.storage.getItem(at.current.key) ?? '';
    setFound(draft);
    setText((now) => now || draft);
  }, [name]);
  const change = useCallback((next: string) => {
    setText(next);
    write(at.current, next);
  }, []);
  return [text, change, text !== '' && text === found];
}

export const storeText = (name: string, text: string): void => write(placeOf(name), text);

function write(at: Place | null, text: string): void {
  try {
    if (text === '') at?.storage.removeItem(at.key);
    else at?.storage.setItem(at.key, text);
  } catch {
    // A full storage only loses the draft.
  }
}
