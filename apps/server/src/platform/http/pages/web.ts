import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Call } from '@tuneport/contract/index';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import { inLanguage, type Language, languageOfPath, withoutLanguage } from '@tuneport/domain/text/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageAnswer, PageFacts, Visitor } from '../../../../../web/src/platform/api/server-interface.ts';
import { acceptsGzip, compress, encodingFor, worthCompressingBytes } from '../../cache/encoding.ts';
import { type CachedResponse, cacheable, ResponseCache } from '../../cache/response-cache.ts';
import { addressGroup } from '../../rate-limit.ts';
import { Refusal, unavailableRetryS } from '../../refusal.ts';
import { slots } from '../../slots.ts';
import { withVisitorLanguage } from '../../texts.ts';
import { cacheFastPath, sendCached } from '../cached/send-cached.ts';
import { languageChosen } from '../cookies.ts';
import type { PageTarget } from '../mount/page-audience.ts';
import { audiencePage, personalPage } from './audience-pages.ts';
import { languageSwitch } from './language-switch.ts';
import { type PageTracking, pagePolicy, untracked } from './page-policy.ts';
import { withTheme } from './page-theme.ts';
import { audienceState } from './personal-slots.ts';
import type { WebSource } from './web-source.ts';

export type { Visitor };

export type WebOptions = {
  readonly source: WebSource;
  /** PUBLIC_ORIGIN, or the request's origin if unset. */
  readonly originFor: (request: FastifyRequest) => string;
  /** The in-process client; cookies set by a call are sent with `reply`. */
  readonly callFor: (request: FastifyRequest, reply: FastifyReply, page: PageTarget) => Call;
  readonly visitorFor: (request: FastifyRequest) => Visitor | Promise<Visitor>;
  /**
   * The personal values of a signed-in visitor, and the audience that shares the rest of the page. Null without a
   * session.
   */
  readonly personFor: (request: FastifyRequest) => Promise<{ personal: PersonalState; audience: Visitor } | null>;
  readonly bringsSession: (request: IncomingMessage) => boolean;
  /** What a shared page depends on besides its URL: the chosen region and currency. */
  readonly choicesOf: (request: IncomingMessage) => string;
  /** Changes whenever public data of any area changes; part of the key of every cached page. */
  readonly publicVersion: () => string;
  /** Reports an error during rendering; the visitor gets an error page. */
  readonly report: (error: unknown) => void;
  readonly tracking: () => PageTracking | Promise<PageTracking>;
  /** The stylesheet with the site's own colours; empty without any. */
  readonly themeCss?: () => Promise<string>;
  /** Throws unless the form is from a page of this site. */
  readonly requireOwnForm: (request: FastifyRequest) => void;
  readonly nowMs?: () => number;
};

// Only these parameters change a public page; campaign parameters must not create separate cache entries.
export const pageQuery = [
  'page',
  'search',
  'sort',
  'category',
  'filter',
  'filters',
  'make',
  'fuel',
  'aspiration',
  'gain',
  'price',
  'at',
  'own',
  'near',
  'specialization',
  'tag',
  'tool',
  'dyno',
  'tunes',
  'tune',
  'add',
  'tcu',
  'tcu-add',
  'dsg',
  'awd',
  'awd-add',
  'transmission',
  'power',
  'vehicle',
  'code',
  'installer',
  'currency',
  'purchase',
  'unavailable',
  // The result of a form that was sent without script.
  'sent',
  'done',
  'reason',
  'newsletter',
  // The unit converter.
  'quantity',
  'value',
  'from',
  'to',
];

const anyOrigin = 'http://localhost';

/** The cache key of a shared page: the URL with only the relevant parameters, in a fixed order. */
function sharedAddress(url: URL): string {
  if (url.search === '') return url.pathname;
  for (const name of [...url.searchParams.keys()]) if (!pageQuery.includes(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.pathname + url.search;
}

const pageLifeMs = 60_000;
const pageBytesMax = 48 * 1024 * 1024;
const audiencePageBytesMax = 24 * 1024 * 1024;

const vary = 'accept-encoding, cookie';

/**
 * A crawler that requests many uncached pages concurrently must not block other visitors. Every page
 * rendered without a session waits here, including pages that do not exist.
 */
const rendering = slots({ atOnce: availableParallelism(), waitingMax: 500, waitMs: 10_000, inTurns: true });

/** Pages of people who are logged in wait for others of the same address, and hardly ever for anyone else. */
const ownRendering = slots({
  atOnce: 4 * availableParallelism(),
  perClient: availableParallelism(),
  waitingMax: 500,
  waitMs: 10_000,
  inTurns: true,
});

/** The development server adds its own scripts and styles to pages. */
const sourcesPolicy = "default-src 'self' 'unsafe-inline' data: ws:";

const formType = 'application/x-www-form-urlencoded';
/** The longest form text, a ticket, is far below. */
const formBytesMax = 256 * 1024;
/** The row of the route table for paths that match no other row. */
const unknownPage = 'R001';

function refuseMethod(reply: FastifyReply): never {
  reply.header('allow', 'GET, HEAD');
  throw new Refusal('method_not_allowed', {
    message: 'The page was not ready when you sent this. Nothing was changed. Go back and send it again.',
  });
}

/**
 * Pages of one person open in the language they chose when the address has none; the back office has English only.
 * Public pages are never redirected, so that each address is one page for everyone.
 */
function addressInOtherLanguage(url: URL, { inOffice }: PageFacts, chosen: Language | null): string | null {
  const isEnglish = languageOfPath(url.pathname) === 'en';
  if (inOffice) return isEnglish ? null : withoutLanguage(url.pathname) + url.search;
  return isEnglish && chosen !== null && chosen !== 'en' ? inLanguage(chosen, url.pathname + url.search) : null;
}

async function sendOnce(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
  if (body.length < worthCompressingBytes || encoding === 'identity') return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compress(body, encoding));
}

/** Serves the web app: its files, and every page of its route table. */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const nowMs = options.nowMs ?? Date.now;
  const { source } = options;
  // Without the database the built-in colours are used.
  const themeNow = async (): Promise<string> => (await options.themeCss?.().catch(() => '')) ?? '';
  const kept = new ResponseCache({ maxBytes: pageBytesMax, lifeMs: pageLifeMs, nowMs });
  const audienceCache = new ResponseCache({ maxBytes: audiencePageBytesMax, lifeMs: pageLifeMs, nowMs });
  /** Routes whose pages load personal records and therefore cannot be rendered for an audience. */
  const personalRoutes = new Set<string>();
  await source.mountFiles(app, nowMs());

  async function render(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
    visitor: Visitor,
    target: PageTarget,
    audience: PersonalState | null = null,
  ): Promise<PageAnswer> {
    const { entry, handle } = source.current();
    const language = languageOfPath(url.pathname);
    const context = new entry.RouterContextProvider();
    context.set(entry.callContext, options.callFor(request, reply, target));
    context.set(entry.audienceContext, audience);
    context.set(entry.visitorContext, visitor);
    // A page that fails for an audience is rendered for the person, and reported there if it fails again.
    context.set(entry.reportContext, target.kind === 'audience' ? () => {} : options.report);
    const headers = new Headers();
    for (const name of ['user-agent', 'accept-language', 'cookie', 'sec-gpc', 'dnt'] as const) {
      const value = target.kind === 'audience' ? undefined : request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const page = (init: RequestInit) =>
      withVisitorLanguage(language, null, () => handle[language](new Request(url, init), context));
    if (request.method !== 'POST') return page({ headers });
    headers.set('content-type', formType);
    const body = typeof request.body === 'string' ? request.body : '';
    return page({ method: 'POST', headers, body });
  }

  async function renderOwn(request: FastifyRequest, reply: FastifyReply, url: URL, visitor: Visitor) {
    const release = await (visitor.facts.signedIn ? ownRendering : rendering).take(addressGroup(request.ip));
    return render(request, reply, url, visitor, { kind: 'person' }).finally(release);
  }

  async function sendOwn(request: FastifyRequest, reply: FastifyReply, url: URL, visitor: Visitor, facts: PageFacts) {
    return sendRendered(request, reply, facts, await renderOwn(request, reply, url, visitor));
  }

  async function sendRendered(request: FastifyRequest, reply: FastifyReply, facts: PageFacts, response: PageAnswer) {
    const body = response.html === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(response.html);
    reply.code(response.status).header('cache-control', 'private, no-store').header('vary', vary);
    for (const [name, value] of response.headers) {
      if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
    }
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    if (response.status === 503 && !response.headers.has('retry-after')) reply.header('retry-after', unavailableRetryS);
    if (facts.tokenLink) reply.header('referrer-policy', 'no-referrer');
    if (facts.tokenLink || facts.guarded) reply.header('x-robots-tag', 'noindex');
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      const tracking = facts.tokenLink ? untracked(await options.tracking()) : await options.tracking();
      const css = await themeNow();
      const policy = source.isBuilt ? pagePolicy(source.current().scripts, tracking, css) : sourcesPolicy;
      reply.header('content-security-policy', policy);
      if (css !== '') return sendOnce(request, reply, Buffer.from(withTheme(body.toString('utf8'), css)));
    }
    return sendOnce(request, reply, body);
  }

  function urlOf(request: FastifyRequest): URL {
    const address = request.raw.url ?? '/';
    const url = address.startsWith('/') ? URL.parse(options.originFor(request) + address) : null;
    if (!url) throw new Refusal('bad_request', { message: 'This URL is not valid.' });
    return url;
  }

  async function renderForAll(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
    visitor: Visitor,
    onMissing: (response: PageAnswer) => void,
  ): Promise<CachedResponse | null> {
    const release = await rendering.take(addressGroup(request.ip));
    const response = await render(request, reply, url, visitor, { kind: 'visitors' }).finally(release);
    const html = await sharedHtml(response);
    if (html === null && response.status === 404 && response.headers.getSetCookie().length === 0) onMissing(response);
    if (html === null) return null;
    const css = await themeNow();
    return cacheable(
      200,
      { ...(await sharedHeaders(css)), 'cache-control': 'private, no-cache' },
      withTheme(html, css),
    );
  }

  /** Null if the page must not be cached. */
  async function sharedHtml(response: PageAnswer): Promise<string | null> {
    if (response.status !== 200 || response.headers.getSetCookie().length > 0) return null;
    return response.html ?? response.text();
  }

  const sharedHeaders = async (css: string) => ({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(source.current().scripts, await options.tracking(), css),
    vary,
  });

  async function renderForAudience(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
    visitor: Visitor,
    { id, audience }: { id: string; audience: PersonalState },
  ): Promise<CachedResponse | null> {
    const release = await rendering.take(addressGroup(request.ip));
    const target: PageTarget = { kind: 'audience', hasPersonalCall: false };
    const response = await render(request, reply, url, visitor, target, audience).finally(release);
    if (target.hasPersonalCall) {
      personalRoutes.add(id);
      return null;
    }
    const html = await sharedHtml(response);
    const css = await themeNow();
    const headers = { ...(await sharedHeaders(css)), 'cache-control': 'private, no-store' };
    return html === null ? null : audiencePage(headers, withTheme(html, css), audience);
  }

  /** The page of the visitor's audience with their own values in it. Null when it has to be rendered for them alone. */
  async function personalised(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
    { id }: PageFacts,
  ): Promise<Buffer | null> {
    if (personalRoutes.has(id)) return null;
    // Without the database the page is rendered individually and reports the outage.
    const person = await options.personFor(request).catch(() => null);
    const audience = person && audienceState(person.personal);
    if (!audience) return null;
    const key = `${keyOf(sharedAddress(url), request.raw)} ${JSON.stringify([person.audience, audience])}`;
    const page =
      audienceCache.get(key) ??
      (await audienceCache.make(key, () => renderForAudience(request, reply, url, person.audience, { id, audience })));
    if (!page) return null;
    const { etag: _, ...headers } = page.headers;
    const encoding = acceptsGzip(request.headers['accept-encoding'] as string | undefined) ? 'gzip' : 'identity';
    reply.headers(headers);
    if (encoding === 'gzip') reply.header('content-encoding', 'gzip');
    return personalPage(page, person.personal, encoding);
  }

  const keyOf = (address: string, request: IncomingMessage) =>
    `${options.publicVersion()} ${options.choicesOf(request)} ${address}`;
  const onRequest = cacheFastPath(kept, (request) => {
    const address = request.url ?? '/';
    if (options.bringsSession(request) || !address.startsWith('/')) return null;
    if (!address.includes('?')) return keyOf(address, request);
    const url = URL.parse(anyOrigin + address);
    return url && keyOf(sharedAddress(url), request);
  });

  app.get('/*', { config: { page: true }, onRequest }, async (request, reply) => {
    const url = urlOf(request);
    const visitor = await options.visitorFor(request);
    const facts = source.current().entry.pageFacts(withoutLanguage(url.pathname));
    const switched = languageSwitch(url);
    if (switched !== null)
      return reply
        .header('cache-control', 'private, no-store')
        .header('set-cookie', switched.cookie)
        .redirect(switched.to, 302);
    const chosen = languageChosen(request.headers.cookie) ?? visitor.language;
    const other = facts.guarded ? addressInOtherLanguage(url, facts, chosen) : null;
    if (other !== null)
      return reply.header('cache-control', 'private, no-store').header('vary', vary).redirect(other, 302);

    if (facts.shared && source.isBuilt && !visitor.facts.signedIn) {
      const key = keyOf(sharedAddress(url), request.raw);
      // A page that does not exist is not kept, and not rendered twice either.
      const missing: PageAnswer[] = [];
      const page =
        kept.get(key) ??
        (await kept.make(key, () => renderForAll(request, reply, url, visitor, (found) => missing.push(found))));
      if (page) return sendCached(page, request, reply);
      if (missing[0]) return sendRendered(request, reply, facts, missing[0]);
    }
    if (facts.shared && source.isBuilt && visitor.facts.signedIn) {
      const body = await personalised(request, reply, url, facts);
      if (body) return reply.send(body);
    }

    // The full URL, because a redirect keeps campaign parameters.
    return sendOwn(request, reply, urlOf(request), visitor, facts);
  });

  /** Handles a form submitted without JavaScript, or before hydration. */
  async function takeForm(request: FastifyRequest, reply: FastifyReply) {
    options.requireOwnForm(request);
    const url = urlOf(request);
    const facts = source.current().entry.pageFacts(withoutLanguage(url.pathname));
    if (facts.id === unknownPage) throw new Refusal('not_found');
    if (source.current().build.routes?.[facts.id]?.module.action === undefined) return refuseMethod(reply);
    return sendOwn(request, reply, url, await options.visitorFor(request), facts);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: formBytesMax }, (_request, text, done) =>
      done(null, text),
    );
    const config = { page: true, bodyBytesMax: formBytesMax };
    scope.post('/*', { config }, takeForm);
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE'],
      url: '/*',
      config,
      handler: async (_request, reply) => refuseMethod(reply),
    });
  });
}
