import type { storeShelvesAdmin } from '@tuneport/contract/store/store-shelves-admin';
import { handlers } from '../../../platform/http/context.ts';
import { readCategories, readLocations, saveCategories, saveLocations } from './save-shelves.ts';

export const storeShelfRoutes = handlers<typeof storeShelvesAdmin>({
  'GET /v1/admin/product-category-table': ({ db }) => readCategories(db),
  'PUT /v1/admin/product-category-table': ({ db, actor, body }) => saveCategories(db, actor, body),
  'GET /v1/admin/stock-location-table': ({ db }) => readLocations(db),
  'PUT /v1/admin/stock-location-table': ({ db, actor, body }) => saveLocations(db, actor, body),
});
