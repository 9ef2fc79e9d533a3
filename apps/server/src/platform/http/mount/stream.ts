import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '../../refusal.ts';

/** A call whose body is passed on as a stream, so that a large file is never held in memory. */
export function mountStream(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Checked by the call itself, after authentication.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    // The call itself limits the number of bytes.
    scope.route({ ...route, config: { ...route.config, bodyBytesMax: Number.POSITIVE_INFINITY } });
  });
}

export function requireMediaType(request: FastifyRequest, mediaType: string): Readable {
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== mediaType)
    throw new Refusal('unsupported_media_type', { message: `This request must be sent as ${mediaType}.` });
  return request.body instanceof Readable ? request.body : Readable.from([]);
}
