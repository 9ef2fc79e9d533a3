import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageAnswer, PageFacts } from '../../../../../web/src/platform/api/server-interface.ts';
import { compress, encodingFor, worthCompressingBytes } from '../../cache/encoding.ts';
import { unavailableRetryS } from '../../refusal.ts';
import { pagePolicy, untracked } from './page-policy.ts';
import { withTheme } from './page-theme.ts';
import type { WebOptions } from './web-options.ts';

/** The request headers that every page depends on. */
export const pageVary = 'accept-encoding, cookie';

/** The development server adds its own scripts and styles to pages. */
const sourcesPolicy = "default-src 'self' 'unsafe-inline' data: ws:";

async function sendBody(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
  if (body.length < worthCompressingBytes || encoding === 'identity') return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compress(body, encoding));
}

/** The site's own colours; the built-in ones while the database is unavailable. */
export const themeOf = async ({ themeCss }: WebOptions): Promise<string> => (await themeCss?.().catch(() => '')) ?? '';

/** Sends a page that was rendered for one visitor; no cache keeps it. */
export async function sendRendered(
  options: WebOptions,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  facts: PageFacts,
  response: PageAnswer,
): Promise<FastifyReply> {
  const body = response.html === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(response.html);
  reply.code(response.status).header('cache-control', 'private, no-store').header('vary', pageVary);
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (response.status === 503 && !response.headers.has('retry-after')) reply.header('retry-after', unavailableRetryS);
  if (facts.tokenLink) reply.header('referrer-policy', 'no-referrer');
  if (facts.tokenLink || facts.guarded) reply.header('x-robots-tag', 'noindex');
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    const tracking = facts.tokenLink ? untracked(await options.tracking()) : await options.tracking();
    const css = await themeOf(options);
    const policy = options.source.isBuilt ? pagePolicy(options.source.current().scripts, tracking, css) : sourcesPolicy;
    reply.header('content-security-policy', policy);
    if (css !== '') return sendBody(request, reply, Buffer.from(withTheme(body.toString('utf8'), css)));
  }
  return sendBody(request, reply, body);
}
