import { matchesProduct } from '@tuneport/domain/store/product-list';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { productListOf } from './product-cache.ts';

/** Products for the site search in store order, those with the words in their name first. */
export async function findProducts(platform: Platform, region: Region, text: string, limit: number) {
  const { products } = await productListOf(platform, region);
  const isNamed = ({ name }: { name: string }) => name.toLowerCase().includes(text.toLowerCase());
  const found = products.filter((product) => matchesProduct(product, text));
  return [...found.filter(isNamed), ...found.filter((product) => !isNamed(product))]
    .slice(0, limit)
    .map(({ name, summary, slug }) => ({ name, summary, path: `/products/${slug}` }));
}
