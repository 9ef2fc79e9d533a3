import type { analytics } from '@tuneport/contract/analytics/analytics';
import { handlers } from '../../platform/http/context.ts';
import { recordClientError, recordEvent, recordPageView, recordTag } from './record-visit.ts';

export const analyticsRoutes = handlers<typeof analytics>({
  'POST /global/prism/eyes': ({ body, ...visit }) => recordEvent(visit, body),
  'POST /global/v1/page-view': ({ body, ...visit }) => recordPageView(visit, body),
  // An image gets no cookie: it may be on a page of another site.
  'GET /global/v1/page-view': async ({ query, setCookie: _, ...visit }) => {
    await recordPageView(visit, query);
    return { status: 200, headers: {} };
  },
  'POST /global/v1/tag': ({ body, ...visit }) => recordTag(visit, body.tag),
  'POST /global/v1/client-error': ({ body, ...visit }) => recordClientError(visit, body),
});
