import type { ShownBlock } from '@tuneport/contract/content/blocks';
import type { Call } from '@tuneport/contract/index';

/** The records that the blocks of a page refer to. */
export async function blockDataOf(call: Call, blocks: readonly ShownBlock[]) {
  const slugs = [...new Set(blocks.flatMap((block) => (block.kind === 'product' ? [block.slug] : [])))];
  const [products, makes] = await Promise.all([
    slugs.length > 0 ? call('GET /store/product', { query: { slugs: slugs.join(',') } }) : null,
    blocks.some(({ kind }) => kind === 'vehicles') ? call('GET /v1/catalog/makes') : [],
  ]);
  return {
    products: products?.data ?? [],
    pricesShown: products?.prices_shown ?? false,
    makes: makes.slice(0, 12).map(({ slug, name }) => ({ slug, name })),
  };
}
