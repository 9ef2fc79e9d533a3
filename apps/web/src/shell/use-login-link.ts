import { useLocation, useRouteLoaderData } from 'react-router';
import { beforeLoginCookie } from '../platform/guards/before-login.ts';
import { useUi } from '../platform/ui-state.ts';
import type { RootData } from '../root.tsx';

type LoginLink = { to: string; reloadDocument: boolean; onClick?: () => void };

/** The longest return path the login calls accept. */
const returnCharsMax = 2000;

/**
 * Props of a login link that returns to the current page, at the identity provider if one is configured. A path with a
 * secret is stored in the cookie instead of the URL, where trackers of the next page would see it.
 */
export function useLoginLink(): LoginLink {
  const { pathname, search } = useLocation();
  const isSecret = useRouteLoaderData<RootData>('root')?.page.tokenLink === true;
  const login = useUi()?.settings.login_url ?? '/auth/login';
  // A login at the provider leaves the router.
  const reloadDocument = login !== '/auth/login';
  const here = pathname === '/forbidden' ? '/' : pathname + search;
  if (!isSecret) {
    const path = here.length > returnCharsMax ? pathname : here;
    return { to: `${login}?return=${encodeURIComponent(path)}`, reloadDocument };
  }
  const onClick = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = beforeLoginCookie(here, new Date(), window.location.protocol === 'https:');
  };
  return { to: login, reloadDocument, onClick };
}
