import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { compressWell, type Encoding, encodingFor, worthCompressingBytes } from '../../cache/encoding.ts';
import { bodyIn, type CachedResponse, type ReadyAnswer } from '../../cache/response-cache.ts';
import { onEveryAnswer } from '../security-headers.ts';
import { type KeyOf, type ResponseLookup, registerCachedRoute } from './cache-fast-path.ts';

/**
 * Serves cached responses before session, input and handler: the key covers everything the response depends on. A miss
 * takes the normal request path, which fills the cache.
 */
export function cacheFastPath(answers: ResponseLookup, keyOf: KeyOf): onRequestHookHandler {
  const route = { answers, keyOf };
  return (request, reply, done) => {
    const key = keyOf(request.raw);
    const answer = key === null ? undefined : answers.get(key);
    if (!answer) return done();
    registerCachedRoute(request.server.server, request.raw, route);
    void sendCached(answer, request, reply);
  };
}

export function sendCached(answer: CachedResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  writeCached(answer, request.raw, reply.raw);
  return reply;
}

/** Bypasses the framework: headers are assembled once, not for each request. */
export function writeCached(
  answer: CachedResponse,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  // `includes`, because a proxy may have made the ETag weak or sent several. The headers are current, since a policy
  // may be newer than the cached bytes.
  if (answer.status === 304 || headers['if-none-match']?.includes(answer.etag)) {
    answer.ready.unchanged ??= { headers: lines(answer.headers), body: '' };
    response.writeHead(304, answer.ready.unchanged.headers).end();
    return;
  }
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined);
  answer.ready[encoding] ??= readyIn(answer, encoding);
  const ready = answer.ready[encoding];
  if (encoding === 'br') {
    answer.sent += 1;
    if (answer.sent === popularAt && answer.identity.length >= worthCompressingBytes) void makeSmaller(answer);
  }
  response.writeHead(answer.status, ready.headers).end(method === 'HEAD' ? '' : ready.body, 'latin1');
}

const popularAt = 20;

/** Frequently requested responses are compressed again at higher quality. */
async function makeSmaller(answer: CachedResponse): Promise<void> {
  answer.ready.br = compressed(answer, await compressWell(answer.identity), 'br');
}

function readyIn(answer: CachedResponse, wanted: Encoding): ReadyAnswer {
  const { body, encoding } = bodyIn(answer, wanted);
  if (encoding !== 'identity') return compressed(answer, body, encoding);
  return { headers: lines({ ...answer.headers, 'content-length': String(body.length) }), body };
}

const compressed = ({ headers }: CachedResponse, body: Buffer, encoding: Encoding): ReadyAnswer => ({
  headers: lines({ ...headers, 'content-length': String(body.length), 'content-encoding': encoding }),
  body: body.toString('latin1'),
});

const lines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...onEveryAnswer, ...headers }).flat();
