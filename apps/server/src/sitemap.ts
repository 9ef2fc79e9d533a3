import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { productListOf } from './modules/store/index.ts';
import { cacheable, ResponseCache } from './platform/cache/response-cache.ts';
import { sendCached } from './platform/http/cached/send-cached.ts';
import { inProcessCall } from './platform/http/mount/in-process.ts';
import { regionOf } from './platform/http/mount/mount.ts';
import type { Registry } from './platform/http/mount/registry.ts';
import type { Platform } from './platform/platform.ts';

const sign: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => sign[each] ?? each);

const cacheBytesMax = 32 * 1024 * 1024;
const maxAgeS = 3600;
/** The region is chosen by a cookie, so the same URL has a different response for each. */
const headers = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': `public, max-age=${maxAgeS}`,
  vary: 'accept-encoding, cookie',
};

type Sitemap = { readonly kind: 'sitemapindex' | 'urlset'; readonly paths: readonly string[] };

/**
 * The sitemap: the products of the store, and the catalogue in parts of a few thousand URLs. Each part is built once
 * per region and version of its data.
 */
export function mountSitemap(app: FastifyInstance, platform: Platform, registry: Registry): void {
  const origin = platform.config.publicOrigin;
  const cache = new ResponseCache({
    maxBytes: cacheBytesMax,
    lifeMs: maxAgeS * 1000,
    nowMs: () => platform.clock.now().getTime(),
  });
  const xmlOf = ({ kind, paths }: Sitemap): string => {
    const item = kind === 'urlset' ? 'url' : 'sitemap';
    const items = paths.map((path) => `<${item}><loc>${escaped(origin + path)}</loc></${item}>`).join('\n');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items}\n</${kind}>\n`;
  };
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, area, make }: { name: string; area: 'catalog' | 'store'; make: () => Promise<Sitemap> },
  ) {
    const region = regionOf(platform.config, request.headers.cookie);
    const key = `${name} ${region} ${platform.versions.of(area)}`;
    const made = cache.get(key) ?? (await cache.make(key, async () => cacheable(200, headers, xmlOf(await make()))));
    return sendCached(made, request, reply);
  }

  app.get('/sitemap.xml', (request, reply) =>
    answer(request, reply, {
      name: 'index',
      area: 'catalog',
      async make() {
        const call = inProcessCall(platform, registry, request, reply);
        const { parts } = await call('GET /v1/catalog/sitemap/:part', { params: { part: 1 } });
        const vehicles = Array.from({ length: parts }, (_, at) => `/sitemap/${at + 1}.xml`);
        return { kind: 'sitemapindex', paths: ['/sitemap/products.xml', ...vehicles] };
      },
    }),
  );
  app.get('/sitemap/products.xml', (request, reply) =>
    answer(request, reply, {
      name: 'products',
      area: 'store',
      async make() {
        const productList = await productListOf(platform, regionOf(platform.config, request.headers.cookie));
        return { kind: 'urlset', paths: ['/products', ...productList.products.map(({ slug }) => `/products/${slug}`)] };
      },
    }),
  );
  app.get<{ Params: { part: string } }>('/sitemap/:part(^\\d{1,6}).xml', (request, reply) =>
    answer(request, reply, {
      name: `part ${Number(request.params.part)}`,
      area: 'catalog',
      async make() {
        const call = inProcessCall(platform, registry, request, reply);
        const { paths } = await call('GET /v1/catalog/sitemap/:part', { params: { part: request.params.part } });
        return { kind: 'urlset', paths };
      },
    }),
  );
}
