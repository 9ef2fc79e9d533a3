import type { stockAdmin } from '@tuneport/contract/store/stock-admin';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { bookMovement, reverseMovement } from './book-movement.ts';
import { defaultLowStock } from './low-stock.ts';
import { presentValue, stockValue } from './stock-cost.ts';
import { findPlace, listLocations, listMovements, listStock, presentPlace } from './stock-queries.ts';

export const stockAdminRoutes = handlers<typeof stockAdmin>({
  'GET /stock': async ({ db, platform, query }) => listStock(db, query, await defaultLowStock(platform)),
  'GET /stock/locations': ({ db }) => listLocations(db),
  'GET /stock/product/:productSlug/location/:locationSlug': async ({ db, params, query }) => {
    const place = await findPlace(db, params.productSlug, params.locationSlug);
    if (!place) throw new Refusal('not_found');
    const movements = await listMovements(db, place.product_id, place.location_id, query.page);
    const value = presentValue(await stockValue(db, place.product_id));
    return { ...presentPlace(place), movements, back_orders: place.back_orders, value };
  },
  'POST /stock/product/:productSlug/location/:locationSlug': ({ db, actor, params, body, now }) =>
    bookMovement(db, actor, params, body, now),
  'POST /stock/product/:productSlug/location/:locationSlug/reverse': ({ db, actor, params, body, now }) =>
    reverseMovement(db, actor, params, body, now),
});
