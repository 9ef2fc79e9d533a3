import { inLanguage } from '@tuneport/domain/text/languages';
import { language, t } from '@tuneport/domain/text/text';
import type { JsonLd } from '../../shell/page-meta.ts';
import type { FullEngine } from './catalog-types.ts';

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
