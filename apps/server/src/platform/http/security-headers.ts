import type { FastifyInstance } from 'fastify';

/** For everything that is not a page: nothing may run, load or frame. Pages set their own policy with the hashes of their scripts. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const onEveryAnswer: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self), interest-cohort=()',
};

/** Set before routing, so that errors, redirects and unknown paths carry them too. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(onEveryAnswer);
    reply.header('content-security-policy', inertPolicy);
  });
}
