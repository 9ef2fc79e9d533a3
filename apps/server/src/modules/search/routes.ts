import type { search } from '@tuneport/contract/search/search';
import type { searchAdmin } from '@tuneport/contract/search/search-admin';
import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import { handlers } from '../../platform/http/context.ts';
import { searchCatalog } from '../catalog/index.ts';
import { findProducts } from '../store/index.ts';
import { findRecords } from './find-records.ts';

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

export const searchAdminRoutes = handlers<typeof searchAdmin>({
  'GET /v1/admin/search': async ({ db, actor, query: { q, limit } }) => ({
    data: await findRecords(db, actor, q, limit),
  }),
});
