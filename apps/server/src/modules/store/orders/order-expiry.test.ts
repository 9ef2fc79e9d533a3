import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverEvents } from '../../../testing/deliver-events.ts';
import { passTime, type StripeSetup, stripeSetup } from '../../../testing/money/payments.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../../testing/shop.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { paymentOfSubject, points, reconcile, sweepPayments } from '../../payments/index.ts';
import { expireOrders } from './end-order.ts';
import { orderById } from './order-queries.ts';

// Expiry and charge of an order may race. The money ends up in a paid order or is returned to the payer.

let setup: StripeSetup;
let slug: string;
beforeAll(async () => {
  setup = await stripeSetup();
  const shop = await makeShop(setup.server);
  slug = (await shop.sell(50)).slug;
  await settled(setup.server);
});
afterAll(() => setup?.close());
beforeEach(() => {
  setup.stripe.faults.length = 0;
  delete points.reach;
});

const guest = () => setup.server.anonymous;
const order = async () => (await placed(guest(), orderOf([{ slug, quantity: 1 }]))).body;
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const expire = (hours = 1.5) => expireOrders(setup.fresh(), later(hours));
const stateOf = async (id: number) => [
  (await orderById(setup.server.db, id))?.state,
  (await paymentOfSubject(setup.server.db, `order:${id}`))?.state,
];
const charged = async (id: number) => {
  const uuid = (await paymentOfSubject(setup.server.db, `order:${id}`))?.uuid;
  const mine = setup.stripe.journal.filter(({ reference }) => reference === uuid);
  const sum = (kind: string) => mine.filter((one) => one.kind === kind).reduce((all, { amount }) => all + amount, 0);
  return sum('charge') - sum('refund');
};
/** Charges the card and crashes before the response is read. */
async function payAndDie(made: { id: number; token: string }) {
  points.reach = (point) => {
    if (point === 'asked') throw new Error('killed');
  };
  expect((await pay(guest(), made, { token: 'pm_card_visa' })).status).toBe(500);
  delete points.reach;
}
const deliverAll = () => deliverEvents(setup, setup.stripe.events);
async function sweep() {
  await passTime(setup.server.db);
  await sweepPayments(setup.fresh());
}

test('an order that expires during a 3-D Secure challenge cancels the payment, and the late result is ignored', async () => {
  const made = await order();
  expect((await pay(guest(), made, { token: 'pm_card_authenticationRequired' })).body.order_state).toBe(
    'pending_payment',
  );
  expect(await expire()).toBe(1);
  expect(await stateOf(made.id)).toEqual(['cancelled', 'voided']);
  const intent = (await paymentOfSubject(setup.server.db, `order:${made.id}`))?.intentId ?? '';
  expect(setup.stripe.intents.get(intent)?.status).toBe('canceled');
  setup.stripe.answerBank(intent, true);
  await deliverAll();
  expect([await stateOf(made.id), await charged(made.id)]).toEqual([['cancelled', 'voided'], 0]);
});

test('an order whose card was charged without a response is paid, not expired', async () => {
  const made = await order();
  await payAndDie(made);
  expect(await charged(made.id)).toBe(11_500);
  expect(await expire()).toBe(0);
  expect([await stateOf(made.id), await charged(made.id)]).toEqual([['paid', 'captured'], 11_500]);
});

test('an order waits a day while the provider does not respond, and a charge reported later is refunded', async () => {
  const made = await order();
  await payAndDie(made);
  setup.stripe.faults.push({ on: /./, how: 'reset-before', times: 500 });
  expect([await expire(1.5), await stateOf(made.id)]).toEqual([0, ['pending_payment', 'created']]);
  expect([await expire(26), await stateOf(made.id)]).toEqual([1, ['cancelled', 'created']]);
  setup.stripe.faults.length = 0;
  await sweep();
  await sweep();
  expect([await stateOf(made.id), await charged(made.id)]).toEqual([['cancelled', 'refunded'], 0]);
});

test('a cancellation that races the charge refunds the money, whichever event comes first', async () => {
  const made = await order();
  await pay(guest(), made, { token: 'pm_card_authenticationRequired' });
  const intent = (await paymentOfSubject(setup.server.db, `order:${made.id}`))?.intentId ?? '';
  setup.stripe.answerBank(intent, true);
  const cancel = { params: { id: made.id }, body: { token: made.token } };
  expect((await guest().call('POST /order/:id/cancel', cancel)).body.state).toBe('cancelled');
  await deliverAll();
  await sweep();
  expect([await stateOf(made.id), await charged(made.id)]).toEqual([['cancelled', 'refunded'], 0]);
});

test('a payment started in the last minute leaves time for the 3-D Secure challenge', async () => {
  const made = await order();
  await setup.server.db
    .updateTable('orders')
    .set({ expires_at: new Date(Date.now() + 1_000) })
    .where('id', '=', made.id)
    .execute();
  await pay(guest(), made, { token: 'pm_card_authenticationRequired' });
  expect([await expire(0.1), (await stateOf(made.id))[0]]).toEqual([0, 'pending_payment']);
});

test('a late charge for an order whose code was used up in the meantime is refunded', async () => {
  const code = { code: 'LATE', name: 'Late', amount: '10', amount_type: 'percent', uses_max: 1 };
  await setup.server.db.insertInto('discount_codes').values(code).execute();
  const body = orderOf([{ slug, quantity: 1 }], { codes: ['LATE'] });
  const made = (await placed(guest(), body)).body;
  await payAndDie(made);
  await sql`select release_order_codes(${made.id}::integer)`.execute(setup.server.db);
  const other = (await placed(guest(), body)).body;
  expect((await pay(guest(), other, { token: 'pm_card_visa' })).status).toBe(200);
  await deliverAll();
  await sweep();
  expect([await stateOf(made.id), await charged(made.id)]).toEqual([['cancelled', 'refunded'], 0]);
  const { rows } = await sql<{ uses: number }>`select uses from discount_codes where code = 'LATE'`.execute(
    setup.server.db,
  );
  expect(rows).toEqual([{ uses: 1 }]);
});

test('the ledger is consistent and matches the provider afterwards', async () => {
  await expire(30);
  await sweep();
  expect((await verifyLedger(setup.server.db)).problems).toEqual([]);
  const provider = setup.fresh().payments;
  if (!provider) throw new Error('no provider');
  expect((await reconcile(setup.server.db, provider, new Date(0))).breaks).toEqual([]);
});
