import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { CachedResponse } from '../cache/response-cache.ts';

/** The cache key of a raw request; null if the response is individual. */
export type KeyOf = (request: IncomingMessage) => string | null;

export type Kept = { get(key: string): CachedResponse | undefined };

type Road = { readonly answers: Kept; readonly keyOf: KeyOf };
type Send = (answer: CachedResponse, request: IncomingMessage, response: ServerResponse) => void;

const addressesMax = 20_000;
const opened = new WeakMap<Server, Map<string, Road>>();

/**
 * A URL that was answered from the cache is answered again before the framework runs: it needs no session, input or
 * handler. Only the lookup is remembered here and the key is computed each time, so a miss takes the normal request
 * path.
 */
export function openCacheFastPath(server: Server, send: Send): void {
  const roads = new Map<string, Road>();
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!handle) throw new Error('The server has no request handler.');
  opened.set(server, roads);
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request;
    // The framework rejects a GET with a body.
    const bare = method === 'GET' && !headers['content-length'] && !headers['transfer-encoding'];
    const road = bare ? roads.get(request.url ?? '') : undefined;
    const key = road ? road.keyOf(request) : null;
    const answer = key === null ? undefined : road?.answers.get(key);
    if (answer) send(answer, request, response);
    else handle(request, response);
  });
}

/** Registers a URL that has just been answered from the cache. */
export function rememberRoad(server: Server, { method, url }: IncomingMessage, road: Road): void {
  const roads = opened.get(server);
  if (!roads || method !== 'GET' || !url || roads.get(url) === road) return;
  if (roads.size >= addressesMax) roads.clear();
  roads.set(url, road);
}
