import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { jobContext } from '../../../testing/job-context.ts';
import { tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { flashImage, form, queuedRequest, sendFile, takeRequestStep, tuned, tunerOf } from '../../../testing/tuning.ts';
import { unzip } from '../../../testing/unzip.ts';
import { expireExports } from './manage-exports.ts';
import { prepareExportJob } from './prepare-export.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const request = async (client: Client) => {
  const { status, body } = await client.call('POST /user/data-exports');
  expect([status, body]).toEqual([202, expect.objectContaining({ state: 'queued' })]);
  return body.id;
};
const prepare = (id: number) => prepareExportJob.run(jobContext(server), { export_id: id });
const exportsOf = async (client: Client) => (await client.call('GET /user/data-exports')).body;
const download = (client: Client, id: number, headers: Record<string, string> = {}) =>
  client.request('GET', `/api/user/data-exports/${id}/file`, { headers });
async function exported(client: Client): Promise<Map<string, Buffer>> {
  const id = await request(client);
  await prepare(id);
  return unzip((await download(client, id)).raw.rawPayload);
}
const json = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(`${name}.json`)));

describe('the export of a customer', () => {
  let files: Map<string, Buffer>;
  let customer: Client;
  const original = flashImage();
  const secret = `internal-${randomBytes(6).toString('hex')}`;

  beforeAll(async () => {
    const store = await makeShop(server);
    const { slug } = await store.sell(20);
    const shop = await tuneShop(server);
    customer = await server.as({});
    const id = customer.userId ?? 0;
    const tuner = await tunerOf(server, shop.tuner.id);
    // An order, a finished tune request, a log, a car, an address and a ticket with notes.
    await pay(customer, (await placed(customer, orderOf([{ slug, quantity: 1 }]))).body);
    const tune = await queuedRequest(customer, shop, original);
    await takeRequestStep(tuner, tune.id, 'claim');
    await sendFile(tuner, tune.id, 'result', { name: 'result.bin', bytes: tuned(original) });
    await server.db
      .insertInto('tune_request_messages')
      .values([
        {
          request_id: tune.id,
          kind: 'customer',
          user_id: id,
          author: 'Me',
          text: 'My question',
          created_at: new Date(),
        },
        {
          request_id: tune.id,
          kind: 'note',
          user_id: tuner.userId,
          author: 'Tuner',
          text: secret,
          created_at: new Date(),
        },
      ])
      .execute();
    const rows = Array.from({ length: 200 }, (_, at) => `${at / 10},${2000 + at * 10},${at / 20}`);
    const log = form(
      {},
      { name: 'pull.csv', bytes: Buffer.from(['Time (sec),RPM (rpm),Boost (psi)', ...rows].join('\n')) },
    );
    expect((await customer.request('POST', '/api/graph', log)).status).toBe(201);
    await customer.call('POST /vehicles', { body: { vin: 'WVWZZZ1KZFW000001', nickname: 'Daily' } });
    const ticket = await server.db
      .insertInto('tickets')
      .values({
        region: 1,
        title: 'It does not start',
        description: 'After flashing.',
        customer_name: 'Me',
        user_id: id,
        last_at: new Date(),
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const other = await server.make.user();
    const message = (kind: string, author_id: number | null, text: string) => ({
      ticket_id: ticket.id,
      kind,
      author_id,
      author_name: kind,
      text,
      created_at: new Date(),
    });
    await server.db
      .insertInto('ticket_messages')
      .values([
        message('house', store.admin.userId, 'Try again.'),
        message('note', store.admin.userId, secret),
        message('customer', other.id, secret),
      ])
      .execute();
    files = await exported(customer);
  });

  test('contains the records of every area with their own files and invoices', () => {
    expect(json(files, 'profile')).toMatchObject([{ id: customer.userId, has_password: false, dealers: [] }]);
    expect(json(files, 'orders')).toMatchObject([{ state: 'paid', lines: [{ quantity: 1 }] }]);
    expect(json(files, 'purchases')).toMatchObject([
      { vehicle: '2.0L 4-cyl turbo', lines: expect.arrayContaining([expect.objectContaining({ label: 'Stage 1' })]) },
    ]);
    expect(json(files, 'tune-requests')).toMatchObject([{ messages: [{ text: 'My question' }] }]);
    expect(json(files, 'tickets')).toMatchObject([{ messages: [{ author: 'house', text: 'Try again.' }] }]);
    expect(json(files, 'garage')).toMatchObject([{ vin: 'WVWZZZ1KZFW000001', nickname: 'Daily' }]);
    expect(json(files, 'logs')).toMatchObject([{ name: 'pull.csv', rows: 200 }]);
    expect(json(files, 'sessions').length).toBeGreaterThan(0);
    expect(json(files, 'security-events')).toContainEqual(
      expect.objectContaining({ event: 'identity.log-in', by: 'you' }),
    );
    const names = [...files.keys()];
    expect(names.filter((name) => /^invoices\/INV-.*\.pdf$/.test(name))).toHaveLength(2);
    const own = names.find((name) => /^tune-requests\/\d+\/original-.*read\.bin$/.test(name)) ?? '';
    expect(files.get(own)?.equals(original)).toBe(true);
    expect(names.some((name) => /^logs\/log-.*pull\.csv$/.test(name))).toBe(true);
    expect(String(files.get('README.txt'))).toContain('tune-requests.json');
  });

  test('contains no internal note, no message of another person, no unreviewed result and no hash', () => {
    const texts = [...files].filter(([name]) => name.endsWith('.json')).map(([, bytes]) => String(bytes));
    expect(texts.join('\n')).not.toContain(secret);
    expect(texts.join('\n')).not.toMatch(/token_hash|password_hash|totp_secret|public_key|credential_id/);
    expect([...files.keys()].filter((name) => name.includes('/result-'))).toEqual([]);
  });
});

test('the export of a dealer member leaves out records of the dealer', async () => {
  const member = await server.as({ role: 4 });
  const dealer = await server.make.dealer({ members: [member.userId ?? 0] });
  const ticket = {
    region: 1,
    title: 'A ticket of the dealer',
    description: 'For a customer.',
    customer_name: 'Member',
    user_id: member.userId,
    dealer_id: dealer.id,
    last_at: new Date(),
    created_at: new Date(),
    updated_at: new Date(),
  };
  await server.db.insertInto('tickets').values(ticket).execute();
  const files = await exported(member);
  expect(json(files, 'tickets')).toEqual([]);
  expect(json(files, 'profile')).toMatchObject([{ dealers: [{ name: dealer.name, kind: 'member' }] }]);
});

test('an export is announced by an e-mail without a secret, downloaded in ranges and only by its owner', async () => {
  const client = await server.as({});
  const id = await request(client);
  expect((await download(client, id)).status).toBe(404);
  await prepare(id);
  const [shown] = await exportsOf(client);
  expect(shown).toMatchObject({ state: 'ready', size_bytes: expect.any(Number) });
  expect(shown?.parts_done).toBe(shown?.parts_total);
  const mail = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', 'data-export')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(unmask(mail as never)).toMatchObject({ text_body: expect.stringContaining('/profile/data') });
  const part = await download(client, id, { range: 'bytes=0-3' });
  expect([part.status, part.raw.rawPayload.toString('latin1')]).toEqual([206, 'PK\x03\x04']);
  expect((await download(await server.as({}), id)).status).toBe(404);
  expect((await download(await server.as({ role: 5 }), id)).status).toBe(404);
  expect((await download(server.anonymous, id)).status).toBe(401);
  await server.ageLogins(client.userId ?? 0);
  expect((await download(client, id)).body).toMatchObject({ code: 'fresh_login_required' });
});

test('an export needs a fresh login, runs once at a time and three times a day', async () => {
  const client = await server.as({});
  await server.ageLogins(client.userId ?? 0);
  expect((await client.call('POST /user/data-exports')).body).toMatchObject({ code: 'fresh_login_required' });
  const fresh = await server.as({ id: client.userId ?? 0 });
  for (let n = 0; n < 3; n += 1) {
    const id = await request(fresh);
    expect((await fresh.call('POST /user/data-exports')).status).toBe(409);
    await prepare(id);
  }
  expect((await fresh.call('POST /user/data-exports')).status).toBe(429);
  expect(await exportsOf(fresh)).toHaveLength(3);
});

test('a repeated run of a finished export changes nothing', async () => {
  const client = await server.as({});
  const id = await request(client);
  await prepare(id);
  const before = await exportsOf(client);
  await prepare(id);
  expect(await exportsOf(client)).toEqual(before);
});

test('an interrupted run leaves the export to the next one', async () => {
  const client = await server.as({});
  const id = await request(client);
  const context = jobContext(server, { signal: AbortSignal.abort() });
  await expect(prepareExportJob.run(context, { export_id: id })).rejects.toThrow();
  expect(await exportsOf(client)).toMatchObject([{ state: 'running' }]);
  await prepare(id);
  expect(await exportsOf(client)).toMatchObject([{ state: 'ready' }]);
});

test('an export with an unreadable file names it and has the others', async () => {
  const client = await server.as({});
  const { id } = (await client.call('POST /vehicles', { body: { vin: 'WVWZZZ1KZFW000001' } })).body;
  const missing = await server.db
    .insertInto('stored_files')
    .values({
      sha256: randomBytes(32),
      size_bytes: 5n,
      name: 'car.webp',
      media_type: 'image/webp',
      belongs_to: `garage-vehicle:${id}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const photo = JSON.stringify({ width: 1, height: 1, sizes: [{ width: 1, file: missing.id }] });
  await server.db.updateTable('garage_vehicles').set({ photo }).where('id', '=', id).execute();
  const files = await exported(client);
  expect(String(files.get('missing-files.txt'))).toContain('car.webp');
  expect(json(files, 'garage')).toHaveLength(1);
});

test('an expired export is not downloaded any more, and its file is removed', async () => {
  const client = await server.as({});
  const id = await request(client);
  await prepare(id);
  const { sha256 } = await server.db
    .selectFrom('stored_files')
    .select('sha256')
    .where('belongs_to', '=', `data-export:${id}`)
    .executeTakeFirstOrThrow();
  const past = new Date(Date.now() - 1000);
  await server.db.updateTable('data_exports').set({ expires_at: past }).where('id', '=', id).execute();
  expect((await download(client, id)).status).toBe(404);
  expect(await exportsOf(client)).toMatchObject([{ state: 'expired' }]);
  await expireExports(server.platform, new Date());
  expect(await server.platform.files.has(sha256)).toBe(false);
  expect(await exportsOf(client)).toMatchObject([{ state: 'expired', size_bytes: null }]);
});

test('a deleted export is gone with its file', async () => {
  const client = await server.as({});
  const id = await request(client);
  expect((await client.call('DELETE /user/data-exports/:id', { params: { id } })).status).toBe(409);
  await prepare(id);
  expect((await client.call('DELETE /user/data-exports/:id', { params: { id } })).status).toBe(204);
  expect(await exportsOf(client)).toEqual([]);
  const rows = await server.db
    .selectFrom('stored_files')
    .select('id')
    .where('belongs_to', '=', `data-export:${id}`)
    .execute();
  expect(rows).toEqual([]);
});
