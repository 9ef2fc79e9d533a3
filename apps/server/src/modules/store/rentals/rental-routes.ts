import type { rentals, rentalsAdmin } from '@tuneport/contract/store/rentals';
import { toWire } from '@tuneport/domain/money/money';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { moneyOwnershipOf } from '../../dealers/index.ts';
import { viewerOf } from '../orders/order-policy.ts';
import { readOrder } from '../orders/order-queries.ts';
import { methodOf } from '../orders/present-paid.ts';
import { decideRental } from './end-rental.ts';
import { payDeposit } from './pay-deposit.ts';
import { presentRental, presentRentalRecord } from './present-rental.ts';
import { rentOutRoutes } from './rent-out.ts';
import { listOwnRentals, listRentals, rentalById, rentalsOfOrder } from './rental-queries.ts';

export const rentalRoutes = handlers<typeof rentals>({
  'GET /rentals': async ({ db, actor, query }) => {
    const page = await listOwnRentals(db, moneyOwnershipOf(actor), query.page);
    return { ...page, data: page.data.map(presentRental) };
  },
  'GET /order/:id/rentals': async ({ db, actor, params, query }) => {
    const viewer = viewerOf(actor, query.token);
    if (!(await readOrder(db, params.id, viewer))) throw await noRecord(db, 'order', params.id, viewer.tokenHash);
    return (await rentalsOfOrder(db, params.id)).map(presentRental);
  },
  'POST /rentals/:id/deposit': async ({ db, platform, actor, params, body }) => {
    const method = methodOf(body.method);
    if (!method) throw new Refusal('invalid_fields', { errors: { method: ['Choose a payment method.'] } });
    const outcome = await payDeposit(db, platform, { id: params.id, actor, token: body.token, method });
    const rental = await rentalById(db, params.id);
    if (!rental) throw new Refusal('not_found');
    return {
      rental: presentRental(rental),
      payment: {
        payment_id: outcome.payment.id,
        state: outcome.payment.state,
        ...toWire(outcome.payment.amount),
        action: outcome.action && {
          provider: platform.payments?.name === 'stripe' ? ('stripe' as const) : ('test' as const),
          client_secret: outcome.action.clientSecret,
        },
        card: outcome.card && { brand: outcome.card.brand, last_four: outcome.card.lastFour },
      },
    };
  },
});

export const rentalAdminRoutes = handlers<typeof rentalsAdmin>({
  ...rentOutRoutes,
  'GET /v1/admin/rentals': async ({ db, query }) => {
    const page = await listRentals(db, query);
    return { ...page, data: page.data.map((row) => ({ ...presentRental(row), full_name: row.full_name })) };
  },
  'GET /v1/admin/rentals/:id': ({ db, params, now }) => presentRentalRecord(db, params.id, now),
  'PATCH /v1/admin/rentals/:id': async ({ db, platform, actor, params, body, readAt, now }) => {
    await decideRental(platform, { id: params.id, actor, input: body, readAt, now });
    return presentRentalRecord(db, params.id, now);
  },
});
