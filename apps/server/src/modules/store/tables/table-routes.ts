import type { storeTablesAdmin } from '@tuneport/contract/store/store-tables-admin';
import { handlers } from '../../../platform/http/context.ts';
import { readCategories, readLocations, saveCategories, saveLocations } from './save-tables.ts';

export const storeTableRoutes = handlers<typeof storeTablesAdmin>({
  'GET /v1/admin/product-category-table': ({ db }) => readCategories(db),
  'PUT /v1/admin/product-category-table': ({ db, actor, body }) => saveCategories(db, actor, body),
  'GET /v1/admin/stock-location-table': ({ db }) => readLocations(db),
  'PUT /v1/admin/stock-location-table': ({ db, actor, body }) => saveLocations(db, actor, body),
});
