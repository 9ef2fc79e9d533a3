import type { storeShippingAdmin } from '@tuneport/contract/store/store-shipping-admin';
import { handlers } from '../../../platform/http/context.ts';
import { readShippingTable, readTaxTable, saveShippingTable, saveTaxTable } from './save-tables.ts';

export const storeShippingRoutes = handlers<typeof storeShippingAdmin>({
  'GET /v1/admin/shipping-table': ({ db }) => readShippingTable(db),
  'PUT /v1/admin/shipping-table': ({ db, actor, body }) => saveShippingTable(db, actor, body),
  'GET /v1/admin/tax-table': ({ db }) => readTaxTable(db),
  'PUT /v1/admin/tax-table': ({ db, actor, body }) => saveTaxTable(db, actor, body),
});
