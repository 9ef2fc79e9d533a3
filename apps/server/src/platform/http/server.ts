import { randomUUID } from 'node:crypto';
import { preferredLanguage } from '@tuneport/domain/text/accept-language';
import { type Language, languageOfPath } from '@tuneport/domain/text/languages';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { isLoopback } from '../loopback.ts';
import { withLanguage } from '../texts.ts';
import { jsonBytesMax, limitBodies } from './body-limits.ts';
import { fastPathServer } from './cached/cache-fast-path.ts';
import { writeCached } from './cached/send-cached.ts';
import { answerClientError, answerOddRequests } from './client-error.ts';
import { errorReply } from './error-reply.ts';
import { failureReason, recordFailure } from './failure-reason.ts';
import { parseJsonBody } from './mount/json-body.ts';
import { plainPage, plainPagePolicy } from './pages/plain-page.ts';
import { addSecurityHeaders, onEveryAnswer } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract call, for logs and metrics. */
    call?: string;
    /** Responds with HTML pages, including errors. */
    page?: boolean;
    /** Maximum number of values in a JSON body. */
    bodyValuesMax?: number;
  }
}

/** The bare server: everything that applies to all responses. */
export async function makeHttpServer(config: Config, log: Log): Promise<FastifyInstance> {
  const app = Fastify({
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: jsonBytesMax,
    // Slow bodies and idle connections time out.
    connectionTimeout: 0,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Accepted requests are completed; readiness and the closed port keep new ones away.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    logger: false,
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerClientError,
    http: { requireHostHeader: false },
    // Metrics and debug logs must see every response.
    ...(!config.metrics && !log.isLevelEnabled('debug') && { serverFactory: fastPathServer(writeCached) }),
    // Runs before any hook.
    frameworkErrors: (error, _request, reply) =>
      void answerError(error, (reply as FastifyReply).headers(onEveryAnswer)),
  });
  addSecurityHeaders(app);
  warnOfUnknownProxy(app, config, log);
  answerOddRequests(app);
  limitBodies(app);
  readOnlyJson(app);
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'error' : 'debug';
    if (log.isLevelEnabled(level)) {
      const facts = { id: request.id, call: callOf(request), status: reply.statusCode };
      const reason = reply.statusCode === 503 ? failureReason(request) : undefined;
      log[level]({ ...facts, ms: Math.round(reply.elapsedTime), reason }, 'answered');
    }
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    recordFailure(request, error);
    if (answerError(error, reply)) log.error({ err: error, id: request.id, call: callOf(request) }, 'unexpected error');
  });
  return app;
}

/** Behind an untrusted proxy on this machine all visitors look like one client and share its limits. Logged once. */
function warnOfUnknownProxy(app: FastifyInstance, { trustedProxies }: Config, log: Log): void {
  if (trustedProxies.length > 0) return;
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
    if (!warned && (forwardedFor ?? forwarded) !== undefined && isLoopback(request.socket.remoteAddress ?? '')) {
      warned = true;
      log.warn(
        {},
        'A proxy on this machine forwards requests, but TRUSTED_PROXIES is not set: all visitors share one address and its limits. Set TRUSTED_PROXIES=127.0.0.1,::1.',
      );
    }
    done();
  });
}

/** What a log line may contain of a request: its call or route pattern, since the path may carry a token. */
const callOf = (request: FastifyRequest): string =>
  request.routeOptions.config?.call ?? `${request.method} ${request.routeOptions.url ?? '-'}`;

/** Returns whether the error is a bug. */
function answerError(error: unknown, reply: FastifyReply): boolean {
  const language = languageOf(reply.request);
  const { status, body, headers, bug } = withLanguage(language, () => errorReply(error));
  const isPage = reply.request?.routeOptions?.config?.page === true || wantsHtml(reply.request?.headers);
  void reply.code(status).headers(headers);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-store');
  if (isPage) {
    void reply.header('content-security-policy', plainPagePolicy).header('cache-control', 'no-store');
    void reply.type('text/html; charset=utf-8').send(withLanguage(language, () => plainPage(status, body.message)));
  } else void reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  return bug;
}

/** Pages have it in their address, calls in their header. */
function languageOf(request: FastifyRequest | undefined): Language {
  const inPath = languageOfPath(request?.url ?? '/');
  if (inPath !== 'en' || !request?.url.startsWith('/api/')) return inPath;
  return preferredLanguage(request.headers['accept-language']) ?? 'en';
}

/** A browser that navigates lists HTML first; scripts and API clients ask for JSON or anything. */
const wantsHtml = ({ accept = '' }: FastifyRequest['headers'] = {}): boolean =>
  /^\s*text\/html\s*(?:,|$)/.test(accept) && !accept.includes('application/json');

/** JSON in UTF-8, and no other charset. */
const jsonType = /^application\/json\s*(?:$|;(?!.*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))))/i;

/** Only JSON is parsed; routes for files or bytes have their own parsers. Any other type gets 415. */
function readOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonType, { parseAs: 'string', bodyLimit: jsonBytesMax }, (request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJsonBody(text as string, request.routeOptions.config.bodyValuesMax));
    } catch (error) {
      done(error as Error);
    }
  });
}
