import type { FastifyInstance, FastifyReply } from 'fastify';
import { shelfOf } from './modules/store/index.ts';
import { inProcessCall } from './platform/http/in-process.ts';
import { regionOf } from './platform/http/mount.ts';
import type { Registry } from './platform/http/registry.ts';
import type { Platform } from './platform/platform.ts';

const sign: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => sign[each] ?? each);

/** What search engines should know: the products of the store, and the catalogue in parts of a few thousand addresses. */
export function mountSitemap(app: FastifyInstance, platform: Platform, registry: Registry): void {
  const origin = platform.config.publicOrigin;
  const send = (
    reply: FastifyReply,
    list: 'sitemapindex' | 'urlset',
    item: 'sitemap' | 'url',
    paths: readonly string[],
  ) => {
    const items = paths.map((path) => `<${item}><loc>${escaped(origin + path)}</loc></${item}>`).join('\n');
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items}\n</${list}>\n`,
      );
  };
  app.get('/sitemap.xml', async (request, reply) => {
    const call = inProcessCall(platform, registry, request, reply);
    const { parts } = await call('GET /v1/catalog/sitemap/:part', { params: { part: 1 } });
    return send(reply, 'sitemapindex', 'sitemap', [
      '/sitemap/products.xml',
      ...Array.from({ length: parts }, (_, at) => `/sitemap/${at + 1}.xml`),
    ]);
  });
  app.get('/sitemap/products.xml', async (request, reply) => {
    const shelf = await shelfOf(platform, regionOf(platform.config, request.headers.cookie));
    return send(reply, 'urlset', 'url', ['/products', ...shelf.products.map(({ slug }) => `/products/${slug}`)]);
  });
  app.get<{ Params: { part: string } }>('/sitemap/:part(^\\d{1,6}).xml', async (request, reply) => {
    const call = inProcessCall(platform, registry, request, reply);
    const { paths } = await call('GET /v1/catalog/sitemap/:part', { params: { part: request.params.part } });
    return send(reply, 'urlset', 'url', paths);
  });
}
