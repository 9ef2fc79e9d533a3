import { inLanguage, languages, prefixOf } from '@tuneport/domain/text/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { atomFeed, escapeXml, newestPosts, publishedSlugs } from './modules/content/index.ts';
import { productListOf } from './modules/store/index.ts';
import { cacheable, ResponseCache } from './platform/cache/response-cache.ts';
import { sendCached } from './platform/http/cached/send-cached.ts';
import { inProcessCall } from './platform/http/mount/in-process.ts';
import type { Registry } from './platform/http/mount/registry.ts';
import { regionOf } from './platform/http/mount/visitor.ts';
import type { Platform } from './platform/platform.ts';

const cacheBytesMax = 32 * 1024 * 1024;
const maxAgeS = 3600;
const postsMax = 5000;
const feedPosts = 25;
/** The region is chosen by a cookie, so the same URL has a different response for each. */
const headers = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': `public, max-age=${maxAgeS}`,
  vary: 'accept-encoding, cookie',
};

type Sitemap = { readonly kind: 'sitemapindex' | 'urlset'; readonly paths: readonly string[] };

/**
 * The sitemap: pages and posts, and for each language the products of the store and the catalogue in parts of a few
 * thousand URLs. Each part is built once per region and version of its data.
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
    const items = paths.map((path) => `<${item}><loc>${escapeXml(origin + path)}</loc></${item}>`).join('\n');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items}\n</${kind}>\n`;
  };
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, area, make }: { name: string; area: 'catalog' | 'store' | 'content'; make: () => Promise<Sitemap> },
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
        const vehicles = Array.from({ length: parts }, (_, at) => `/${at + 1}.xml`);
        const translated = ['/products.xml', ...vehicles];
        const paths = languages.flatMap((each) => translated.map((path) => `/sitemap${prefixOf(each)}${path}`));
        return { kind: 'sitemapindex', paths: ['/sitemap/pages.xml', ...paths] };
      },
    }),
  );
  app.get('/sitemap/pages.xml', (request, reply) =>
    answer(request, reply, {
      name: 'pages',
      area: 'content',
      async make() {
        const now = platform.clock.now();
        const [slugs, posts] = await Promise.all([
          publishedSlugs(platform.db, now),
          newestPosts(platform.db, now, postsMax),
        ]);
        const authors = [...new Set(posts.map(({ author }) => author.slug))];
        const paths = [
          ...slugs.map((slug) => `/${slug}`),
          '/blog',
          ...posts.map(({ id, slug }) => `/blog/${id}/${slug}`),
          ...authors.flatMap((slug) => [`/blog/by-author/${slug}`, `/staff/${slug}`]),
        ];
        return { kind: 'urlset', paths };
      },
    }),
  );
  app.get('/blog/feed.xml', async (request, reply) => {
    const key = `feed ${platform.versions.of('content')}`;
    const made =
      cache.get(key) ??
      (await cache.make(key, async () =>
        cacheable(
          200,
          { ...headers, 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
          atomFeed(origin, await newestPosts(platform.db, platform.clock.now(), feedPosts), platform.clock.now()),
        ),
      ));
    return sendCached(made, request, reply);
  });
  // Editors' pages are in English; the store and the catalogue have each page in every language.
  for (const language of languages) {
    const at = `/sitemap${prefixOf(language)}`;
    const localized = (paths: readonly string[]) => paths.map((path) => inLanguage(language, path));
    app.get(`${at}/products.xml`, (request, reply) =>
      answer(request, reply, {
        name: `products ${language}`,
        area: 'store',
        async make() {
          const productList = await productListOf(platform, regionOf(platform.config, request.headers.cookie));
          const products = productList.products.map(({ slug }) => `/products/${slug}`);
          return { kind: 'urlset', paths: localized(['/products', ...products]) };
        },
      }),
    );
    app.get<{ Params: { part: string } }>(`${at}/:part(^\\d{1,6}).xml`, (request, reply) =>
      answer(request, reply, {
        name: `part ${Number(request.params.part)} ${language}`,
        area: 'catalog',
        async make() {
          const call = inProcessCall(platform, registry, request, reply);
          const { paths } = await call('GET /v1/catalog/sitemap/:part', { params: { part: request.params.part } });
          return { kind: 'urlset', paths: localized(paths) };
        },
      }),
    );
  }
}
