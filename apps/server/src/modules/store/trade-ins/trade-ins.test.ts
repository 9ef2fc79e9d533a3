import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { eventsFrom, findStepTo, stepsOf } from '@tuneport/domain/states/machine';
import { tradeInMachine, tradeInStates } from '@tuneport/domain/store/trade-in-states';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeLocation, makeProduct } from '../../../testing/store.ts';
import { form } from '../../../testing/tuning.ts';
import { balanceOf } from '../../ledger/index.ts';
import { expireTradeIns } from './expire-trade-ins.ts';

let server: TestServer;
let admin: Client;
let guest: Client;
let product: string;
let location: string;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  guest = server.anonymous;
  product = (await makeProduct(admin)).slug;
  location = (await makeLocation(server, 'returns-desk')).slug;
});
afterAll(() => server.close());

const input = {
  tool: 'FlashZilla V2',
  serial: 'FZ2-0815',
  condition: 'used' as const,
  full_name: 'Ada Lane',
  email: 'ada@example.test',
  note: 'With both cables.',
};
let tools = 0;
const submit = async (client: Client = guest, more: object = {}) => {
  await server.db.deleteFrom('rate_limits').execute();
  // A different person each time, because open trade-ins per person are limited.
  const body = { ...input, serial: `FZ2-${++tools}`, email: `ada-${tools}@example.test`, ...more };
  const reply = await client.call('POST /trade-in-requests', { body });
  expect(reply.status).toBe(201);
  return reply.body;
};
const read = async (id: number) => (await admin.call('GET /v1/admin/trade-in-requests/:id', { params: { id } })).body;
const decide = async (id: number, body: object) =>
  admin.call('PATCH /v1/admin/trade-in-requests/:id', {
    params: { id },
    body: body as never,
    readAt: (await read(id)).updated_at,
  });
const offer = (amount = '120.00') => ({ state: 'offered', offer: { amount, currency: 'CAD', days: 10 } });
const accept = (
  client: Client,
  { id, token }: { id: number; token?: string },
  pay_as: 'balance' | 'bank' = 'balance',
) =>
  client.call('POST /trade-in-requests/:id/accept', { params: { id }, body: { pay_as, ...(token ? { token } : {}) } });
const quarantine = async () => {
  const { rows } = await sql<{
    pieces: number;
  }>`select coalesce(sum(l.quarantine), 0)::int as pieces from stock_levels l
    join products p on p.id = l.product_id where p.slug = ${product}`.execute(server.db);
  return rows[0]?.pieces;
};
const lastMail = () =>
  server.db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('kind', '=', 'trade-in')
    .orderBy('id', 'desc')
    .executeTakeFirst();
const errorsOf = ({ body }: { body: unknown }) => Object.keys((body as { errors: object }).errors).sort();

describe('a trade-in is requested (C381)', () => {
  test('by anyone, who gets a private link to it', async () => {
    const made = await submit();
    expect(made).toMatchObject({ state: 'submitted', number: expect.stringMatching(/^TI-/), can: { accept: false } });
    const show = (client: Client, token?: string) =>
      client.call('GET /trade-in-requests/:id', { params: { id: made.id }, query: token ? { token } : {} });
    expect((await show(guest, made.token)).status).toBe(200);
    expect((await show(guest)).status).toBe(404);
    expect((await show(await server.as({}), 'x'.repeat(43))).status).toBe(404);
    const mail = await server.db
      .selectFrom('mail_outbox')
      .select(['subject', 'text_body'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(mail?.subject).toContain(made.number);
    expect(mail?.text_body).toContain(`/trade-in/${made.id}/`);
  });

  test('with every invalid field reported', async () => {
    const refused = await guest.call('POST /trade-in-requests', {
      body: { ...input, tool: '', serial: '', condition: 'shiny' as never, email: 'nobody', full_name: '' },
    });
    expect([refused.status, errorsOf(refused)]).toEqual([422, ['condition', 'email', 'full_name', 'serial', 'tool']]);
    const other = await guest.call('POST /trade-in-requests', { body: { ...input, wanted_product: 'no-such-thing' } });
    expect(errorsOf(other)).toEqual(['wanted_product']);
  });
});

describe('a serial number entered by another person', () => {
  test('does not block the owner of the tool from trading it in', async () => {
    const serial = 'FZ2-STOLEN-1';
    const stranger = await submit(guest, { serial, email: 'stranger@example.test' });
    const owner = await submit(guest, { serial, email: 'owner@example.test' });
    expect((await read(owner.id)).same_serial).toMatchObject([{ id: stranger.id, state: 'submitted' }]);
    for (const { id } of [stranger, owner]) expect((await decide(id, offer())).status).toBe(200);
    expect((await accept(guest, owner, 'bank')).status).toBe(200);
    const late = await accept(guest, stranger, 'bank');
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({
        message: 'Another accepted trade-in already has this serial number. Contact us.',
      }),
    ]);
  });
});

describe('the serial number of a tool', () => {
  const again = (serial: string) => guest.call('POST /trade-in-requests', { body: { ...input, serial } });

  test('is in at most one open trade-in, however it is written, and is free again once that one has ended', async () => {
    const { id } = await submit(guest, { serial: 'FZ2-AB 0001', email: input.email });
    const refused = await again('fz2ab0001');
    expect([refused.status, errorsOf(refused)]).toEqual([422, ['serial']]);
    await decide(id, { state: 'rejected', note: 'Too old.' });
    const second = await again('fz2ab0001');
    expect(second.status).toBe(201);
    expect((await read(second.body.id)).same_serial).toMatchObject([{ id, state: 'rejected' }]);
  });

  test('offered twice concurrently is accepted once', async () => {
    await server.db.deleteFrom('rate_limits').execute();
    const tries = await Promise.all(Array.from({ length: 6 }, () => again('RACE-1')));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });
});

describe('pictures of a tool', () => {
  const picture = (width = 900) =>
    sharp({ create: { width, height: 600, channels: 3, background: '#c2410c' } })
      .jpeg()
      .withExif({ IFD0: { ImageDescription: 'taken at 49.28 N 123.12 W' } })
      .toBuffer();
  const send = (id: number, token: string, bytes: Buffer) =>
    guest.request('POST', `/api/trade-in-requests/${id}/photos`, form({ token }, { name: 'tool.jpg', bytes }));

  test('are re-encoded and shown to link holders and staff only', async () => {
    const { id, token, photos } = await submit();
    expect(photos).toEqual([]);
    const sent = await send(id, token, await picture());
    const shown = sent.body as { photos: { id: number; widths: number[] }[] };
    expect([sent.status, shown.photos]).toMatchObject([201, [{ width: 900, widths: [400, 800, 900] }]]);
    const path = `/api/trade-in-requests/${id}/photos/${shown.photos[0]?.id}/400`;
    const fetched = await guest.request('GET', `${path}?token=${token}`);
    expect([fetched.status, fetched.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(String(fetched.body)).not.toContain('49.28');
    expect((await admin.request('GET', path)).status).toBe(200);
    for (const stranger of [guest, await server.as({})]) expect((await stranger.request('GET', path)).status).toBe(404);
    expect((await read(id)).photos).toHaveLength(1);
  });

  test('are limited to six, images only, and only before the tool arrives', async () => {
    const { id, token } = await submit();
    expect((await send(id, token, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))).status).toBe(422);
    expect((await send(id, 'x'.repeat(43), await picture())).status).toBe(404);
    const bytes = await picture(100);
    for (let n = 0; n < 6; n += 1) expect((await send(id, token, bytes)).status).toBe(201);
    expect((await send(id, token, bytes)).status).toBe(422);
    const ended = await submit();
    await decide(ended.id, { state: 'rejected', note: 'Too old.' });
    expect((await send(ended.id, ended.token, bytes)).body).toMatchObject({ code: 'invalid_transition' });
  });
});

test('staff list trade-ins by state and text, and others cannot (C382)', async () => {
  const { id } = await submit(guest, { serial: 'LIST-1' });
  const list = async (query: object) =>
    (await admin.call('GET /v1/admin/trade-in-requests', { query })).body.data.map((row) => row.id);
  expect(await list({ search: 'list-1' })).toEqual([id]);
  expect(await list({ search: 'list-1', state: 'offered' })).toEqual([]);
  expect((await (await server.as({})).call('GET /v1/admin/trade-in-requests')).status).toBe(403);
});

describe('a trade-in is decided (C383)', () => {
  test('offered, accepted, shipped, received and credited: the value is on the account of its owner and in stock', async () => {
    const user = await server.make.user();
    const owner = await server.as(user);
    const { id } = await submit(owner);
    expect((await decide(id, offer())).body).toMatchObject({
      state: 'offered',
      offer: { value: { amount: '120.00' } },
    });
    expect((await accept(owner, { id })).body).toMatchObject({ state: 'accepted', can: { ship: true } });
    const shipped = await owner.call('POST /trade-in-requests/:id/ship', {
      params: { id },
      body: { tracking_number: 'P-77' },
    });
    expect(shipped.body).toMatchObject({ state: 'in_transit', tracking_number: 'P-77' });
    const before = await quarantine();
    expect(errorsOf(await decide(id, { state: 'received' }))).toEqual(['location', 'product']);
    expect((await decide(id, { state: 'received', product, location })).body.state).toBe('received');
    expect(await quarantine()).toBe((before ?? 0) + 1);
    const stock = (await balanceOf(server.db, platformAccount('stock', 'CAD'))).postedMinor;
    const done = (await decide(id, { state: 'credited' })).body;
    expect((await lastMail())?.text_body).toMatch(/to your account\.\s+Agreed value: 120\.00\sCAD\./);
    expect(done).toMatchObject({ state: 'credited', next: [], licence_lock: { holder: `trade-in:${id}` } });
    expect(done.history.at(-1)).toMatchObject({ event: 'credit', transfer_id: expect.stringMatching(/^\d+$/) });
    expect((await balanceOf(server.db, partyAccount('prepay', `user:${user.id}`, 'CAD'))).postedMinor).toBe(-12_000n);
    expect((await balanceOf(server.db, platformAccount('stock', 'CAD'))).postedMinor - stock).toBe(12_000n);
    expect((await decide(id, { state: 'credited' })).body).toMatchObject({ code: 'invalid_transition' });
  });

  test('once, and a second decision is a conflict with the allowed actions', async () => {
    const { id } = await submit();
    expect((await decide(id, { state: 'rejected' })).status).toBe(422);
    expect((await decide(id, { state: 'rejected', note: 'Too old.' })).body.state).toBe('rejected');
    const again = await decide(id, offer());
    expect([again.status, again.body]).toMatchObject([409, { code: 'invalid_transition', allowed: [] }]);
  });

  test('only as the table says: any other step is refused with a sentence and the steps that are allowed', async () => {
    const { id } = await submit();
    const decisions = [
      ...new Set(stepsOf(tradeInMachine).flatMap(({ to, who }) => (who.includes('staff') ? [to] : []))),
    ];
    for (const state of tradeInStates)
      for (const to of decisions) {
        if (findStepTo(tradeInMachine, state, to, 'staff')) continue;
        await server.db.updateTable('trade_ins').set({ state }).where('id', '=', id).execute();
        const { status, body } = await decide(id, { ...offer(), state: to, note: 'A reason.', location, product });
        expect([status, body], `${to} of a trade-in that is ${state}`).toMatchObject([
          409,
          {
            code: 'invalid_transition',
            message: expect.stringMatching(/\.$/),
            allowed: eventsFrom(tradeInMachine, state, 'staff'),
          },
        ]);
      }
  });

  test('on the current version only, and a stale decision returns the newer one', async () => {
    const { id } = await submit();
    const { updated_at } = await read(id);
    await decide(id, offer());
    const late = await admin.call('PATCH /v1/admin/trade-in-requests/:id', {
      params: { id },
      body: { state: 'rejected', note: 'No.' },
      readAt: updated_at,
    });
    expect([late.status, late.body]).toMatchObject([412, { current: { state: 'offered' } }]);
  });

  test('again while an offer is not answered, and the customer does not accept the wrong one by mistake', async () => {
    const { id, token } = await submit();
    await decide(id, offer('1200.00'));
    expect((await decide(id, offer('120.00'))).body).toMatchObject({
      state: 'offered',
      offer: { value: { amount: '120.00', currency: 'CAD' } },
    });
    const take = (amount: string) =>
      guest.call('POST /trade-in-requests/:id/accept', {
        params: { id },
        body: { token, pay_as: 'bank', offer: { amount, currency: 'CAD' } },
      });
    expect((await take('1200.00')).status).toBe(409);
    expect((await take('120.00')).body.state).toBe('accepted');
    expect((await decide(id, offer('90.00'))).status, 'an accepted offer is not corrected').toBe(409);
  });

  test('after a question is answered and the request is reviewed again', async () => {
    const { id, token } = await submit();
    await decide(id, { state: 'needs_information', note: 'Does it boot?' });
    const answer = await guest.call('POST /trade-in-requests/:id/answer', {
      params: { id },
      body: { token, note: 'It does.' },
    });
    expect(answer.body).toMatchObject({ state: 'submitted' });
    expect((await read(id)).history.map(({ note }) => note)).toEqual(['', 'Does it boot?', 'It does.']);
  });

  test('again when the tool is not as described: a new offer, and without agreement it is returned', async () => {
    const { id, token } = await submit();
    await decide(id, offer());
    expect((await accept(guest, { id, token }, 'balance')).body).toMatchObject({
      errors: { pay_as: [expect.stringContaining('Log in')] },
    });
    expect((await accept(guest, { id, token }, 'bank')).body.state).toBe('accepted');
    await decide(id, { state: 'received', product, location });
    const here = await quarantine();
    expect((await decide(id, { state: 'counter_offered', offer: { amount: '60', currency: 'USD' } })).status).toBe(422);
    expect(
      (
        await decide(id, {
          state: 'counter_offered',
          note: 'The screen is cracked.',
          offer: { amount: '60', currency: 'CAD' },
        })
      ).body,
    ).toMatchObject({ state: 'counter_offered', offer: { value: { amount: '60.00' } } });
    const no = await guest.call('POST /trade-in-requests/:id/decline', { params: { id }, body: { token } });
    expect(no.body.state).toBe('return_due');
    expect((await decide(id, { state: 'returned' })).body.state).toBe('returned');
    expect(await quarantine()).toBe((here ?? 0) - 1);
  });

  test('by a counter-offer, which is owed by bank transfer if that was chosen', async () => {
    const { id, token } = await submit();
    await decide(id, offer());
    await accept(guest, { id, token }, 'bank');
    await decide(id, { state: 'received', product, location });
    await decide(id, { state: 'counter_offered', offer: { amount: '45.50', currency: 'CAD' } });
    const before = (await balanceOf(server.db, platformAccount('payable', 'CAD'))).postedMinor;
    expect((await accept(guest, { id, token }, 'bank')).body).toMatchObject({
      state: 'credited',
      sentence: 'Done. We will pay the agreed value by bank transfer.',
    });
    expect((await balanceOf(server.db, platformAccount('payable', 'CAD'))).postedMinor - before).toBe(-4550n);
    expect(await lastMail()).toMatchObject({
      subject: expect.stringContaining('Your trade-in is complete'),
      text_body: expect.stringMatching(/by bank transfer\.\s+Agreed value: 45\.50\sCAD\./),
    });
  });
});

test('an offer expires on its date, and an accepted one after thirty days without a parcel', async () => {
  const [offered, taken] = [await submit(), await submit()];
  for (const { id } of [offered, taken]) await decide(id, offer());
  await accept(guest, taken, 'bank');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await expireTradeIns(server.db, 'http://localhost', inDays(9));
  expect((await read(offered.id)).state).toBe('offered');
  await expireTradeIns(server.db, 'http://localhost', inDays(11));
  expect([(await read(offered.id)).state, (await read(taken.id)).state]).toEqual(['expired', 'accepted']);
  await expireTradeIns(server.db, 'http://localhost', inDays(31));
  expect((await read(taken.id)).state).toBe('expired');
});

test('one person has ten open trade-ins at most, by account or by e-mail address and network, also at once', async () => {
  const offerTool = async (client: Client, email: string) => {
    const body = { ...input, serial: `FZ2-${++tools}`, email };
    return (await client.call('POST /trade-in-requests', { body })).status;
  };
  for (const client of [guest, await server.as({})]) {
    const email = client === guest ? 'many@example.test' : 'user@example.test';
    const statuses: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      await server.db.deleteFrom('rate_limits').execute();
      const spelled = round === 0 ? email : email.toUpperCase();
      statuses.push(...(await Promise.all(Array.from({ length: 7 }, () => offerTool(client, spelled)))));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  }
  await server.db.deleteFrom('rate_limits').execute();
  expect(await offerTool(guest, 'another@example.test')).toBe(201);
  // The owner is on another network, and strangers have not used up their limit.
  const body = { ...input, serial: `FZ2-${++tools}`, email: 'many@example.test' };
  expect((await guest.call('POST /trade-in-requests', { body, from: '203.0.113.9' })).status).toBe(201);
  const first = await server.db
    .selectFrom('trade_ins')
    .select('id')
    .where('guest_key', 'is not', null)
    .where('email', 'ilike', 'many@example.test')
    .executeTakeFirstOrThrow();
  await decide(first.id, { state: 'rejected', note: 'Too old.' });
  await server.db.deleteFrom('rate_limits').execute();
  expect(await offerTool(guest, 'many@example.test')).toBe(201);
});
