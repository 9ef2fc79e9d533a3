import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { form, sendTune } from '../../../testing/tuning.ts';

let server: TestServer;
let customer: Client;
beforeAll(async () => {
  server = await testServer();
  customer = await server.as({});
});
afterAll(() => server.close());

/** A pull with knock from 9 to 10 seconds. */
const knocking = [
  'Time (sec),RPM (rpm),Accel Position (%),Knock Retard (deg)',
  ...Array.from({ length: 200 }, (_, nth) => {
    const time = nth / 10;
    const isPull = time >= 5 && time < 13;
    return [time, isPull ? 2000 + 600 * (time - 5) : 900, isPull ? 100 : 0, time >= 9 && time < 10 ? 6 : 0].join(',');
  }),
].join('\n');

type Uploaded = { id: string; token: string };

async function upload(client: Client): Promise<Uploaded> {
  const sent = await client.request('POST', '/api/graph', form({}, { name: 'pull.csv', bytes: Buffer.from(knocking) }));
  expect(sent.status).toBe(201);
  return sent.body as unknown as Uploaded;
}
const attach = (client: Client, id: number, key: string, token?: string) =>
  client.call('PUT /v1/tune-requests/:id/logs/:key', { params: { id, key }, body: { token } });
const logsOf = (client: Client, id: number) => client.call('GET /v1/tune-requests/:id/logs', { params: { id } });

test('log of a request › is listed with the findings of its review and a link to each moment', async () => {
  const { id } = (await sendTune(customer)).body;
  const log = await upload(customer);
  expect((await attach(customer, id, log.id)).status).toBe(200);
  const { data } = (await logsOf(customer, id)).body;
  expect(data).toMatchObject([
    { id: log.id, name: 'pull.csv', findings: [{ title: 'Knock', severity: 'careful', value: 6, unit: '°' }] },
  ]);
  expect(data[0]?.findings?.[0]?.path).toMatch(new RegExp(`^/graph/${log.id}\\?c=[\\d.]+&t=[\\d.]+~[\\d.]+&at=9$`));
  const { data: messages } = (await customer.call('GET /v1/tune-requests/:id/support', { params: { id } })).body;
  expect(messages.map(({ text }) => text)).toEqual(['Attached the log pull.csv. The automatic review found: knock.']);
  // Attaching again changes nothing.
  await attach(customer, id, log.id);
  expect((await logsOf(customer, id)).body.data).toHaveLength(1);
  expect((await customer.call('GET /v1/tune-requests/:id/support', { params: { id } })).body.data).toHaveLength(1);
});

test('log of a request › is kept for a year if it belongs to the sender, and only then', async () => {
  const { id } = (await sendTune(customer)).body;
  const daysOf = async (key: string) => {
    const { expires_at } = await server.db
      .selectFrom('graphs')
      .selectAll()
      .where('id', '=', key)
      .executeTakeFirstOrThrow();
    return Math.round((expires_at.getTime() - Date.now()) / 86_400_000);
  };
  const [withToken, foreign] = [await upload(server.anonymous), await upload(server.anonymous)];
  await attach(customer, id, withToken.id, withToken.token);
  await attach(customer, id, foreign.id, 'not the token');
  expect([await daysOf(withToken.id), await daysOf(foreign.id)]).toEqual([365, 7]);
  const owner = await server.db
    .selectFrom('graphs')
    .select('uploaded_by')
    .where('id', '=', withToken.id)
    .executeTakeFirst();
  expect(owner?.uploaded_by).toBe(customer.userId);
});

test('log of a request › is hidden from others, removed by its customer and gone with the log', async () => {
  const { id } = (await sendTune(customer)).body;
  const [first, second] = [await upload(customer), await upload(customer)];
  await attach(customer, id, first.id);
  await attach(customer, id, second.id);
  const stranger = await server.as({});
  expect((await logsOf(stranger, id)).status).toBe(404);
  expect((await attach(stranger, id, first.id)).status).toBe(404);
  expect((await attach(customer, id, 'A'.repeat(22))).status).toBe(404);
  const remove = (key: string) => customer.call('DELETE /v1/tune-requests/:id/logs/:key', { params: { id, key } });
  expect([(await remove(first.id)).status, (await remove(first.id)).status]).toEqual([204, 404]);
  await customer.call('DELETE /graph/:id', { params: { id: second.id }, body: {} });
  expect((await logsOf(customer, id)).body.data).toEqual([]);
});

test('log of a request › resumes work that waits for the customer', async () => {
  const { id } = (await sendTune(customer)).body;
  await server.db.updateTable('tune_requests').set({ state: 'waiting_customer' }).where('id', '=', id).execute();
  await attach(customer, id, (await upload(customer)).id);
  const { state } = (await customer.call('GET /v1/tune-requests/:id', { params: { id } })).body;
  expect(state).not.toBe('waiting_customer');
});
