import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anonymousActor } from '../../actor.ts';
import type { Platform } from '../../platform.ts';
import { Refusal } from '../../refusal.ts';
import type { ClientInfo } from '../context.ts';
import { cookiesOf, readCookies, visitorCookieName } from '../cookies.ts';
import { dispatch, type Mounted, type Outgoing } from './dispatch.ts';
import { parseJsonBody } from './json-body.ts';
import { requireSameSite } from './same-site.ts';

const bodyBytesMax = 64 * 1024;

/**
 * A call for analytics scripts: fields in the query string, or JSON under any media type, because `sendBeacon` sends
 * text/plain. Also accepted from ANALYTICS_ORIGINS; the session is ignored.
 */
export function mountBeacon(app: FastifyInstance, platform: Platform, mounted: Mounted): void {
  const [method, path] = mounted.key.split(' ') as [string, string];
  const isSilent = mounted.endpoint.beacon === 'silent';
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesMax }, (_request, text, done) => {
      try {
        done(null, text === '' ? undefined : parseJsonBody(text as string, 200));
      } catch (error) {
        if (isSilent) done(null, undefined);
        else done(error as Error);
      }
    });
    scope.route({
      method,
      url: `/api${path}`,
      config: { call: mounted.key, bodyBytesMax },
      handler: async (request, reply) => {
        void reply.header('cache-control', 'private, no-store');
        const outgoing = await record(platform, mounted, request).catch((error: unknown) => {
          if (!isSilent || !(error instanceof Refusal)) throw error;
        });
        const raw = outgoing?.raw;
        if (outgoing && outgoing.cookies.length > 0)
          void reply.header('set-cookie', cookiesOf(platform.config, outgoing));
        if (method === 'GET') return reply.headers(gifHeaders).send(transparentGif);
        return raw ? reply.code(raw.status).headers(raw.headers).send(raw.body) : reply.code(204).send();
      },
    });
  });
}

async function record(platform: Platform, mounted: Mounted, request: FastifyRequest): Promise<Outgoing> {
  requireOrigin(request, platform);
  const query = request.query as Record<string, unknown>;
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
  return dispatch(platform, mounted, {
    actor: anonymousActor(request.ip),
    region: platform.config.regions[0] ?? 1,
    clientInfo: {
      address: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
      cookies: analyticsCookies(request),
      languages: String(request.headers['accept-language'] ?? '').slice(0, 200),
      url: request.url,
      range: undefined,
    },
    params: request.params,
    query: mounted.endpoint.query ? query : {},
    body: mounted.endpoint.body ? { ...query, ...body } : undefined,
  });
}

/** Only what says whether the visitor agreed to be recognized, and as whom. A privacy signal of the browser overrides it. */
function analyticsCookies({ headers }: FastifyRequest): ClientInfo['cookies'] {
  if (!headers.cookie || headers.dnt === '1' || headers['sec-gpc'] === '1') return {};
  const all = readCookies(headers.cookie);
  const names = [visitorCookieName, 'consent', 'visitStatistics'];
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** An image is loaded without an Origin; the Referer identifies its page. */
function requireOrigin(request: FastifyRequest, { config }: Platform): void {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && config.analyticsOrigins.includes(origin)) return;
  if (request.method !== 'GET') {
    requireSameSite(request, config.publicOrigin);
    return;
  }
  if (site === undefined || site === 'same-origin') return;
  const from = URL.parse(referer ?? '')?.origin;
  if (from === undefined || !config.analyticsOrigins.includes(from)) throw new Refusal('cross_site');
}

const transparentGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Embedded in pages of other origins. */
const gifHeaders = { 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' };
