import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@tuneport/contract/errors';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { errorReply } from './error-reply.ts';
import { onEveryAnswer } from './security-headers.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
};

/** Malformed requests never reach a route, but get a response in the usual format before the connection closes. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // In the middle of a response nothing else can be sent.
  const running = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (socket.writable && !running?.headersSent) {
    const { status, body } = errorReply(new Refusal(codes[error.code ?? ''] ?? 'bad_request'));
    const text = JSON.stringify(body);
    const headers = {
      ...onEveryAnswer,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'private, no-store',
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
  }
  socket.destroy(error);
}

/** Handles requests that Node would answer with an empty response. */
export function answerOddRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  app.addHook('onRequest', (request, _reply, done) => {
    const hostless = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
    done(hostless ? new Refusal('bad_request') : undefined);
  });
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found');
  });
}
