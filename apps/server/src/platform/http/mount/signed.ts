import type { Endpoint } from '@tuneport/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { anonymousActor } from '../../actor.ts';
import type { Platform } from '../../platform.ts';
import { dispatch, type Mounted } from './dispatch.ts';

/**
 * A call by another server. Its body stays raw bytes regardless of its content type, because the signature covers the
 * bytes.
 */
export function mountSigned(
  app: FastifyInstance,
  platform: Platform,
  mounted: Mounted,
  { header, maxBytes }: NonNullable<Endpoint['signed']>,
): void {
  const [method, path] = mounted.key.split(' ') as [string, string];
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.route({
      method,
      url: `/api${path}`,
      config: { call: mounted.key, bodyBytesMax: maxBytes },
      handler: async (request, reply) => {
        reply.header('cache-control', 'private, no-store');
        const given = request.headers[header];
        const { status, body } = await dispatch(platform, mounted, {
          actor: anonymousActor(request.ip),
          region: platform.config.regions[0] ?? 1,
          clientInfo: { address: request.ip, userAgent: '', cookies: {}, url: request.url, range: undefined },
          params: request.params,
          query: request.query,
          body: undefined,
          signed: {
            bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            signature: Array.isArray(given) ? given.join(',') : given,
          },
        });
        return reply.code(status).send(body);
      },
    });
  });
}
