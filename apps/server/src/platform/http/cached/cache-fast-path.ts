import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { FastifyServerFactory, FastifyServerOptions } from 'fastify';
import type { CachedResponse } from '../../cache/response-cache.ts';

/** The cache key of a raw request; null if the response is individual. */
export type KeyOf = (request: IncomingMessage) => string | null;

export type ResponseLookup = { get(key: string): CachedResponse | undefined };

type CachedRoute = { readonly answers: ResponseLookup; readonly keyOf: KeyOf };
type Send = (answer: CachedResponse, request: IncomingMessage, response: ServerResponse) => void;

type FactoryOptions = FastifyServerOptions & { readonly http?: ServerOptions };

const addressesMax = 20_000;
const opened = new WeakMap<Server, Map<string, CachedRoute>>();

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A Fastify `serverFactory`. A URL that was answered from the cache before is answered from it again without passing the
 * request to the framework, because it needs no session, input or handler. Only the cache and key function of the URL
 * are stored here; the key is computed for each request, and a cache miss goes to the framework.
 */
export function fastPathServer(send: Send): FastifyServerFactory {
  const routes = new Map<string, CachedRoute>();
  return (handle: Listener, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as FactoryOptions;
    const server = createServer(http ?? {}, (request, response) => {
      const { method, headers } = request;
      // The framework rejects a GET with a body.
      const bare = method === 'GET' && !headers['content-length'] && !headers['transfer-encoding'];
      const route = bare ? routes.get(request.url ?? '') : undefined;
      const key = route ? route.keyOf(request) : null;
      const answer = key === null ? undefined : route?.answers.get(key);
      if (answer) send(answer, request, response);
      else handle(request, response);
    });
    // Fastify sets these on servers that it makes itself.
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout;
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout;
    server.setTimeout(connectionTimeout ?? 0);
    opened.set(server, routes);
    return server;
  };
}

/** Registers a URL that has just been answered from the cache. */
export function registerCachedRoute(server: Server, { method, url }: IncomingMessage, route: CachedRoute): void {
  const routes = opened.get(server);
  if (!routes || method !== 'GET' || !url || routes.get(url) === route) return;
  if (routes.size >= addressesMax) routes.clear();
  routes.set(url, route);
}
