import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest Content-Length this route accepts; defaults to the limit of JSON bodies. */
    bodyBytesMax?: number;
  }
}

export const jsonBytesMax = 1024 * 1024;

/** The rest of a rejected body is drained only if it is this small, so that the connection can be reused. */
const drainedBytesMax = 64 * 1024;

/** Rejects bodies by their declared size before reading a byte, and never reads the rest of a rejected one. */
export function limitBodies(app: FastifyInstance): void {
  const waiting = new WeakSet<object>();
  // Node would send 100 Continue for every body; here it is sent only after its size and type are accepted.
  app.server.on('checkContinue', (request, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, _reply, done) => done(refusedBody(request)));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (waiting.has(request.raw)) reply.raw.writeContinue();
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasUnreadBody(request)) {
      request.raw.pause();
      void reply.header('connection', 'close');
    }
    done();
  });
}

function refusedBody(request: FastifyRequest): Refusal | undefined {
  const length = Number(request.headers['content-length'] ?? 0);
  const hasBody = length > 0 || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return undefined;
  if (request.method === 'GET' || request.method === 'HEAD')
    return new Refusal('bad_request', { message: 'This request cannot have a body.' });
  return length > (request.routeOptions.config?.bodyBytesMax ?? jsonBytesMax) ? new Refusal('too_large') : undefined;
}

/** Without "connection: close" Node would read the whole rest before the next request. */
function hasUnreadBody({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete || !(raw.socket instanceof Socket)) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > drainedBytesMax;
}
