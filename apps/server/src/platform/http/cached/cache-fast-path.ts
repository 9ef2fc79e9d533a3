import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { FastifyServerFactory, FastifyServerOptions } from 'fastify';
import type { CachedResponse } from '../../cache/response-cache.ts';

/** The cache key of a raw request; null if the response is individual. */
export type KeyOf = (request: IncomingMessage) => string | null;

export type Kept = { get(key: string): CachedResponse | undefined };

type Road = { readonly answers: Kept; readonly keyOf: KeyOf };
type Send = (answer: CachedResponse, request: IncomingMessage, response: ServerResponse) => void;

type FactoryOptions = FastifyServerOptions & { readonly http?: ServerOptions };

const addressesMax = 20_000;
const opened = new WeakMap<Server, Map<string, Road>>();

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A Fastify `serverFactory`. An address that was answered from the cache is answered so again before the framework looks at the request:
 * there is no session, input or handler to look for. The key is computed anew each time; only where to look is remembered here, and
 * whatever is not found goes to the framework.
 */
export function fastPathServer(send: Send): FastifyServerFactory {
  const roads = new Map<string, Road>();
  return (handle: Listener, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as FactoryOptions;
    const server = createServer(http ?? {}, (request, response) => {
      const { method, headers } = request;
      // The framework rejects a GET with a body.
      const bare = method === 'GET' && !headers['content-length'] && !headers['transfer-encoding'];
      const road = bare ? roads.get(request.url ?? '') : undefined;
      const key = road ? road.keyOf(request) : null;
      const answer = key === null ? undefined : road?.answers.get(key);
      if (answer) send(answer, request, response);
      else handle(request, response);
    });
    // Fastify sets these on servers that it makes itself.
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout;
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout;
    server.setTimeout(connectionTimeout ?? 0);
    opened.set(server, roads);
    return server;
  };
}

/** Registers a URL that has just been answered from the cache. */
export function rememberRoad(server: Server, { method, url }: IncomingMessage, road: Road): void {
  const roads = opened.get(server);
  if (!roads || method !== 'GET' || !url || roads.get(url) === road) return;
  if (roads.size >= addressesMax) roads.clear();
  roads.set(url, road);
}
