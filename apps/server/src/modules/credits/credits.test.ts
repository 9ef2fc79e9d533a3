import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { creditsOf, grant, proveCredits } from '../../testing/money/credits.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { verifyLedger } from '../ledger/index.ts';
import { createCreditCode, giveCredits, maintainCredits, withdrawCreditCode } from './index.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());
// After every test, lots and ledger must agree.
afterEach(() => proveCredits(server));

const day = 86_400_000;
const origin = 'http://localhost:3000';
const later = (days: number) => new Date(Date.now() + days * day);

async function newUser() {
  const { id, email } = await server.make.user();
  return { id, email, client: await server.as({ id }) };
}

const newCode = async (more: object = {}) => {
  const made = await admin.call('POST /v1/admin/tune-credit-codes', { body: { kind: 'ecu', units: 2, ...more } });
  expect(made.status).toBe(201);
  return made.body;
};

const mailsTo = (address: string) =>
  server.db
    .selectFrom('mail_outbox')
    .select(['kind', 'subject', 'text_body'])
    .where('to_address', '=', address)
    .execute();

async function dealerWith(kind: string, units: number) {
  const { id, client } = await newUser();
  const dealer = await server.make.dealer({ managers: [id] });
  const lot = await grant(admin, dealer.slug, kind, units);
  return { dealer, client, userId: id, lot };
}

describe('credits', () => {
  test('credits are listed by kind with their lots and history, to their owner only (C234 S144)', async () => {
    const { email, client } = await newUser();
    await grant(admin, email, 'ecu', 3);
    await grant(admin, email, 'universal', 1);
    const { body } = await client.call('GET /tune-credits');
    expect(body.owners).toHaveLength(1);
    expect(body.owners[0]).toMatchObject({
      dealer: null,
      kinds: [
        { kind: 'ecu', available: 3, held: 0 },
        { kind: 'tcu', available: 0, held: 0 },
        { kind: 'awd', available: 0, held: 0 },
        { kind: 'universal', available: 1, held: 0 },
      ],
      history: [{ what: 'grant' }, { what: 'grant' }],
    });
    expect(body.owners[0]?.lots.map(({ left, from }) => ({ left, from }))).toEqual([
      { left: 3, from: 'Given by Tuneport: A test' },
      { left: 1, from: 'Given by Tuneport: A test' },
    ]);
    const other = await newUser();
    expect((await other.client.call('GET /tune-credits')).body.owners[0]?.lots).toEqual([]);
    expect((await server.anonymous.call('GET /tune-credits')).status).toBe(401);
  });

  test('dealer members see the credits of their dealer beside their own', async () => {
    const { dealer, client } = await dealerWith('tcu', 4);
    expect(await creditsOf(client, dealer.id)).toMatchObject({ tcu: 4 });
    expect(await creditsOf(client)).toMatchObject({ tcu: 0 });
  });

  test('staff grant credits with a reason to an existing user and revoke unused ones', async () => {
    const { email, client } = await newUser();
    const body = { recipient: email, kind: 'ecu', units: 2, reason: '' };
    expect((await admin.call('POST /v1/admin/tune-credits', { body })).status).toBe(422);
    const unknown = await admin.call('POST /v1/admin/tune-credits', {
      body: { ...body, recipient: 'nobody@example.test', reason: 'x' },
    });
    expect(unknown).toMatchObject({ status: 422, body: { errors: { recipient: [expect.stringMatching(/code/)] } } });
    const squatter = await server.make.user({ confirmed: false });
    const unconfirmed = await admin.call('POST /v1/admin/tune-credits', {
      body: { ...body, recipient: squatter.email, reason: 'x' },
    });
    expect(unconfirmed.status).toBe(422);
    const lot = await grant(admin, email, 'ecu', 2);
    const params = { id: lot.id };
    const taken = await admin.call('POST /v1/admin/tune-credits/:id/take-back', {
      params,
      body: { reason: 'Wrong one' },
    });
    expect(taken).toMatchObject({ status: 200, body: { left: 0, state: 'used' } });
    expect(await creditsOf(client)).toMatchObject({ ecu: 0 });
    const again = await admin.call('POST /v1/admin/tune-credits/:id/take-back', { params, body: { reason: 'Again' } });
    expect(again.status).toBe(409);
    const { body: list } = await admin.call('GET /v1/admin/tune-credits', { query: { search: email } });
    expect(list.data).toMatchObject([{ id: lot.id, owner: { kind: 'user' }, state: 'used' }]);
  });

  test('of two concurrent grants of the last dealer credit one succeeds', async () => {
    const { dealer, userId, client } = await dealerWith('ecu', 1);
    const [a, b] = [await newUser(), await newUser()];
    const give = (recipient: string) =>
      server.db.transaction().execute((tx) =>
        giveCredits(tx, origin, {
          dealerId: dealer.id,
          kind: 'ecu',
          units: 1,
          recipient,
          note: '',
          actorId: userId,
          now: new Date(),
        }),
      );
    const done = await Promise.allSettled([give(a.email), give(b.email), give(a.email), give(b.email)]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of done)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'dealer_hit_credit_limit' });
    expect(await creditsOf(client, dealer.id)).toMatchObject({ ecu: 0 });
    expect(Number((await creditsOf(a.client)).ecu) + Number((await creditsOf(b.client)).ecu)).toBe(1);
  });

  test('a grant to an unknown address is stored as a code for it', async () => {
    const { dealer, userId, client } = await dealerWith('awd', 2);
    const issued = await server.db.transaction().execute((tx) =>
      giveCredits(tx, origin, {
        dealerId: dealer.id,
        kind: 'awd',
        units: 1,
        recipient: 'later@example.test',
        note: 'For your patience',
        actorId: userId,
        now: new Date(),
      }),
    );
    expect(issued).toMatchObject({ code: { state: 'open', recipient: 'later@example.test' } });
    expect(await creditsOf(client, dealer.id)).toMatchObject({ awd: 1 });
    expect(await mailsTo('later@example.test')).toMatchObject([{ kind: 'tune-credit-code' }]);
    const user = await server.make.user({ email: 'later@example.test' });
    const late = await server.as({ id: user.id });
    expect((await late.call('GET /tune-credits')).body.waiting).toMatchObject([
      { kind: 'awd', amount: 1, giver: dealer.name },
    ]);
    expect((await late.call('POST /tune-credit-codes/autoclaim')).body.credits).toMatchObject([
      { kind: 'awd', left: 1 },
    ]);
  });
});

describe('codes', () => {
  test('anyone can check a code, and a user claims it once (C236 C237 S363)', async () => {
    const { code, link } = await newCode({ note: 'Sorry for the delay' });
    expect(link).toBe(`${origin}/tcc/${code}`);
    const checked = await server.anonymous.call('GET /tune-credit-codes/:code/check', {
      params: { code: code.toLowerCase() },
    });
    expect(checked).toMatchObject({
      status: 200,
      body: { kind: 'ecu', amount: 2, giver: 'Tuneport', note: 'Sorry for the delay', bound: false },
    });
    expect((await server.anonymous.call('POST /tune-credit-codes/:code/claim', { params: { code } })).status).toBe(401);
    const { client } = await newUser();
    const claimed = await client.call('POST /tune-credit-codes/:code/claim', { params: { code } });
    expect(claimed).toMatchObject({ status: 200, body: { credits: [{ kind: 'ecu', left: 2, source: 'code' }] } });
    expect(await creditsOf(client)).toMatchObject({ ecu: 2 });
    const again = await client.call('POST /tune-credit-codes/:code/claim', { params: { code } });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'already_committed', current: { credit_ids: [claimed.body.credits[0]?.id] } },
    });
    const gone = await server.anonymous.call('GET /tune-credit-codes/:code/check', { params: { code } });
    expect(gone).toMatchObject({ status: 409, body: { current: { state: 'claimed' } } });
    const other = await newUser();
    const late = await other.client.call('POST /tune-credit-codes/:code/claim', { params: { code } });
    expect(late.status).toBe(409);
    expect(JSON.stringify(late.body)).not.toContain('credit_ids');
  });

  test('an unknown code responds 404, and the table does not store codes in plain text', async () => {
    for (const code of ['demo-code', '2222-2222-2222-2222-2222-2222-2222'])
      expect((await server.anonymous.call('GET /tune-credit-codes/:code/check', { params: { code } })).status).toBe(
        404,
      );
    const { code } = await newCode();
    const rows = await server.db.selectFrom('tune_credit_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify((await admin.call('GET /v1/admin/tune-credit-codes')).body)).not.toContain(code);
  });

  test('of many concurrent claims one gets the credits', async () => {
    const { code } = await newCode({ units: 1 });
    const people = await Promise.all(Array.from({ length: 5 }, newUser));
    const answers = await Promise.all(
      people.flatMap(({ client }) =>
        [1, 2].map(() => client.call('POST /tune-credit-codes/:code/claim', { params: { code } })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const sums = await Promise.all(people.map(({ client }) => creditsOf(client)));
    expect(sums.reduce((sum, { ecu }) => sum + Number(ecu), 0)).toBe(1);
  });

  test('autoclaim takes pending credits of the confirmed address once, and no other user can claim them (C235)', async () => {
    const { client, email } = await newUser();
    const { code } = await newCode({ recipient: email.toUpperCase() });
    await newCode({ recipient: email, kind: 'tcu', units: 1 });
    expect(await mailsTo(email)).toHaveLength(2);
    const other = await newUser();
    const stolen = await other.client.call('POST /tune-credit-codes/:code/claim', { params: { code } });
    expect(stolen).toMatchObject({ status: 409, body: { message: expect.stringMatching(/another e-mail address/) } });
    expect((await other.client.call('POST /tune-credit-codes/autoclaim')).body.credits).toEqual([]);
    const unconfirmed = await server.make.user({ confirmed: false, email: 'unconfirmed@example.test' });
    await newCode({ recipient: 'unconfirmed@example.test' });
    const unconfirmedClient = await server.as({ id: unconfirmed.id });
    expect((await unconfirmedClient.call('POST /tune-credit-codes/autoclaim')).body.credits).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => client.call('POST /tune-credit-codes/autoclaim')));
    expect(answers.flatMap(({ body }) => body.credits)).toHaveLength(2);
    expect(await creditsOf(client)).toMatchObject({ ecu: 2, tcu: 1 });
  });

  test('a withdrawn or expired code reports its state, and a claimed code cannot be withdrawn', async () => {
    const withdrawn = await newCode();
    const params = { id: withdrawn.id };
    expect((await admin.call('DELETE /v1/admin/tune-credit-codes/:id', { params })).status).toBe(204);
    expect((await admin.call('DELETE /v1/admin/tune-credit-codes/:id', { params })).status).toBe(204);
    const { client } = await newUser();
    const refused = await client.call('POST /tune-credit-codes/:code/claim', { params: { code: withdrawn.code } });
    expect(refused).toMatchObject({ status: 409, body: { current: { state: 'withdrawn' } } });
    const short = await newCode({ valid_until: new Date(Date.now() + 60_000).toISOString() });
    await maintainCredits(server.db, origin, new Date(Date.now() + 120_000));
    const late = await server.anonymous.call('GET /tune-credit-codes/:code/check', { params: { code: short.code } });
    expect(late).toMatchObject({ status: 409, body: { current: { state: 'expired' } } });
    const taken = await newCode();
    await client.call('POST /tune-credit-codes/:code/claim', { params: { code: taken.code } });
    const no = await admin.call('DELETE /v1/admin/tune-credit-codes/:id', { params: { id: taken.id } });
    expect(no).toMatchObject({ status: 409, body: { code: 'already_committed' } });
  });

  test('a dealer code reserves dealer credits, transfers them unchanged, and releases them when withdrawn', async () => {
    const { dealer, client, userId, lot } = await dealerWith('ecu', 3);
    const make = (units: number) =>
      server.db.transaction().execute((tx) =>
        createCreditCode(tx, origin, {
          kind: 'ecu',
          units,
          dealerId: dealer.id,
          note: '',
          actorId: userId,
          now: new Date(),
        }),
      );
    const [first, second] = [await make(1), await make(2)];
    expect(await creditsOf(client, dealer.id)).toMatchObject({ ecu: 0 });
    await expect(make(1)).rejects.toMatchObject({ code: 'dealer_hit_credit_limit' });
    const customer = await newUser();
    const claimed = await customer.client.call('POST /tune-credit-codes/:code/claim', { params: { code: first.code } });
    expect(claimed.body.credits).toMatchObject([{ left: 1, expires_at: lot.expires_at }]);
    const other = await server.make.dealer();
    const withdraw = (dealerId: number) =>
      server.db.transaction().execute((tx) => withdrawCreditCode(tx, { id: second.row.id, dealerId, now: new Date() }));
    await expect(withdraw(other.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await withdraw(dealer.id)).toMatchObject({ state: 'withdrawn' });
    expect(await creditsOf(client, dealer.id)).toMatchObject({ ecu: 2 });
  });
});

test('code checks are limited to ten a minute, valid or not (C236)', async () => {
  await server.db.deleteFrom('rate_limits').execute();
  const params = { code: '3333-3333-3333-3333-3333-3333-3333' };
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await server.anonymous.call('GET /tune-credit-codes/:code/check', { params })).status);
  expect(statuses).toEqual([...Array(10).fill(404), 429]);
  await server.db.deleteFrom('rate_limits').execute();
});

describe('expiry', () => {
  test('owners are warned once each 30 and 7 days before, then the remaining credits expire', async () => {
    const { email, client } = await newUser();
    await grant(admin, email, 'tcu', 2, { valid_until: later(60).toISOString() });
    const at = (days: number) => maintainCredits(server.db, origin, later(days));
    expect((await at(1)).warned).toBe(0);
    await at(31);
    await at(32);
    expect(await mailsTo(email)).toHaveLength(1);
    await at(54);
    await at(55);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await creditsOf(client)).toMatchObject({ tcu: 2 });
    const results = await Promise.all([at(61), at(61)]);
    expect(results.reduce((sum, { lots }) => sum + lots, 0)).toBe(1);
    expect(await creditsOf(client)).toMatchObject({ tcu: 0 });
    expect((await client.call('GET /tune-credits')).body.owners[0]?.history[0]).toMatchObject({
      what: 'expire',
      units: -2,
    });
  });

  test('a warning states the exact expiry time, and a dealer without a billing address is warned through its managers', async () => {
    const until = new Date(Math.ceil(later(20).getTime() / 86_400_000) * 86_400_000 + 30 * 60_000);
    const { email } = await newUser();
    const { dealer, userId } = await dealerWith('awd', 1);
    await grant(admin, email, 'awd', 1, { valid_until: until.toISOString() });
    await grant(admin, dealer.slug, 'awd', 1, { valid_until: until.toISOString() });
    await server.db.updateTable('dealers').set({ billing_email: '' }).where('id', '=', dealer.id).execute();
    await maintainCredits(server.db, origin, new Date());
    const [reply] = await mailsTo(email);
    expect(reply?.text_body).toContain(', 00:30 UTC');
    const member = await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(await mailsTo(member.email)).toHaveLength(1);
  });

  test('credits that expire first are granted first, and the ledger stays consistent', async () => {
    const { dealer, userId } = await dealerWith('universal', 1);
    const soon = await grant(admin, dealer.slug, 'universal', 1, { valid_until: later(10).toISOString() });
    const { email } = await newUser();
    await server.db.transaction().execute((tx) =>
      giveCredits(tx, origin, {
        dealerId: dealer.id,
        kind: 'universal',
        units: 1,
        recipient: email,
        note: '',
        actorId: userId,
        now: new Date(),
      }),
    );
    const { data } = (await admin.call('GET /v1/admin/tune-credits', { query: { dealer: dealer.id } })).body;
    expect(data.find(({ id }) => id === soon.id)?.left).toBe(0);
    expect((await verifyLedger(server.db)).problems).toEqual([]);
  });
});
