import type { storeOrdersAdmin } from '@tuneport/contract/store/store-orders-admin';
import { handlers } from '../../../../platform/http/context.ts';
import { shipOrder } from './ship-order.ts';
import { cancelStaffOrder, presentStaffOrder, stepStaffOrder } from './staff-orders.ts';

export const storeStaffOrderRoutes = handlers<typeof storeOrdersAdmin>({
  'GET /v1/admin/orders/:id': ({ db, params }) => presentStaffOrder(db, params.id),
  'POST /v1/admin/orders/:id/steps': async ({ db, platform, actor, params, body, now }) => {
    await stepStaffOrder(db, params.id, body, { actor, now, origin: platform.config.publicOrigin });
    return presentStaffOrder(db, params.id);
  },
  'POST /v1/admin/orders/:id/ship': async ({ db, platform, actor, params, body, now }) => {
    const parcel = { tracking: body.tracking_number, carrier: body.carrier, lines: body.lines ?? null };
    await shipOrder(db, params.id, parcel, { actor, now, origin: platform.config.publicOrigin });
    return presentStaffOrder(db, params.id);
  },
  'POST /v1/admin/orders/:id/cancel': async ({ platform, actor, params, body, now, requestKey }) => {
    const input = { id: params.id, reason: body.reason, lines: body.lines ?? null, requestKey };
    await cancelStaffOrder(platform, input, { actor, now, origin: platform.config.publicOrigin });
    return presentStaffOrder(platform.db, params.id);
  },
});
