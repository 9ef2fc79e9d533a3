import { inLanguage } from '@tuneport/domain/text/languages';
import { language, t } from '@tuneport/domain/text/text';
import type { JsonLd } from '../../../shell/page-meta.ts';
import type { Crumb } from '../../../ui/layout/Breadcrumbs.tsx';
import type { Product } from './product-types.ts';

export const storeCrumb = (): Crumb => ({ label: t('Store'), to: '/products' });

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
