import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { CachedResponse } from '../../cache/response-cache.ts';

/** Names the answer from the bare request; null where the caller needs one of their own. */
export type KeyOf = (request: IncomingMessage) => string | null;

export type Kept = { get(key: string): CachedResponse | undefined };

type Road = { readonly answers: Kept; readonly keyOf: KeyOf };
type Send = (answer: CachedResponse, request: IncomingMessage, response: ServerResponse) => void;

const addressesMax = 20_000;
const opened = new WeakMap<Server, Map<string, Road>>();

/**
 * An address that was answered with what is kept is answered so again before the framework has looked at it:
 * there is no session, input or handler to look for. The key is named anew each time, so what is kept here is only where
 * to look, and whatever is not found goes the long way.
 */
export function openCacheFastPath(server: Server, send: Send): void {
  const roads = new Map<string, Road>();
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!handle) throw new Error('The server has nobody to answer its requests.');
  opened.set(server, roads);
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request;
    // A GET with a body is refused by the framework.
    const bare = method === 'GET' && !headers['content-length'] && !headers['transfer-encoding'];
    const road = bare ? roads.get(request.url ?? '') : undefined;
    const key = road ? road.keyOf(request) : null;
    const answer = key === null ? undefined : road?.answers.get(key);
    if (answer) send(answer, request, response);
    else handle(request, response);
  });
}

/** Of an address that has just been answered with what is kept. */
export function rememberRoad(server: Server, { method, url }: IncomingMessage, road: Road): void {
  const roads = opened.get(server);
  if (!roads || method !== 'GET' || !url || roads.get(url) === road) return;
  if (roads.size >= addressesMax) roads.clear();
  roads.set(url, road);
}
