import { useCallback, useEffect, useState } from 'react';

const prefix = 'tuneport.text.';

/** The tab may keep nothing, and then it keeps nothing. */
function stored(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/**
 * What somebody types, kept in this tab until it is sent: a login that ended, a reload or a way back in between costs nobody a
 * sentence. It ends with the tab.
 */
export function useDraftText(name: string): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState('');
  // The server does not know what this tab keeps.
  useEffect(() => setText((now) => now || (stored()?.getItem(prefix + name) ?? '')), [name]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      keepText(name, next);
    },
    [name],
  );
  return [text, change];
}

export function keepText(name: string, text: string): void {
  try {
    if (text === '') stored()?.removeItem(prefix + name);
    else stored()?.setItem(prefix + name, text);
  } catch {
    // A full store loses a convenience and nothing else.
  }
}
