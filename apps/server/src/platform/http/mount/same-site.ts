import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A write must prove that it comes from a page of this site: by its Origin or, if there is none, by Sec-Fetch-Site.
 * SameSite=Lax on the session is the first layer, this the second, and only JSON (or a declared upload) is parsed.
 */
export function requireSameSite(request: FastifyRequest, publicOrigin: string): void {
  if (safeMethods.has(request.method)) return;
  const site = header(request, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') throw new Refusal('cross_site');
  const origin = header(request, 'origin');
  if (origin === undefined) {
    if (site === 'same-origin') return;
    throw new Refusal('cross_site', {
      message: "Send this site's Origin header with requests that change data.",
    });
  }
  if (origin === publicOrigin || origin === `${request.protocol}://${request.host}`) return;
  throw new Refusal('cross_site');
}

/**
 * The same for a native form submission. From a page without a referrer the browser hides the origin, so only
 * Sec-Fetch-Site proves where the form was; a sandboxed or foreign document is never same-origin there.
 */
export function requireSameSiteForm(request: FastifyRequest, publicOrigin: string): void {
  if (header(request, 'origin') === 'null' && header(request, 'sec-fetch-site') === 'same-origin') return;
  requireSameSite(request, publicOrigin);
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
