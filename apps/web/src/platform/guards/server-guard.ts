import type { Call } from '@tuneport/contract/index';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import { inLanguage, withoutLanguage } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import { data, type MiddlewareFunction, redirect } from 'react-router';
import { rowOfPattern } from '../../route-table.ts';
import type { PageAnswer } from '../api/server-interface.ts';
import {
  audienceContext,
  callContext,
  missingContext,
  reportContext,
  rowContext,
  uiContext,
  visitorContext,
} from '../contexts.ts';
import { isBackOffice } from '../page.ts';
import { pageAnswer } from '../page-answer.ts';
import type { UiState } from '../ui-state.ts';
import { beforeLoginCookie } from './before-login.ts';
import { admission } from './guard.ts';

const notFound = () => data({ code: 'not_found' }, { status: 404 });

const becomesStatus = (status: number): boolean => status < 500 || status === 503;

type Extra = { errors?: unknown; retryAfterS?: number };

function pageRefusal(error: Error, status: number) {
  const { errors, retryAfterS }: Extra = 'extra' in error ? (error.extra as Extra) : {};
  const body = { code: 'code' in error ? error.code : null, message: error.message, ...(errors ? { errors } : {}) };
  return data(body, { status, headers: retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) } });
}

/** A refusal of the API becomes the status of the page, including 503; anything else remains an error. */
function answering(call: Call): Call {
  return (async (...args: Parameters<Call>) => {
    try {
      return await call(...args);
    } catch (error) {
      if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) throw error;
      if (!becomesStatus(error.status)) throw error;
      throw pageRefusal(error, error.status);
    }
  }) as Call;
}

/** A page for anonymous visitors is kept for all of them, so codes, which belong to one, are left to the browser to read. */
function shownState(ui: UiState, audience: PersonalState | null): UiState {
  if (audience) return { ...audience, sales: ui.sales, settings: ui.settings };
  return ui.user ? ui : { ...ui, codes: [], hcodes: [] };
}

/** Runs before any page data is loaded: loads visitor and site state, and checks access. */
export const serverGuard: MiddlewareFunction<Response> = async ({ request, url, params, pattern, context }, next) => {
  const call = context.get(callContext);
  const { facts, isGuest } = context.get(visitorContext);
  const row = rowOfPattern(pattern);
  const path = withoutLanguage(url.pathname);
  if (!row) throw notFound();
  context.set(rowContext, row);
  context.set(callContext, answering(call));
  const ui = await call('GET /global/v1/ui-state').catch((error: unknown) => {
    // The page can still be rendered; the home page shows the problem.
    context.get(reportContext)(error);
    return null;
  });
  context.set(uiContext, ui && shownState(ui, context.get(audienceContext)));

  switch (admission(row, params, facts, ui?.settings.flags ?? {}, isGuest)) {
    case 'missing':
      if (!isBackOffice(path)) throw notFound();
      context.set(missingContext, true);
      break;
    case 'forbidden':
      throw redirect(inLanguage(language(), '/forbidden'));
    case 'login': {
      const wanted = path + url.search;
      const { url: login } = await call('GET /auth/redirect', { query: { return: wanted } }).catch(() => ({
        url: '/auth/login',
      }));
      const secure = request.url.startsWith('https:');
      const to = login.startsWith('/') && !login.startsWith('/api/') ? inLanguage(language(), login) : login;
      throw redirect(to, { headers: { 'set-cookie': beforeLoginCookie(wanted, new Date(), secure) } });
    }
  }

  const response: PageAnswer = await next();
  if (ui !== null || response.status !== 200) return response;
  // Rendered, but must not be cached or indexed.
  const headers = new Headers(response.headers);
  headers.set('retry-after', '5');
  return pageAnswer(response.html, { status: 503, headers }, response.body);
};
