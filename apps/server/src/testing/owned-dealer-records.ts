import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OwnedRecord } from './owned-records.ts';
import { formWith } from './partners.ts';
import type { TestServer } from './server.ts';
import { makeShop, orderOf, pay, placed } from './shop.ts';

type More = (server: TestServer, dealerId: number) => Promise<Record<string, string | number>>;

/** A record of a dealer; `more` creates what the call names below the dealer. */
const ofDealer = (body?: unknown, more?: More): OwnedRecord => ({
  of: 'dealer',
  async make(server, { userId, dealer }) {
    const { id } = dealer ?? (await server.make.dealer({ managers: [userId] }));
    return { id, ...(await more?.(server, id)) };
  },
  ...(body === undefined ? {} : { body }),
});

const place = {
  country_code: 'CA',
  full_name: 'Example Garage',
  line1: '12 Invented Road',
  city: 'North Bay',
  state: 'ON',
  postal_code: 'P1B 1A1',
};
const member: More = async ({ db, make }, dealer_id) => {
  const { id } = await make.user();
  await db.insertInto('dealer_members').values({ dealer_id, user_id: id, kind: 'member' }).execute();
  return { memberId: id };
};
const invite: More = async ({ db }, dealer_id) => {
  const now = new Date();
  const { id } = await db
    .insertInto('dealer_invites')
    .values({
      dealer_id,
      token_hash: Buffer.from(randomUUID()),
      email: `${randomUUID()}@example.test`,
      kind: 'member',
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { inviteId: id };
};
const approval: More = async (server, dealerId) => {
  const { memberId } = await member(server, dealerId);
  return approvalOf(server, dealerId, Number(memberId));
};
async function approvalOf({ db }: TestServer, dealer_id: number, user_id: number) {
  const now = new Date();
  const { id } = await db
    .insertInto('dealer_purchase_approvals')
    .values({
      dealer_id,
      user_id,
      estimate_hash: randomUUID(),
      input: JSON.stringify({ selection: { tunes: [] }, region: 1, credits: [], again: false }),
      vehicle: '2016 Testwagen Runner',
      lines: JSON.stringify([{ label: 'Stage 1', amount_minor: '45000' }]),
      currency: 'CAD',
      total_minor: 47_250n,
      asked_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { approvalId: id };
}
/** Of the caller: only they can withdraw it. */
const ownApproval: OwnedRecord = {
  of: 'dealer',
  async make(server, { userId, dealer }) {
    const { id } = dealer ?? (await server.make.dealer({ managers: [userId] }));
    return { id, ...(await approvalOf(server, id, userId)) };
  },
};
const address: More = async ({ db }, dealer_id) => {
  const now = new Date();
  const { id } = await db
    .insertInto('dealer_addresses')
    .values({ ...place, dealer_id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { addressId: id };
};

const payout: More = async ({ db }, dealer_id) => {
  const now = new Date();
  const run = await db
    .insertInto('payout_runs')
    .values({ request_key: randomUUID(), currency: 'CAD', cut_off: now, opened_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('payouts')
    .values({
      owner: `dealer:${dealer_id}`,
      request_key: randomUUID(),
      run_id: run.id,
      currency: 'CAD',
      amount_minor: 5_000n,
      made_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { transfer: id };
};
const payoutRun: More = async (server, dealer_id) => {
  const { transfer } = await payout(server, dealer_id);
  const { run_id } = await server.db
    .selectFrom('payouts')
    .select('run_id')
    .where('id', '=', Number(transfer))
    .executeTakeFirstOrThrow();
  return { transfer: run_id ?? 0 };
};
const statement: More = async ({ db }, dealer_id) => {
  const now = new Date();
  const dealer = { name: 'Example Garage', legal_name: '', billing_email: '', billing_address: null };
  const zero = { amount: '0.00', currency: 'CAD' };
  const body = JSON.stringify({
    number: null,
    from: '2025-01-01',
    to: '2025-01-31',
    time_zone: 'UTC',
    issued_at: now.toISOString(),
    currency: 'CAD',
    dealer,
    seller: { name: 'Tuneport', address: '', email: '' },
    opening: zero,
    entries: [],
    closing: zero,
    open_items: [],
    ageing: [],
  });
  const { id } = await db
    .insertInto('dealer_statements')
    .values({
      dealer_id,
      number: randomUUID(),
      currency: 'CAD',
      month: sql<string>`'1990-01-01'::date + (random() * 10000)::integer`,
      starts_at: now,
      ends_at: now,
      opening_minor: 0n,
      closing_minor: 0n,
      body,
      sha256: createHash('sha256').update(randomUUID()).digest('hex'),
      issued_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { statementId: id };
};

const deal: More = async ({ db }, dealer_id) => {
  const { uuid } = await db
    .insertInto('dealer_credit_deals')
    .values({
      dealer_id,
      kind: 'top_up',
      state: 'published',
      title: 'Top-up',
      currency: 'CAD',
      price_minor: 100n,
      bonus_minor: 10n,
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { uuid };
};
const ofDeal = (body?: unknown): OwnedRecord => ({
  ...ofDealer(body, deal),
  absent: { uuid: '00000000-0000-4000-8000-000000000000' },
});
const dealInvoice: More = async (server, dealerId) => {
  const { uuid } = (await deal(server, dealerId)) as { uuid: string };
  const { id } = await server.db
    .updateTable('dealer_credit_deals')
    .set({
      region: 1,
      billing: JSON.stringify({ line2: '', email: '', phone: '', vat_id: '', ...place }),
      invoiced_at: new Date(),
    })
    .set({ invoice_no: sql<number>`next_document_no('invoice:1')` })
    .where('uuid', '=', uuid)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { dealId: id };
};
const creditCode: More = async ({ db }, dealer_id) => {
  const now = new Date();
  const { id } = await db
    .insertInto('tune_credit_codes')
    .values({
      code_hash: Buffer.from(randomUUID()),
      hint: 'TEST',
      kind: 'ecu',
      units: 1,
      dealer_id,
      credit_days: 30,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { codeId: id };
};
const invoice: More = async (server, dealer_id) => {
  const shop = await makeShop(server);
  const { slug } = await shop.sell(5);
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(server.anonymous, order);
  await server.db.updateTable('orders').set({ dealer_id }).where('id', '=', order.id).execute();
  return { invoiceId: order.id };
};

const logo: More = async ({ db }, dealer_id) => {
  const file = await db
    .insertInto('stored_files')
    .values({ sha256: Buffer.alloc(32, 1), size_bytes: 0n, name: 'logo.png', media_type: 'image/png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('dealers').set({ brand_logo_file_id: file.id }).where('id', '=', dealer_id).execute();
  return {};
};
const sentColour = formWith({ colour: '#1d4ed8' }, []);

export const bankAccount = { holder: 'Robin North', account: 'DE02120300000000202051', country_code: 'DE' };

/** An open dispute of a dealer; the call names only the dispute. */
const lineDispute: OwnedRecord = {
  of: 'dealer',
  async make({ db, make }, { userId, dealer }) {
    const { id } = dealer ?? (await make.dealer({ managers: [userId] }));
    const now = new Date();
    const ticket = await db
      .insertInto('tickets')
      .values({
        region: 1,
        title: 'Dispute',
        description: 'Charged twice.',
        customer_name: 'Robin',
        user_id: userId,
        dealer_id: id,
        last_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return db
      .insertInto('line_disputes')
      .values({
        owner: `dealer:${id}`,
        account: 'owed',
        subject: `order:${randomUUID()}`,
        currency: 'CAD',
        amount_minor: 5_000n,
        ticket_id: ticket.id,
        opened_by: userId,
        opened_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
};

export const ownedDealerRecords: Readonly<Record<string, OwnedRecord>> = {
  'POST /v1/line-disputes/:id/withdraw': lineDispute,
  'GET /v1/dealers/:id': ofDealer(),
  'GET /v1/dealers/:id/members': ofDealer(),
  'POST /v1/dealers/:id/members': ofDealer({ email: 'unknown@example.test' }),
  'PATCH /v1/dealers/:id/members/:memberId': ofDealer({ spend_limit: '5' }, member),
  'DELETE /v1/dealers/:id/members/:memberId': ofDealer(undefined, member),
  'GET /v1/dealers/:id/invites': ofDealer(),
  'POST /v1/dealers/:id/invites': ofDealer({ email: `${randomUUID()}@example.test` }),
  'DELETE /v1/dealers/:id/invites/:inviteId': ofDealer(undefined, invite),
  'GET /v1/dealers/:id/my-membership': ofDealer(),
  'GET /v1/dealers/:id/statistics': ofDealer(),
  'GET /v1/dealers/:id/statistics/csv': ofDealer(),
  'GET /v1/dealers/:id/purchase-approvals': ofDealer(),
  'GET /v1/dealers/:id/purchase-approvals/:approvalId': ofDealer(undefined, approval),
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/approve': ofDealer(
    { total: { amount: '472.50', currency: 'CAD' } },
    approval,
  ),
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/withdraw': ownApproval,
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/decline': ofDealer({ reason: 'Too expensive.' }, approval),
  'GET /v1/dealers/:id/settings': ofDealer(),
  'PATCH /v1/dealers/:id/settings': ofDealer({ phone: '+1 705 555 0100' }),
  'GET /v1/dealers/:id/branding': ofDealer(),
  'PUT /v1/dealers/:id/branding': { ...ofDealer(), ...sentColour },
  'DELETE /v1/dealers/:id/branding/logo': ofDealer(undefined, logo),
  'PUT /v1/dealers/:id/dealer-specializations': ofDealer({ ids: [] }),
  'GET /v1/dealers/:id/addresses': ofDealer(),
  'POST /v1/dealers/:id/addresses': ofDealer(place),
  'PATCH /v1/dealers/:id/addresses/:addressId': ofDealer({ city: 'Sudbury' }, address),
  'DELETE /v1/dealers/:id/addresses/:addressId': ofDealer(undefined, address),
  'GET /v1/dealers/:id/balance': ofDealer(),
  'GET /v1/dealers/:id/entries': ofDealer(),
  'GET /v1/dealers/:id/transfers': ofDealer(),
  'GET /v1/dealers/:id/transfers/:transfer': ofDealer(undefined, payout),
  'GET /v1/dealers/:id/transfers/:transfer/pdf': ofDealer(undefined, payout),
  'GET /v1/dealers/:id/bank-account': ofDealer(),
  'PUT /v1/dealers/:id/bank-account': ofDealer(bankAccount),
  'GET /v1/dealers/:id/transfer-groups/:transfer': ofDealer(undefined, payoutRun),
  'POST /v1/dealers/:id/payment': ofDealer({ currency: 'CAD', method: { token: 'test_ok' } }),
  'GET /v1/dealers/:id/statements': ofDealer(),
  'GET /v1/dealers/:id/statements/range': ofDealer(),
  'GET /v1/dealers/:id/statements/range/pdf': ofDealer(),
  'GET /v1/dealers/:id/statements/:statementId/pdf': ofDealer(undefined, statement),
  'GET /v1/dealers/:id/statements/:statementId': ofDealer(undefined, statement),
  'GET /v1/dealers/:id/credit-deals': ofDealer(),
  'GET /v1/dealers/:id/credit-deals/:uuid': ofDeal(),
  'POST /v1/dealers/:id/credit-deals/:uuid/payment': ofDeal({ method: { token: 'test_ok' } }),
  'GET /v1/dealers/:id/tune-credits': ofDealer(),
  'POST /v1/dealers/:id/tune-credits': ofDealer({ kind: 'ecu', amount: 1, recipient: 'someone@example.test' }),
  'GET /v1/dealers/:id/tune-credit-codes': ofDealer(),
  'POST /v1/dealers/:id/tune-credit-codes': ofDealer({ kind: 'ecu', amount: 1 }),
  'DELETE /v1/dealers/:id/tune-credit-codes/:codeId': ofDealer(undefined, creditCode),
  'GET /v1/dealers/:id/fz-orders': ofDealer(),
  'GET /v1/dealers/:id/credit-notes': ofDealer(),
  'GET /v1/dealers/:id/invoices': ofDealer(),
  'GET /v1/dealers/:id/invoices/:invoiceId': ofDealer(undefined, invoice),
  'GET /v1/dealers/:id/deal-invoices/:dealId': ofDealer(undefined, dealInvoice),
  'GET /v1/dealers/:id/deal-invoices/:dealId/pdf': ofDealer(undefined, dealInvoice),
  'GET /v1/dealers/:id/tickets': ofDealer(),
  'POST /v1/dealers/:id/tickets': ofDealer({ title: 'Late', description: 'Where is it?', customer_name: 'Robin' }),
  'GET /v1/dealers/:id/tune-requests': ofDealer(),
  'GET /v1/dealers/:id/logs': ofDealer(),
  'GET /v1/dealers/:id/onboarding-progress': ofDealer(),
  'PATCH /v1/dealers/:id/onboarding-progress': ofDealer({ step: 'tools', done: true }),
};
