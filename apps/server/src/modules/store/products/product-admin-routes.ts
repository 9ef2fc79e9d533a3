import type { storeProductsAdmin } from '@tuneport/contract/store/store-products-admin';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listCategoryRecords, listChanges, listProductRecords, listShippingClasses } from './admin-queries.ts';
import { priceRows } from './product-record.ts';
import { createProduct, findProduct, updateProduct } from './save-product.ts';
import { removeImage, takeImage } from './take-image.ts';

type Change = { field: string; before: unknown; after: unknown };

export const storeProductAdminRoutes = handlers<typeof storeProductsAdmin>({
  'GET /v1/admin/products': async ({ db, query }) => {
    const page = await listProductRecords(db, query);
    return { ...page, data: page.data.map((row) => ({ ...row, prices: priceRows(row.prices) })) };
  },
  'POST /v1/admin/products': ({ db, actor, body, now }) => createProduct(db, actor, body, now),
  'GET /v1/admin/products/:id': ({ db, params }) => findProduct(db, params.id),
  'POST /v1/admin/products/:id': ({ db, actor, params, body, readAt, now }) =>
    updateProduct(db, actor, params.id, body, readAt, now),
  'GET /v1/admin/products/:id/changes': async ({ db, params, query }) => {
    const page = await listChanges(db, params.id, query.page);
    if (page.total === 0) throw new Refusal('not_found');
    return {
      ...page,
      data: page.data.map(({ id, at, by, changes }) => ({ id: String(id), at, by, changes: changes as Change[] })),
    };
  },
  'POST /v1/admin/product-images': ({ db, platform, actor, files, body, now }) =>
    takeImage(db, platform.files, actor, files, body.alt, now),
  'DELETE /v1/admin/product-images/:id': ({ db, actor, params, now }) => removeImage(db, actor, params.id, now),
  'GET /v1/admin/product-shipping-classes': ({ db }) => listShippingClasses(db),
  'GET /v1/admin/product-categories': ({ db }) => listCategoryRecords(db),
});
