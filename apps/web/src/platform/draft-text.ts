import { useCallback, useEffect, useState } from 'react';

const prefix = 'tuneport.text.';

/** Storage may be blocked. */
function stored(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Typed text, stored in this tab until it is sent, so that an expired login, a reload or navigation loses nothing. */
export function useDraftText(name: string): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState('');
  // The draft is only in the browser.
  useEffect(() => setText((now) => now || (stored()?.getItem(prefix + name) ?? '')), [name]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      storeText(name, next);
    },
    [name],
  );
  return [text, change];
}

export function storeText(name: string, text: string): void {
  try {
    if (text === '') stored()?.removeItem(prefix + name);
    else stored()?.setItem(prefix + name, text);
  } catch {
    // A full storage only loses the draft.
  }
}
