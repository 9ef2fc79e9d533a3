import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrder } from '../../../testing/orders.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { findOpportunities } from '../jobs/find-opportunities.ts';
import { addOpportunities } from '../opportunities.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

async function wonDeal(email: string) {
  const { body: contact } = await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Ada Fern', emails: [email] },
  });
  const { body: deal } = await admin.call('POST /v1/admin/lead-engine/deals', {
    body: { title: 'Dealer account', contact: contact.id, value: '2500' },
  });
  const params = { id: deal.id };
  await admin.call('POST /v1/admin/lead-engine/deals/:id/won', { params });
  return params;
}
const terms = (slug: string, email: string) => ({
  name: 'Fern Garage',
  slug,
  email,
  currency: 'CAD' as const,
  credit_limit: '2500',
  install_share_percent: '80',
});
const links = async (params: { id: number }) =>
  (await admin.call('GET /v1/admin/lead-engine/deals/:id/links', { params })).body;

test('a won deal becomes a dealer with its terms and one invitation, which reopening withdraws', async () => {
  const params = await wonDeal('ada@fern.test');
  const { body: tier } = await admin.call('POST /v1/admin/dealer-tiers', {
    body: { name: 'Gold', tunes_percent: '15', products_percent: '10', terms: 'Delivery within two days.' },
  });
  const body = { ...terms('fern-garage', 'ada@fern.test'), tier_id: tier.id };
  const make = () => admin.call('POST /v1/admin/lead-engine/deals/:id/dealer', { params, body });
  const made = await make();
  expect([made.status, made.body]).toMatchObject([201, { slug: 'fern-garage', invite: { state: 'sent' } }]);
  expect((await make()).status, 'a deal becomes one dealer').toBe(409);
  const dealer = (await admin.call('GET /v1/admin/dealers/:id', { params: { id: made.body.id } })).body;
  expect(dealer).toMatchObject({
    credit_limit: { amount: '2500.00', currency: 'CAD' },
    install_share_percent: '80.00',
    billing_email: 'ada@fern.test',
    tier: { id: tier.id, name: 'Gold' },
  });
  await admin.call('POST /v1/admin/lead-engine/deals/:id/reopen', { params, body: {} });
  expect((await links(params)).dealer).toMatchObject({ id: made.body.id, members: 0, invite: { state: 'revoked' } });
  await admin.call('POST /v1/admin/lead-engine/deals/:id/won', { params });
  const again = { params: { id: made.body.id }, body: { email: 'ada@fern.test', kind: 'manager' as const } };
  expect((await admin.call('POST /v1/dealers/:id/invites', again)).status, 'staff invite again').toBe(201);
  expect((await links(params)).dealer).toMatchObject({ invite: { state: 'sent' } });
});

async function application(userId: number, name: string, state = 'submitted') {
  const now = new Date();
  const row = { kind: 'dealer', user_id: userId, name, state, details: '{}', created_at: now, updated_at: now };
  return server.db.insertInto('partner_applications').values(row).returning('id').executeTakeFirstOrThrow();
}
const converted = async (source: string) => {
  await findOpportunities(server.db);
  const query = { source: source as 'application' };
  const { body: found } = await admin.call('GET /v1/admin/lead-engine/opportunities', { query });
  const opportunity = found.data[0];
  const { body: made } = await admin.call('POST /v1/admin/lead-engine/opportunities/:id/convert', {
    params: { id: opportunity?.id ?? 0 },
    body: {},
  });
  return { opportunity, params: { id: made.id } };
};

test('a deal from an application knows the applicant, and the approval creates the dealer', async () => {
  const user = await server.make.user({ email: 'eli@apply.test' });
  const { id } = await application(user.id, 'Apply Garage');
  const { opportunity, params } = await converted('application');
  expect(opportunity).toMatchObject({ contact: { name: user.name }, organization: { name: 'Apply Garage' } });
  const { body: deal } = await admin.call('GET /v1/admin/lead-engine/deals/:id', { params });
  expect(deal).toMatchObject({ contact: { name: user.name }, organization: { name: 'Apply Garage' } });
  // The applicant is known even when the deal gets another contact.
  await admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params, body: { contact: 'Somebody Else' } });
  expect(await links(params)).toMatchObject({
    dealer: null,
    application: { id, state: 'submitted' },
    applications: [{ id }],
    accounts: [{ id: user.id }],
  });
  await admin.call('POST /v1/admin/lead-engine/deals/:id/won', { params });
  const make = () =>
    admin.call('POST /v1/admin/lead-engine/deals/:id/dealer', {
      params,
      body: terms('apply-garage', 'eli@apply.test'),
    });
  expect((await make()).body).toMatchObject({ message: expect.stringContaining('Review the dealer application') });
  const dealer = await server.make.dealer();
  await server.db
    .updateTable('partner_applications')
    .set({ state: 'approved', dealer_id: dealer.id })
    .where('id', '=', id)
    .execute();
  expect((await make()).status).toBe(409);
  expect(await links(params)).toMatchObject({ dealer: { id: dealer.id }, application: null });
});

test('a deal about a dormant dealer is linked to the dealer, and reopening it withdraws no invitation', async () => {
  const manager = await server.make.user({ email: 'fay@dormant.test' });
  const dealer = await server.make.dealer({ managers: [manager.id] });
  await addOpportunities(server.db, [
    {
      cause: `dormant:${dealer.id}:2026-01-01`,
      source: 'dormant_dealer',
      title: 'Dormant',
      reason: '',
      organization: 'Dormant Garage',
      dealerId: dealer.id,
    },
  ]);
  const { params } = await converted('dormant_dealer');
  expect((await links(params)).dealer).toMatchObject({ id: dealer.id });
  const invite = { params: { id: dealer.id }, body: { email: 'gil@dormant.test', kind: 'member' as const } };
  await admin.call('POST /v1/dealers/:id/invites', invite);
  await admin.call('POST /v1/admin/lead-engine/deals/:id/won', { params });
  await admin.call('POST /v1/admin/lead-engine/deals/:id/reopen', { params, body: {} });
  expect((await links(params)).dealer).toMatchObject({ invite: { email: 'gil@dormant.test', state: 'sent' } });
});

test('a merged deal hands over its opportunity, application and dealer', async () => {
  const user = await server.make.user({ email: 'gil@merge.test' });
  const dealer = await server.make.dealer();
  const { id } = await application(user.id, 'Merge Garage');
  const { opportunity, params: other } = await converted('application');
  await server.db.updateTable('lead_deals').set({ dealer_id: dealer.id }).where('id', '=', other.id).execute();
  const kept = (await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'Kept' } })).body;
  const params = { id: kept.id };
  await admin.call('POST /v1/admin/lead-engine/deals/:id/merge', { params, body: { dealId: other.id } });
  expect(await links(params)).toMatchObject({
    dealer: { id: dealer.id },
    application: { id },
    accounts: [{ id: user.id }],
  });
  const found = await admin.call('GET /v1/admin/lead-engine/opportunities/:id', {
    params: { id: opportunity?.id ?? 0 },
  });
  expect(found.body).toMatchObject({ state: 'converted', dealId: kept.id });
});

test('a dealer is not created from an open deal, with a taken slug or for the own address of staff', async () => {
  const { body: open } = await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'Still open' } });
  const call = (params: { id: number }, body: object) =>
    admin.call('POST /v1/admin/lead-engine/deals/:id/dealer', { params, body: body as never });
  expect((await call({ id: open.id }, terms('still-open', 'x@fern.test'))).status).toBe(409);
  const params = await wonDeal('bo@fern.test');
  const { slug } = await server.make.dealer();
  expect((await call(params, terms(slug, 'bo@fern.test'))).body).toMatchObject({
    errors: { slug: [expect.anything()] },
  });
  const own = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  expect((await call(params, terms('my-garage', own.email))).status).toBe(403);
  expect((await links(params)).dealer).toBeNull();
});

test('a deal shows the accounts and orders of its people and not those of others', async () => {
  const user = await server.make.user({ email: 'cy@fern.test' });
  const stranger = await server.make.user();
  const params = await wonDeal('cy@fern.test');
  expect(await links(params)).toMatchObject({ accounts: [{ id: user.id }], orders: [], applications: [] });
  const [placed] = [
    await insertOrder(server, { user_id: user.id }),
    await insertOrder(server, { user_id: stranger.id }),
  ];
  const { orders } = await links(params);
  expect(orders).toMatchObject([{ id: placed, total: { amount: '12.50', currency: 'CAD' } }]);
});
