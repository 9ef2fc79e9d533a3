import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../platform/storage.ts';
import { readTheme } from '../../platform/theme.ts';

const key = 'tuneport.graph-scheme';

/** The studio is dark unless the user selected light, here or for the whole site. */
export function useScheme(): { scheme: 'dark' | 'light'; setScheme: (scheme: 'dark' | 'light') => void } {
  const [scheme, set] = useState<'dark' | 'light'>('dark');
  useEffect(() => {
    const stored = readStored(key);
    if (stored === 'light' || (stored !== 'dark' && readTheme() === 'light')) set('light');
  }, []);
  const setScheme = (next: 'dark' | 'light') => {
    set(next);
    writeStored(key, next);
  };
  return { scheme, setScheme };
}
