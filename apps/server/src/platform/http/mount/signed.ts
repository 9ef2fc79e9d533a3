import { createHash, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@tuneport/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { anonymousActor } from '../../actor.ts';
import type { Platform } from '../../platform.ts';
import { Refusal } from '../../refusal.ts';
import { dispatch, type Mounted } from './dispatch.ts';

/**
 * A call by another server. Its body stays raw bytes regardless of its content type, because the signature covers the
 * bytes.
 */
export function mountSigned(
  app: FastifyInstance,
  platform: Platform,
  mounted: Mounted,
  { header, maxBytes, secret }: NonNullable<Endpoint['signed']>,
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
      onRequest: async (request) => {
        if (secret === 'inboundMail') requireSecret(platform.config.inboundMailSecrets, request.headers.authorization);
      },
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
            mediaType: request.headers['content-type'] ?? '',
          },
        });
        return reply.code(status).send(body);
      },
    });
  });
}

/** Providers can send a header of their own (Bearer), or only the login of a URL (Basic, with any name). */
function requireSecret(secrets: readonly string[], authorization: string | undefined): void {
  if (secrets.length === 0) throw new Refusal('not_found');
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
  const given =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : value;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  // All are compared, so that the time does not tell which one matched.
  const matches = secrets.map((secret) => timingSafeEqual(hash(secret), hash(given)));
  if (!matches.includes(true)) throw new Refusal('unauthenticated', { message: 'The secret is missing or wrong.' });
}
