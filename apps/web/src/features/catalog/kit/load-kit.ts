import type { Call, CallReply } from '@tuneport/contract/index';
import { isQuestion, type KitNode } from '@tuneport/domain/catalog/kit-tree';
import { pathTo } from '@tuneport/domain/trees/tree';
import { codeOf } from '../vehicle/load-vehicle.ts';

type KitTune = CallReply<'GET /kit-builder/tree'>['tunes'][number];
type KitOffer = CallReply<'GET /store/product'>['data'][number];

export type KitPageData = {
  readonly tree: KitNode | null;
  /** From the first question to the current one. */
  readonly path: readonly KitNode[];
  readonly tunes: readonly KitTune[];
  readonly offers: readonly KitOffer[];
};

const slugsAtOnce = 4;

/** The node named in the URL; a node that no longer exists falls back to the first question. */
export async function loadKit(call: Call, url: URL): Promise<KitPageData> {
  const found = await call('GET /kit-builder/tree').catch((error: unknown) => {
    if (codeOf(error) === 'not_found') return null;
    throw error;
  });
  if (!found) return { tree: null, path: [], tunes: [], offers: [] };
  const { tree, tunes } = found;
  const openPath = pathTo(tree, url.searchParams.get('at') ?? '');
  const path = openPath.length > 0 ? openPath : [tree];
  const here = path.at(-1) ?? tree;
  const offers = isQuestion(here) ? [] : await offersOf(call, here);
  return { tree, path, tunes: tunes.filter(({ id }) => here.tunes.includes(id)), offers };
}

async function offersOf(call: Call, { products }: KitNode): Promise<KitOffer[]> {
  const slugs = products.map(({ slug }) => slug);
  const parts = Array.from({ length: Math.ceil(slugs.length / slugsAtOnce) }, (_, nth) =>
    slugs.slice(nth * slugsAtOnce, (nth + 1) * slugsAtOnce).join(','),
  );
  const pages = await Promise.all(parts.map((part) => call('GET /store/product', { query: { slugs: part } })));
  return pages.flatMap(({ data }) => data).filter(({ slug }) => slugs.includes(slug));
}
