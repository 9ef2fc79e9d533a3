import { withoutLanguage } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import { type MiddlewareFunction, redirect, redirectDocument } from 'react-router';
import { rowOfPattern } from '../../route-table.ts';
import { call, refreshUi } from '../api/browser.ts';
import { isBackOffice } from '../page.ts';
import { factsOf, uiStore } from '../ui-state.ts';
import { beforeLoginCookie } from './before-login.ts';
import { admission } from './guard.ts';

const hasTrackers = (): boolean => 'gtag' in window || 'fbq' in window;

/** The same decision as on the server, before anything is loaded. The server checks again. */
export const browserGuard: MiddlewareFunction = async ({ url, params, pattern }) => {
  const row = rowOfPattern(pattern);
  const path = withoutLanguage(url.pathname);
  if (language() !== 'en' && isBackOffice(path)) throw redirectDocument(path + url.search + url.hash);
  // Running trackers would see the URL, so such a page is loaded as a new document without trackers.
  if (row?.marks.includes('token-link') && hasTrackers()) throw redirectDocument(url.pathname + url.search + url.hash);
  if (!row || (row.guard === null && !row.hiddenWhen && !row.shownWhen)) return;
  const decide = () => {
    const ui = uiStore.get();
    return admission(row, params, factsOf(ui), ui?.settings.flags ?? {}, ui?.guest != null);
  };
  let decision = decide();
  if (decision === 'enter') return;
  // Permissions may just have been granted.
  await refreshUi();
  decision = decide();
  if (decision === 'forbidden') throw redirect('/forbidden');
  if (decision !== 'login') return;
  const wanted = path + url.search;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = beforeLoginCookie(wanted, new Date(), window.location.protocol === 'https:');
  const { url: login } = await call('GET /auth/redirect', { query: { return: wanted } });
  throw login.startsWith('/') ? redirect(login) : redirectDocument(login);
};
