import { inLanguage } from '@tuneport/domain/text/languages';
import { language, t } from '@tuneport/domain/text/text';
import type { Crumb } from '../../ui/layout/Breadcrumbs.tsx';
import type { FullEngine } from './catalog-types.ts';

export type JsonLd = Record<string, unknown>;

export const breadcrumbLd = (origin: string, crumbs: readonly Crumb[]): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: crumb.label,
    ...(crumb.to === undefined ? {} : { item: origin + inLanguage(language(), crumb.to) }),
  })),
});

/** Each tune with a public price is a product with an offer; a tune without a price is not offered yet. */
export function tuneProductsLd(
  origin: string,
  path: string,
  vehicle: string,
  engine: Pick<FullEngine, 'tunes' | 'name'>,
): JsonLd[] {
  return engine.tunes.flatMap((tune) => {
    if (tune.is_stock || tune.optional || tune.price === null) return [];
    const address = `${origin}${inLanguage(language(), path)}?tune=${encodeURIComponent(tune.slug)}`;
    return [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: t('{tune} for {vehicle}, {engine}', { tune: tune.name, vehicle, engine: engine.name }),
        ...(tune.description === '' ? {} : { description: tune.description }),
        ...(tune.part_number === '' ? {} : { sku: tune.part_number, mpn: tune.part_number }),
        category: t('Engine tuning'),
        url: address,
        offers: {
          '@type': 'Offer',
          price: tune.price.amount,
          priceCurrency: tune.price.currency,
          availability: 'https://schema.org/InStock',
          url: address,
        },
      },
    ];
  });
}

type MetaTag = Record<string, unknown>;

/** Title, description, canonical URL, sharing card and structured data of a public page. */
export function pageMeta(about: {
  title: string;
  description: string;
  origin: string;
  path: string;
  ld?: readonly JsonLd[];
}): MetaTag[] {
  const url = about.origin + inLanguage(language(), about.path);
  return [
    { title: about.title },
    { name: 'description', content: about.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: about.title },
    { property: 'og:description', content: about.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${about.origin}/og.png` },
    ...(about.ld ?? []).map((ld) => ({ 'script:ld+json': ld })),
  ];
}
