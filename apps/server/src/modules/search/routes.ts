import type { search } from '@tuneport/contract/search/search';
import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import { handlers } from '../../platform/http/context.ts';
import { searchCatalog } from '../catalog/index.ts';
import { findProducts } from '../store/index.ts';

export const searchRoutes = handlers<typeof search>({
  'GET /v1/search': async ({ db, platform, region, query: { q, limit } }) => {
    // VINs have their own endpoint, with a body.
    if (q === '' || looksLikeVin(q)) return { vehicles: [], tunes: [], products: [] };
    const [found, products] = await Promise.all([
      searchCatalog(db, region, q, limit),
      findProducts(platform, region, q, limit),
    ]);
    return { ...found, products };
  },
});
