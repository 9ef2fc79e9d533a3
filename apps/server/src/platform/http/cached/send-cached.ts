import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { compressWell, type Encoding, encodingFor, worthCompressingBytes } from '../../cache/encoding.ts';
import { bodyIn, type CachedResponse, type ReadyAnswer } from '../../cache/response-cache.ts';
import { onEveryAnswer } from '../security-headers.ts';
import { type Kept, type KeyOf, rememberRoad } from './cache-fast-path.ts';

/**
 * The short road of what is kept: its key names all it hangs on, so it needs no session, no input and no handler, and a request
 * for it is answered before any of that is looked at. What is not kept yet goes the long way, at whose end it is kept.
 */
export function cacheFastPath(answers: Kept, keyOf: KeyOf): onRequestHookHandler {
  const road = { answers, keyOf };
  return (request, reply, done) => {
    const key = keyOf(request.raw);
    const answer = key === null ? undefined : answers.get(key);
    if (!answer) return done();
    rememberRoad(request.server.server, request.raw, road);
    void sendCached(answer, request, reply);
  };
}

export function sendCached(answer: CachedResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  writeCached(answer, request.raw, reply.raw);
  return reply;
}

/** Written by us: what the framework would put together for each request is put together once. */
export function writeCached(
  answer: CachedResponse,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  // Contained, not equal: a proxy may have marked it as weak or sent several. The headers are those of today, since a
  // policy may be newer than the bytes.
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

/** What many ask for is worth the work of sending it in fewer bytes. */
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
