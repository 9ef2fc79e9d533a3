import type { IncomingMessage } from 'node:http';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import type { PageAnswer, PageFacts } from '../../../../../web/src/platform/api/server-interface.ts';
import { acceptsGzip } from '../../cache/encoding.ts';
import { type CachedResponse, cacheable, ResponseCache } from '../../cache/response-cache.ts';
import { cacheFastPath } from '../cached/send-cached.ts';
import { audiencePage, personalPage } from './audience-pages.ts';
import { pagePolicy } from './page-policy.ts';
import { sharedAddress } from './page-query.ts';
import { withTheme } from './page-theme.ts';
import { audienceState } from './personal-slots.ts';
import type { PageRequest, pageRenderer } from './render-page.ts';
import { pageVary, themeOf } from './send-page.ts';
import type { WebOptions } from './web-options.ts';

const pageLifeMs = 60_000;
const pageBytesMax = 48 * 1024 * 1024;
const audiencePageBytesMax = 24 * 1024 * 1024;

const anyOrigin = 'http://localhost';

/** For all who wait for the same page: the database is unavailable, or the site is too busy. */
class PageUnavailable extends Error {
  override readonly name = 'PageUnavailable';
}

/** Null if the page must not be cached. */
async function sharedHtml(response: PageAnswer): Promise<string | null> {
  if (response.status !== 200 || response.headers.getSetCookie().length > 0) return null;
  return response.html ?? response.text();
}

/** Public pages that are rendered once: for everyone without a session, and for each audience of signed-in people. */
export function sharedPages(options: WebOptions, renderer: ReturnType<typeof pageRenderer>, nowMs: () => number) {
  const visitorCache = new ResponseCache({ maxBytes: pageBytesMax, lifeMs: pageLifeMs, nowMs });
  const audienceCache = new ResponseCache({ maxBytes: audiencePageBytesMax, lifeMs: pageLifeMs, nowMs });
  /** Routes whose pages load personal records and therefore cannot be rendered for an audience. */
  const personalRoutes = new Set<string>();

  const pageOf = (address: string, request: IncomingMessage) => `${options.choicesOf(request)} ${address}`;
  const keyOf = (address: string, request: IncomingMessage) => `${options.publicVersion()} ${pageOf(address, request)}`;

  const headersOf = async (css: string) => ({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(options.source.current().scripts, await options.tracking(), css),
    vary: pageVary,
  });

  async function renderForAll(
    page: PageRequest,
    onRefused: (response: PageAnswer) => void,
  ): Promise<CachedResponse | null> {
    const response = await renderer.forVisitors(page);
    const html = await sharedHtml(response);
    const isRefused = response.status === 404 || response.status === 503;
    if (isRefused && response.headers.getSetCookie().length === 0) onRefused(response);
    if (response.status === 503) throw new PageUnavailable();
    if (html === null) return null;
    const css = await themeOf(options);
    return cacheable(200, { ...(await headersOf(css)), 'cache-control': 'private, no-cache' }, withTheme(html, css));
  }

  async function renderForAudience(
    page: PageRequest,
    { id, audience }: { id: string; audience: PersonalState },
  ): Promise<CachedResponse | null> {
    const { response, hasPersonalCall } = await renderer.forAudience(page, audience);
    if (hasPersonalCall) {
      personalRoutes.add(id);
      return null;
    }
    const html = await sharedHtml(response);
    const css = await themeOf(options);
    const headers = { ...(await headersOf(css)), 'cache-control': 'private, no-store' };
    return html === null ? null : audiencePage(headers, withTheme(html, css), audience);
  }

  return {
    /** Answers anonymous requests for cached pages before anything else is done for them. */
    onRequest: cacheFastPath(visitorCache, (request) => {
      const address = request.url ?? '/';
      if (options.hasSessionCookie(request) || !address.startsWith('/')) return null;
      if (!address.includes('?')) return keyOf(address, request);
      const url = URL.parse(anyOrigin + address);
      return url && keyOf(sharedAddress(url), request);
    }),

    /**
     * The page for everyone without a session. A page that does not exist is not kept, and not rendered twice either.
     * While the database is unavailable, a page whose data has changed since is better than none.
     */
    async forVisitors(
      page: PageRequest,
    ): Promise<{ readonly cached: CachedResponse | null; readonly refused: PageAnswer | undefined }> {
      const address = sharedAddress(page.url);
      const name = pageOf(address, page.request.raw);
      const key = keyOf(address, page.request.raw);
      const refusals: PageAnswer[] = [];
      const render = () => renderForAll(page, (response) => refusals.push(response));
      try {
        const cached = visitorCache.get(key) ?? (await visitorCache.make(key, render, { page: name }));
        return { cached, refused: refusals[0] };
      } catch (error) {
        if (!(error instanceof PageUnavailable)) throw error;
        return { cached: visitorCache.newestOf(name) ?? null, refused: refusals[0] };
      }
    },

    /** The page of the visitor's audience with their own values in it. Null when it has to be rendered for them alone. */
    async forPerson(page: PageRequest, { id }: PageFacts): Promise<Buffer | null> {
      const { request, reply, url } = page;
      if (personalRoutes.has(id)) return null;
      // Without the database the page is rendered individually and reports the outage.
      const person = await options.personFor(request).catch(() => null);
      const audience = person && audienceState(person.personal);
      if (!audience) return null;
      const key = `${keyOf(sharedAddress(url), request.raw)} ${JSON.stringify([person.audience, audience])}`;
      const shared =
        audienceCache.get(key) ??
        (await audienceCache.make(key, () =>
          renderForAudience({ ...page, visitor: person.audience }, { id, audience }),
        ));
      if (!shared) return null;
      const { etag: _, ...headers } = shared.headers;
      const encoding = acceptsGzip(request.headers['accept-encoding'] as string | undefined) ? 'gzip' : 'identity';
      reply.headers(headers);
      if (encoding === 'gzip') reply.header('content-encoding', 'gzip');
      return personalPage(shared, person.personal, encoding);
    },
  };
}
