import type { Call, CallReply } from '@tuneport/contract/index';
import type { Tool } from '../catalog-types.ts';

type Listed = CallReply<'GET /store/product'>['data'][number];

/** Store data of a product that is a tool. */
export type ToolOffer = Pick<Listed, 'slug' | 'price' | 'days'> & {
  readonly availability: Listed['availability']['state'];
};

/** The products that sell, rent and lend these tools. If the store cannot be read, the page has no offers. */
export async function loadToolOffers(call: Call, tools: readonly Tool[]): Promise<ToolOffer[]> {
  const named = tools.flatMap(({ product_slug, rental_slug, loan_slug }) => [product_slug, rental_slug, loan_slug]);
  const slugs = [...new Set(named.filter((slug) => slug !== null))].sort().slice(0, slugsMax).join(',');
  if (slugs === '') return [];
  const found = await call('GET /store/product', { query: { slugs } }).catch(() => null);
  return (found?.data ?? []).map(({ slug, price, days, availability }) => ({
    slug,
    price,
    days,
    availability: availability.state,
  }));
}

/** Page size of the store list. */
const slugsMax = 25;
