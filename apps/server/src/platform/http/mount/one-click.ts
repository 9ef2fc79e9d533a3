import type { FastifyInstance } from 'fastify';
import { anonymousActor } from '../../actor.ts';
import type { Platform } from '../../platform.ts';
import { dispatch, type Mounted } from './dispatch.ts';

const bodyBytesMax = 4096;

/**
 * Mounts a one-click call made by mail clients (without a browser page). The caller is always anonymous: session and
 * cookies are ignored, and a body of any type is accepted and discarded.
 */
export function mountOneClick(app: FastifyInstance, platform: Platform, mounted: Mounted): void {
  const [method, path] = mounted.key.split(' ') as [string, string];
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, _bytes, done) =>
      done(null, undefined),
    );
    scope.route({
      method,
      url: `/api${path}`,
      config: { call: mounted.key, bodyBytesMax },
      handler: async (request, reply) => {
        const { raw } = await dispatch(platform, mounted, {
          actor: anonymousActor(request.ip),
          region: platform.config.regions[0] ?? 1,
          clientInfo: { address: request.ip, userAgent: '', cookies: {}, url: request.url, range: undefined },
          params: request.params,
          query: request.query,
          body: undefined,
        });
        return reply
          .code(raw?.status ?? 204)
          .header('cache-control', 'private, no-store')
          .headers(raw?.headers ?? {})
          .send(raw?.body);
      },
    });
  });
}
