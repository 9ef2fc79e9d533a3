import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { beforeLoginCookie } from '../../platform/guards/before-login.ts';

/** Stores the return path of the URL, so that the next login leads there, also after the link in a mail. */
export function useReturnPath(): void {
  const { search } = useLocation();
  const path = new URLSearchParams(search).get('return');
  useEffect(() => {
    if (path === null) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = beforeLoginCookie(path, new Date(), window.location.protocol === 'https:');
  }, [path]);
}
