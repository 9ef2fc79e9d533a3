import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from '../cache/encoding.ts';
import { bodyIn, type KeptAnswer } from '../cache/kept-answers.ts';

/** A browser that has these bytes already is told so, with the headers of today: a policy may be newer than the bytes. */
export function sendKept(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(answer.headers);
  // Contained, not equal: a proxy may have marked it as weak or sent several.
  if (request.headers['if-none-match']?.includes(answer.etag)) return reply.code(304).send();
  const { body, encoding } = bodyIn(answer, encodingFor(request.headers['accept-encoding'] as string | undefined));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(answer.status).send(body);
}
