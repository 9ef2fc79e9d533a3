import { unitPrice } from '@tuneport/domain/store/product';
import { listProducts, type ProductSort, parseFilters } from '@tuneport/domain/store/product-list';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { BuyerView } from './buyer-view.ts';
import { presentListed, presentProduct } from './present-product.ts';
import { type CachedProduct, productListOf } from './product-cache.ts';
import { freeStock } from './product-queries.ts';

const relatedMax = 4;
/** Fills the rows of two, three and four columns. */
const pageSize = 24;

type Input = {
  page: number;
  category?: string | undefined;
  filters: string;
  search?: string | undefined;
  sort: ProductSort;
  slugs?: string | undefined;
};

export async function browseProducts(platform: Platform, view: BuyerView, input: Input) {
  const productList = await productListOf(platform, view.region);
  const { found, facets, categoryCounts } = listProducts(
    named(productList.products, input.slugs),
    { ...input, filters: parseFilters(input.filters) },
    (product) => unitPrice(product.prices, view)?.amountMinor ?? null,
  );
  const ordered = input.slugs === undefined ? found : inOrder(found, input.slugs);
  const data = ordered.slice((input.page - 1) * pageSize, input.page * pageSize);
  const free = await freeStock(platform.db, stockedIds(data));
  return {
    data: data.map((product) => presentListed(view, product, free.get(product.id) ?? 0)),
    page: input.page,
    page_count: Math.ceil(ordered.length / pageSize),
    total: ordered.length,
    categories: productList.categories.map((category) => ({
      ...category,
      count: categoryCounts.get(category.slug) ?? 0,
    })),
    filters: facets.map((facet) => ({ ...facet, values: [...facet.values] })),
    sale: view.sale,
    currency: view.currency,
    prices_shown: view.shown,
  };
}

const slugList = (slugs: string) => slugs.split(',');

const named = (products: readonly CachedProduct[], slugs: string | undefined) =>
  slugs === undefined ? products : products.filter(({ slug }) => slugList(slugs).includes(slug));

function inOrder(products: readonly CachedProduct[], slugs: string): CachedProduct[] {
  const order = slugList(slugs);
  return [...products].sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
}

const stockedIds = (products: readonly CachedProduct[]) =>
  products.filter(({ tracksStock }) => tracksStock).map(({ id }) => id);

export async function showProduct(platform: Platform, view: BuyerView, slug: string) {
  const productList = await productListOf(platform, view.region);
  const product = productList.bySlug.get(slug) ?? (await elsewhere(platform, view, slug));
  const related = productList.products
    .filter(({ category, id }) => category === product.category && id !== product.id)
    .slice(0, relatedMax);
  const free = await freeStock(platform.db, stockedIds([product, ...related]));
  return presentProduct(view, product, related, free);
}

async function elsewhere(platform: Platform, view: BuyerView, slug: string): Promise<never> {
  const other = view.region === 1 ? 2 : 1;
  const productList = await productListOf(platform, other);
  if (productList.bySlug.has(slug)) throw new Refusal('region_mismatch', { region: other });
  throw new Refusal('not_found');
}
