import { inLanguage } from '@tuneport/domain/text/languages';
import { language, t } from '@tuneport/domain/text/text';
import type { Crumb } from '../../../ui/layout/Breadcrumbs.tsx';
import type { Product } from './product-types.ts';

type JsonLd = Record<string, unknown>;
type MetaTag = Record<string, unknown>;

export const storeCrumb = (): Crumb => ({ label: t('Store'), to: '/products' });

export const crumbsLd = (origin: string, crumbs: readonly Crumb[]): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: crumb.label,
    ...(crumb.to === undefined ? {} : { item: origin + inLanguage(language(), crumb.to) }),
  })),
});

const availabilityLd = {
  available: 'InStock',
  few: 'LimitedAvailability',
  'back-order': 'BackOrder',
  'sold-out': 'OutOfStock',
  digital: 'InStock',
} as const satisfies Record<Product['availability']['state'], string>;

/** A product with a public price has an offer for search engines; without one it is only described. */
export function productLd(origin: string, product: Product): JsonLd {
  const url = origin + inLanguage(language(), `/products/${product.slug}`);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.summary || product.description,
    url,
    ...(product.sku === '' ? {} : { sku: product.sku }),
    ...(product.category ? { category: product.category.name } : {}),
    ...(product.images.length === 0
      ? {}
      : { image: product.images.flatMap(({ sizes }) => sizes.slice(-1).map((size) => origin + size.url)) }),
    ...(product.price === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: product.price.amount,
            priceCurrency: product.price.currency,
            availability: `https://schema.org/${availabilityLd[product.availability.state]}`,
            itemCondition: 'https://schema.org/NewCondition',
            url,
          },
        }),
  };
}

/** Title, description, canonical URL, sharing card and structured data of a store page. */
export function storeMeta(about: {
  title: string;
  description: string;
  origin: string;
  path: string;
  image?: string | undefined;
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
    { property: 'og:image', content: about.origin + (about.image ?? '/og.png') },
    ...(about.ld ?? []).map((ld) => ({ 'script:ld+json': ld })),
  ];
}
