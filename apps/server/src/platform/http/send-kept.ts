import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Encoding, encodingFor } from '../cache/encoding.ts';
import { bodyIn, type KeptAnswer, type KeptAnswers, type ReadyAnswer } from '../cache/kept-answers.ts';
import { onEveryAnswer } from './security-headers.ts';

/**
 * The short road of what is kept for everybody. Such an answer needs no session, no input and no handler, so a request for
 * it is answered before any of that is looked at. `keyOf` names the answer from the bare request, or is null where the
 * caller needs one of their own. What is not kept yet goes the long way, at whose end it is kept.
 */
export function keptRoad(
  answers: KeptAnswers,
  keyOf: (request: IncomingMessage) => string | null,
): onRequestHookHandler {
  return (request, reply, done) => {
    const key = keyOf(request.raw);
    const answer = key === null ? undefined : answers.get(key);
    if (answer) void sendKept(answer, request, reply);
    else done();
  };
}

/** Written by us: what the framework would put together for each request is put together once. */
export function sendKept(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers } = request.raw;
  reply.hijack();
  // Contained, not equal: a proxy may have marked it as weak or sent several. The headers are those of today, since a
  // policy may be newer than the bytes.
  if (headers['if-none-match']?.includes(answer.etag)) {
    answer.ready.unchanged ??= { headers: lines(answer.headers), body: '' };
    reply.raw.writeHead(304, answer.ready.unchanged.headers).end();
    return reply;
  }
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined);
  answer.ready[encoding] ??= readyIn(answer, encoding);
  const ready = answer.ready[encoding];
  reply.raw.writeHead(answer.status, ready.headers).end(request.raw.method === 'HEAD' ? '' : ready.body, 'latin1');
  return reply;
}

function readyIn(answer: KeptAnswer, wanted: Encoding): ReadyAnswer {
  const { body, encoding } = bodyIn(answer, wanted);
  const length = { 'content-length': String(body.length) };
  if (encoding === 'identity') return { headers: lines({ ...answer.headers, ...length }), body };
  return {
    headers: lines({ ...answer.headers, ...length, 'content-encoding': encoding }),
    body: body.toString('latin1'),
  };
}

const lines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...onEveryAnswer, ...headers }).flat();
