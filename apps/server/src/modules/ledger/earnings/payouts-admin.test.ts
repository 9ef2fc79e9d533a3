import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earn } from '../../../testing/money/earnings.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { settled } from '../../../testing/shop.ts';
import { verifyLedger } from '../verify-ledger.ts';
import { remittanceAttachment } from './remittance-pdf.ts';

let server: TestServer;
let admin: Client;
let second: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  second = await server.as({ role: 3 });
});
afterAll(() => server.close());

let sale = 800_000;
const nextSale = () => {
  sale += 1;
  return `order:${sale}`;
};
const old = new Date('2026-01-05T10:00:00Z');
const affiliateWith = async (...amounts: readonly bigint[]) => {
  const user = await server.make.user();
  const { id } = await server.make.affiliate({ members: [user.id] });
  const sales = amounts.map(nextSale);
  for (const [at, amount] of amounts.entries())
    await earn(server.db, `affiliate:${id}`, sales[at] ?? '', amount, old, { available: true });
  return { id, holder: `affiliate:${id}`, sales, user };
};
const make = (holder: string, more: object = {}, client = admin) =>
  client.call('POST /v1/admin/transfers', { body: { holder, currency: 'CAD', ...more }, idempotencyKey: randomUUID() });
const to = (id: number, state: string, more: object = {}, client = admin) =>
  client.call('POST /v1/admin/transfers/:id/state', {
    params: { id },
    body: { state, ...more },
    idempotencyKey: randomUUID(),
  });
const available = async (holder: string) => {
  const { rows } = {
    rows: await server.db
      .selectFrom('ledger_accounts as a')
      .innerJoin('ledger_balances as b', 'b.account_id', 'a.id')
      .select(['a.kind', 'b.posted_minor'])
      .where('a.owner', '=', holder)
      .execute(),
  };
  return Object.fromEntries(rows.map(({ kind, posted_minor }) => [kind, -posted_minor]));
};

/** The amounts that partners were told the bank returned. */
const returnsMailedTo = async (email: string) =>
  (await server.db.selectFrom('mail_outbox').select('subject').where('to_address', '=', email).orderBy('id').execute())
    .map(({ subject }) => /the bank returned ([\d.]+)\sCAD$/.exec(subject)?.[1])
    .filter((amount) => amount !== undefined);

test('payout is made from available entries, sent, settled and announced once (C150 C151 C152 S146 S273)', async () => {
  const { holder, user, id } = await affiliateWith(3000n, 2000n);
  const preview = await admin.call('POST /v1/admin/transfers/dry-run', { body: { currency: 'CAD', holder } });
  expect(preview.body).toMatchObject({ total: { amount: '50.00' }, entries: 2, parties: [{ problem: '' }] });
  const made = await make(holder);
  expect([made.status, made.body]).toMatchObject([201, { state: 'draft', amount: { amount: '50.00' }, to: { id } }]);
  expect((await make(holder)).status).toBe(409);
  expect((await to(made.body.id, 'settled')).status).toBe(409);
  expect((await to(made.body.id, 'approved')).body.state).toBe('approved');
  expect((await to(made.body.id, 'sent')).body.state).toBe('sending');
  const ends = await Promise.all(Array.from({ length: 5 }, () => to(made.body.id, 'settled', { reference: 'EFT 1' })));
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await available(holder)).toMatchObject({ 'earn.avail': 0n, transit: 0n });
  const mails = await server.db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('kind', '=', 'payout')
    .where('to_address', '=', user.email)
    .execute();
  expect(mails).toMatchObject([{ subject: expect.stringContaining('50.00') }]);
  const list = await admin.call('GET /v1/admin/transfers', { query: { holder, state: 'paid' } });
  expect(list.body.data.map((one) => one.id)).toEqual([made.body.id]);
});

test('given entries are taken once under a race, and the rest stays', async () => {
  const { holder, sales } = await affiliateWith(1000n, 2000n, 4000n);
  const entry_ids = [`${sales[0]}:CAD`, `${sales[2]}:CAD`];
  const race = await Promise.all(Array.from({ length: 5 }, () => make(holder, { entry_ids })));
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await available(holder)).toMatchObject({ 'earn.avail': 2000n, transit: 5000n });
  expect((await make(holder, { entry_ids: ['order:1:CAD'] })).status).toBe(409);
  expect((await make('affiliate:999999')).status).toBe(422);
});

test('failed payout returns its entries, and a retry takes them again unless they changed', async () => {
  const { id, holder, sales, user } = await affiliateWith(1000n);
  const { id: payout } = (await make(holder)).body;
  await to(payout, 'approved');
  await to(payout, 'sent');
  expect((await to(payout, 'failed')).status).toBe(422);
  expect((await to(payout, 'failed', { reason: 'Account closed' })).body.state).toBe('failed');
  expect(await returnsMailedTo(user.email)).toEqual(['10.00']);
  expect(await available(holder)).toMatchObject({ 'earn.avail': 1000n, transit: 0n });
  expect((await to(payout, 'approved')).body.state).toBe('approved');
  await to(payout, 'sent');
  await to(payout, 'failed', { reason: 'Again' });
  await earn(server.db, `affiliate:${id}`, sales[0] ?? '', -400n, new Date(), { available: true });
  expect((await to(payout, 'approved')).status).toBe(409);
  expect((await to(payout, 'cancelled', { reason: 'Refunded' })).body.state).toBe('cancelled');
});

test('large payout is approved by a second person, and late refunds reduce the next one', async () => {
  const { id, holder, sales } = await affiliateWith(150_000n);
  const { id: payout } = (await make(holder)).body;
  expect((await to(payout, 'approved')).status).toBe(403);
  expect((await to(payout, 'approved', {}, second)).status).toBe(200);
  await to(payout, 'sent');
  await to(payout, 'settled');
  await earn(server.db, `affiliate:${id}`, sales[0] ?? '', -5000n, new Date(), { available: true });
  await earn(server.db, `affiliate:${id}`, nextSale(), 8000n, old, { available: true });
  const next = await make(holder);
  expect(next.body).toMatchObject({ amount: { amount: '30.00' } });
  expect(next.body.lines).toHaveLength(2);
});

test('payout to a dealer is settled against what it owes, and not above', async () => {
  const { id } = await server.make.dealer();
  const holder = `dealer:${id}` as const;
  await earn(server.db, holder, nextSale(), 4000n, old, { available: true });
  const { id: payout } = (await make(holder)).body;
  await to(payout, 'approved');
  expect((await to(payout, 'netted')).status).toBe(409);
  const { postTransfer } = await import('../post-transfer.ts');
  await server.db.transaction().execute((tx) =>
    postTransfer(tx, {
      key: `test:owes:${id}`,
      kind: 'test.sale',
      subject: `dealer:${id}`,
      at: new Date(),
      beyondLimits: true,
      legs: [
        { account: { kind: 'ar', owner: holder, unit: 'CAD' }, amountMinor: 6000n },
        { account: { kind: 'rev', owner: 'house', unit: 'CAD' }, amountMinor: -6000n },
      ],
    }),
  );
  const shown = await admin.call('GET /v1/admin/transfers/:id', { params: { id: payout } });
  expect(shown.body).toMatchObject({ owes: { amount: '60.00' } });
  expect(shown.body.events).toContain('net');
  expect((await to(payout, 'netted')).body).toMatchObject({ state: 'paid', method: 'Settled against balance' });
  expect(await available(holder)).toMatchObject({ ar: -2000n, transit: 0n });
  expect((await to(payout, 'returned', { reason: 'x' })).status).toBe(409);
});

test('payouts to one partner that one person makes and approves in a day are limited together', async () => {
  const { holder, sales } = await affiliateWith(60_000n, 40_000n, 500n);
  const payouts: number[] = [];
  for (const one of sales) payouts.push((await make(holder, { entry_ids: [`${one}:CAD`] })).body.id);
  const [first = 0, next = 0, third = 0] = payouts;
  expect((await to(first, 'approved')).status).toBe(200);
  expect((await to(next, 'approved')).status).toBe(200);
  expect(await to(third, 'approved')).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('today') },
  });
  expect((await to(third, 'approved', {}, second)).status).toBe(200);
});

test('the name a partner chose brings no link into the mail about a payout', async () => {
  const { id, holder, user } = await affiliateWith(1000n);
  const client = await server.as(user);
  const params = { id };
  const readAt = (await client.call('GET /v1/affiliates/:id', { params })).body.updated_at;
  const body = { name: 'Win at prizes.example.com/now', remittance_email: 'elsewhere@payouts.test' };
  expect((await client.call('PATCH /v1/affiliates/:id', { params, body, readAt })).status).toBe(200);
  const { id: payout } = (await make(holder)).body;
  for (const state of ['approved', 'sent', 'settled']) expect((await to(payout, state)).status).toBe(200);
  const [mail] = await server.db
    .selectFrom('mail_outbox')
    .select(['text_body', 'html_body'])
    .where('to_address', '=', 'elsewhere@payouts.test')
    .execute();
  expect(mail?.text_body).toContain('Hello Win at');
  expect(`${mail?.text_body}${mail?.html_body}`).not.toContain('prizes.example.com');
});

test('all members of a partner are notified of a new bank account', async () => {
  const [one, two] = [await server.make.user(), await server.make.user({ confirmed: false })];
  const { id } = await server.make.affiliate({ members: [one.id, two.id] });
  const third = await server.make.user();
  await server.db.insertInto('affiliate_members').values({ affiliate_id: id, user_id: third.id }).execute();
  const client = await server.as(one);
  const body = { holder: 'Club', account: 'DE02120300000000202051', country_code: 'DE' };
  expect((await client.call('PUT /v1/affiliates/:id/bank-account', { params: { id }, body })).status).toBe(200);
  const mails = await server.db
    .selectFrom('mail_outbox')
    .select(['to_address', 'text_body'])
    .where('subject', '=', 'The bank account for payouts was changed')
    .orderBy('to_address')
    .execute();
  expect(mails.map(({ to_address }) => to_address)).toEqual([one.email, third.email].sort());
  expect(mails[0]?.text_body).toContain('2051');
  expect(mails[0]?.text_body).not.toContain('0300000000');
});

test('remittance advice names the account that was paid, not one entered later', async () => {
  const { id, holder, user } = await affiliateWith(1000n);
  const client = await server.as(user);
  const enter = (account: string) =>
    client.call('PUT /v1/affiliates/:id/bank-account', {
      params: { id },
      body: { holder: 'Club', account, country_code: 'DE' },
    });
  await enter('DE02120300000000202051');
  const { id: payout } = (await make(holder)).body;
  await to(payout, 'approved');
  await to(payout, 'sent');
  const text = async () => readPdf((await remittanceAttachment(server.platform, payout)).bytes).text;
  expect(await text()).toContain('Account ending in 2051');
  await enter('DE02500105170137075030');
  expect(await text()).not.toContain('Account ending in');
});

test('payout is approved again after its bank account changed, by a second person if it is large', async () => {
  const { id, holder, user } = await affiliateWith(150_000n);
  const client = await server.as(user);
  const enter = (account: string) =>
    client.call('PUT /v1/affiliates/:id/bank-account', {
      params: { id },
      body: { holder: 'Club', account, country_code: 'DE' },
    });
  await enter('DE02120300000000202051');
  const { id: payout } = (await make(holder)).body;
  expect((await to(payout, 'approved', {}, second)).status).toBe(200);
  const shown = async () => (await admin.call('GET /v1/admin/transfers/:id', { params: { id: payout } })).body;
  expect(await shown()).toMatchObject({ account_changed: false });
  expect((await shown()).events).not.toContain('reapprove');
  expect((await to(payout, 'reapproved', {}, second)).status).toBe(409);
  await enter('DE02500105170137075030');
  expect(await shown()).toMatchObject({ account_changed: true, events: expect.arrayContaining(['reapprove']) });
  expect((await to(payout, 'sent')).status).toBe(409);
  expect((await to(payout, 'reapproved')).status, 'the person who made it').toBe(403);
  const twice = await Promise.all([1, 2].map(() => to(payout, 'reapproved', {}, second)));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await shown()).toMatchObject({ account_changed: false, state: 'approved' });
  expect((await to(payout, 'sent')).status).toBe(200);
  // A retry is not an approval of the account entered meanwhile.
  await to(payout, 'failed', { reason: 'Account closed' });
  await enter('DE02120300000000202051');
  expect((await to(payout, 'approved')).body).toMatchObject({ state: 'approved', account_changed: true });
  expect((await to(payout, 'sent')).status).toBe(409);
});

test('group pays everyone above the minimum after a dry run, with bank file and second person', async () => {
  const [one, two] = [await affiliateWith(2500n), await affiliateWith(1500n)];
  const low = await affiliateWith(50n);
  const body = { currency: 'CAD', party: 'affiliate', cut_off: '2026-02-01' };
  const preview = (await admin.call('POST /v1/admin/transfers/dry-run', { body })).body;
  expect(preview.parties.find(({ to: party }) => party.id === low.id)?.problem).toContain('minimum');
  const opened = await admin.call('POST /v1/admin/transfer-groups', { body, idempotencyKey: randomUUID() });
  expect(opened.status).toBe(201);
  const { id, members } = opened.body;
  expect(members.map(({ to: party }) => party.id)).toEqual(expect.arrayContaining([one.id, two.id]));
  expect(members.map(({ to: party }) => party.id)).not.toContain(low.id);
  const step = (event: string, client = admin, reason = '') =>
    client.call('POST /v1/admin/transfer-groups/:id/step', {
      params: { id },
      body: { event, reason },
      idempotencyKey: randomUUID(),
    });
  const file = (format: string) => admin.request('GET', `/api/v1/admin/transfer-groups/${id}/file?format=${format}`);
  expect((await file('csv')).status).toBe(409);
  expect((await step('lock')).status).toBe(200);
  expect((await step('approve')).status).toBe(403);
  expect((await step('approve', second)).status).toBe(200);
  expect((await file('csv')).status).toBe(409);
  for (const { to: party } of members) {
    const [member] = await server.db
      .selectFrom('affiliate_members')
      .select('user_id')
      .where('affiliate_id', '=', party.id)
      .execute();
    const client = await server.as({ id: member?.user_id ?? 0 });
    await client.call('PUT /v1/affiliates/:id/bank-account', {
      params: { id: party.id },
      body: { holder: `Club ${party.id}`, account: 'DE02120300000000202051', country_code: 'DE' },
    });
  }
  // Entered after the approval, so the payouts to these accounts are approved again.
  const unapproved = await file('csv');
  expect([unapproved.status, unapproved.raw.payload]).toEqual([
    409,
    expect.stringContaining('Approve these payouts again'),
  ]);
  expect((await step('process')).status).toBe(409);
  for (const payout of members) expect((await to(payout.id, 'reapproved', {}, second)).status).toBe(200);
  const csv = await file('csv');
  expect(csv.status).toBe(200);
  expect(csv.raw.payload.split('\r\n')).toHaveLength(members.length + 2);
  const party = server.db.updateTable('affiliates').where('id', '=', one.id);
  await party.set({ state: 'suspended' }).execute();
  const refused = await file('csv');
  expect([refused.status, refused.raw.payload]).toEqual([409, expect.stringContaining('suspended')]);
  await party.set({ state: 'active' }).execute();
  expect((await file('pain.001')).status).toBe(409);
  const superAdmin = await server.as({ role: 5 });
  const { updated_at } = (await superAdmin.call('GET /v1/admin/settings')).body;
  const account = { payout_holder: 'Tuneport', payout_account: 'DE02 1203 0000 0000 2020 51', payout_bic: '' };
  expect((await superAdmin.call('PATCH /v1/admin/settings', { body: account, readAt: updated_at })).status).toBe(200);
  await settled(server);
  const xml = await file('pain.001');
  expect(xml.raw.payload).toContain(`<NbOfTxs>${members.length}</NbOfTxs>`);
  expect((await step('process')).body.state).toBe('processing');
  for (const [at, payout] of members.entries())
    await to(payout.id, at === 0 ? 'failed' : 'settled', at === 0 ? { reason: 'Closed' } : {});
  const ended = await admin.call('GET /v1/admin/transfer-groups/:id', { params: { id } });
  expect(ended.body.state).toBe('partly_failed');
  expect((await step('drop', admin, 'Will be paid next time')).body.state).toBe('completed');
  const events = await server.db
    .selectFrom('payout_events')
    .select('event')
    .where('run_id', '=', id)
    .orderBy('id')
    .execute();
  expect(events.map(({ event }) => event)).toEqual(['open', 'lock', 'approve', 'process', 'fail', 'drop']);
});

test('group ends when it is sent after its payouts were settled or cancelled one by one', async () => {
  const [paid, dropped] = [await affiliateWith(2500n), await affiliateWith(1500n)];
  const body = { currency: 'CAD', party: 'affiliate', cut_off: '2026-02-01' };
  const { id, members } = (await admin.call('POST /v1/admin/transfer-groups', { body, idempotencyKey: randomUUID() }))
    .body;
  const step = (event: string, client = admin) =>
    client.call('POST /v1/admin/transfer-groups/:id/step', {
      params: { id },
      body: { event, reason: '' },
      idempotencyKey: randomUUID(),
    });
  await step('lock');
  await step('approve', second);
  for (const payout of members) {
    if (payout.to.id !== paid.id) {
      expect((await to(payout.id, 'cancelled', { reason: 'Closed account' })).status).toBe(200);
      continue;
    }
    await to(payout.id, 'sent');
    expect((await to(payout.id, 'settled')).body.state).toBe('paid');
  }
  expect((await step('process')).body.state).toBe('completed');
  expect(await available(dropped.holder)).toMatchObject({ 'earn.avail': 1500n });
});

test.each([
  ['paid', ['approved', 'sent', 'settled']],
  ['cancelled', ['cancelled']],
] as const)('group that partly failed completes when its failed payout is %s alone', async (state, steps) => {
  await affiliateWith(2500n);
  const body = { currency: 'CAD', party: 'affiliate', cut_off: '2026-02-01' };
  const { id, members } = (await admin.call('POST /v1/admin/transfer-groups', { body, idempotencyKey: randomUUID() }))
    .body;
  const step = async (event: string, client = admin) =>
    (
      await client.call('POST /v1/admin/transfer-groups/:id/step', {
        params: { id },
        body: { event, reason: '' },
        idempotencyKey: randomUUID(),
      })
    ).body.state;
  await step('lock');
  await step('approve', second);
  await step('process');
  const [failed, ...others] = members;
  for (const payout of others) await to(payout.id, 'settled');
  await to(failed?.id ?? 0, 'failed', { reason: 'Wrong number' });
  const group = async () => (await admin.call('GET /v1/admin/transfer-groups/:id', { params: { id } })).body;
  expect((await group()).state).toBe('partly_failed');
  let ended: string | undefined;
  for (const next of steps) {
    expect((await group()).state).toBe('partly_failed');
    ended = (await to(failed?.id ?? 0, next, { reason: 'Called the partner' })).body.state;
  }
  expect([ended, (await group()).state]).toEqual([state, 'completed']);
  const events = await server.db
    .selectFrom('payout_events')
    .select('event')
    .where('run_id', '=', id)
    .orderBy('id')
    .execute();
  expect(events.map(({ event }) => event)).toEqual(['open', 'lock', 'approve', 'process', 'fail', 'complete']);
});

/** A payout that was sent and confirmed. */
async function paidOut(holder: string): Promise<number> {
  const { id } = (await make(holder)).body;
  await to(id, 'approved', {}, second);
  await to(id, 'sent');
  expect((await to(id, 'settled')).body.state).toBe('paid');
  return id;
}

test('bank returns a part of a payout: that part is paid out again, and the rest of it can still be returned', async () => {
  const { holder, sales, id: affiliateId, user } = await affiliateWith(1000n, 2000n, 4000n);
  const id = await paidOut(holder);
  const part = (amount: string, reason = 'Account limit') => to(id, 'returned', { amount, reason });
  for (const wrong of ['0', '-1', '70.00', '70.01', 'x', '1.001'])
    expect([(await part(wrong)).status, wrong]).toEqual([422, wrong]);
  expect((await part('15.00', '')).status).toBe(422);
  const race = await Promise.all(Array.from({ length: 4 }, () => part('30.00')));
  expect(race.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
  expect(race.find(({ status }) => status === 200)?.body).toMatchObject({ state: 'paid', amount: { amount: '70.00' } });
  expect(await available(holder)).toMatchObject({ 'earn.avail': 6000n, transit: 0n });
  const partner = await server.as({ id: user.id });
  const seen = await partner.call('GET /v1/affiliates/:id/transfers/:transfer', {
    params: { id: affiliateId, transfer: id },
  });
  expect(seen.body).toMatchObject({ returned: { amount: '60.00' }, sentence: expect.stringContaining('60.00') });
  // The sales of the first lines are available again, the last in part.
  const again = (await make(holder)).body;
  expect(again).toMatchObject({ amount: { amount: '60.00' } });
  const lines = await server.db
    .selectFrom('payout_lines')
    .select(['subject', 'amount_minor'])
    .where('payout_id', '=', again.id)
    .orderBy('n')
    .execute();
  expect(lines.map(({ subject, amount_minor }) => [subject, amount_minor])).toEqual([
    [sales[0], 1000n],
    [sales[1], 2000n],
    [sales[2], 3000n],
  ]);
  expect((await to(again.id, 'cancelled', { reason: 'Only a try' })).status).toBe(200);
  expect((await to(id, 'returned', { reason: 'Closed' })).body).toMatchObject({
    state: 'reversed',
    returned: { amount: '70.00' },
  });
  expect(await available(holder)).toMatchObject({ 'earn.avail': 7000n, transit: 0n });
  expect((await part('1.00')).status).toBe(409);
  expect(await returnsMailedTo(user.email)).toEqual(['30.00', '30.00', '10.00']);
  expect((await make(holder)).body).toMatchObject({ amount: { amount: '70.00' } });
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('bank returns one payout of a completed group: the others stay paid, and the next group pays it again', async () => {
  const [one, two] = [await affiliateWith(2500n), await affiliateWith(1500n)];
  const body = { currency: 'CAD', party: 'affiliate', cut_off: '2026-02-01' };
  const group = (await admin.call('POST /v1/admin/transfer-groups', { body, idempotencyKey: randomUUID() })).body;
  const step = (event: string, client = admin) =>
    client.call('POST /v1/admin/transfer-groups/:id/step', {
      params: { id: group.id },
      body: { event },
      idempotencyKey: randomUUID(),
    });
  await step('lock');
  await step('approve', second);
  expect((await step('process')).body.state).toBe('processing');
  const of = (partyId: number) => group.members.find(({ to: party }) => party.id === partyId)?.id ?? 0;
  // One is returned while others are still on their way.
  for (const { id } of group.members.slice(1)) await to(id, 'settled');
  const [last] = group.members;
  await to(last?.id ?? 0, 'settled');
  expect((await to(of(one.id), 'returned', { reason: 'Account closed' })).body.state).toBe('reversed');
  const ended = (await admin.call('GET /v1/admin/transfer-groups/:id', { params: { id: group.id } })).body;
  expect(ended.state).toBe('completed');
  const stateOf = (partyId: number) => ended.members.find(({ to: party }) => party.id === partyId)?.state;
  expect([stateOf(one.id), stateOf(two.id)]).toEqual(['reversed', 'paid']);
  const next = (await admin.call('POST /v1/admin/transfer-groups', { body, idempotencyKey: randomUUID() })).body;
  expect(next.members).toMatchObject([{ to: { id: one.id }, amount: { amount: '25.00' } }]);
});

test('staff do not say that a payout to their own company came back', async () => {
  const { holder, id } = await affiliateWith(6000n);
  const payout = (await make(holder)).body.id;
  for (const state of ['approved', 'sent']) expect((await to(payout, state)).status, state).toBe(200);
  await server.db
    .insertInto('affiliate_members')
    .values({ affiliate_id: id, user_id: second.userId ?? 0 })
    .execute();
  expect((await to(payout, 'failed', { reason: 'Refused.' }, second)).status).toBe(409);
  expect((await to(payout, 'settled')).status).toBe(200);
  expect((await to(payout, 'returned', { reason: 'Came back.', amount: '10.00' }, second)).status).toBe(409);
  expect((await to(payout, 'returned', { reason: 'Came back.' }, second)).status).toBe(409);
  expect((await to(payout, 'returned', { reason: 'Came back.', amount: '10.00' })).status).toBe(200);
});
