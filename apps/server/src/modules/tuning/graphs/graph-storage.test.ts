import { createHash, randomBytes } from 'node:crypto';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { unpackLog } from '@tuneport/domain/tuning/logs/packed-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await testServer({ ANONYMOUS_LOGS_MIB: '4', TRUSTED_PROXIES: '127.0.0.1' });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

type Uploaded = { id: string; token: string; expires_at: string };

function upload(client: Client, content: string, { from = '203.0.113.1', days = '' } = {}) {
  const edge = 'edge-of-a-part';
  const field = days && `--${edge}\r\ncontent-disposition: form-data; name="days"\r\n\r\n${days}\r\n`;
  return client.request('POST', '/api/graph', {
    body: `${field}--${edge}\r\ncontent-disposition: form-data; name="file"; filename="pull.csv"\r\n\r\n${content}\r\n--${edge}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'x-forwarded-for': from },
  }) as Promise<{ status: number; body: unknown }>;
}
async function stored(client: Client, content: string, options = {}): Promise<Uploaded> {
  const { status, body } = await upload(client, content, options);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Uploaded;
}

/** Random numbers, which compress badly. */
function csv(rows: number, columns = 6): string {
  const lines = [`Time (sec),${Array.from({ length: columns }, (_, nth) => `RPM ${nth}`).join(',')}`];
  const figures = randomBytes(rows * columns * 2);
  for (let row = 0; row < rows; row += 1) {
    const cells = Array.from({ length: columns }, (_, nth) => figures.readUInt16LE((row * columns + nth) * 2) / 8);
    lines.push(`${(row / 50).toFixed(2)},${cells.join(',')}`);
  }
  return lines.join('\n');
}
const daysLeft = ({ expires_at }: { expires_at: string }) =>
  Math.round((new Date(expires_at).getTime() - Date.now()) / 86_400_000);
const read = (id: string, query = '') =>
  server.anonymous.request('GET', `/api/graph/${id}${query}`, {
    headers: { 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}` },
  }) as Promise<{ status: number; body: unknown }>;

describe('stored samples', () => {
  const content = csv(3000);
  const rows = content
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));

  test('are smaller than the file and returned unchanged', async () => {
    const { id } = await stored(await server.as({ role: 0 }), content);
    const { body } = await read(id);
    const answer = body as { clocks: number[][]; channels: { samples: number[] }[] };
    expect(answer.clocks[0]).toEqual(rows.map(([time]) => time));
    for (const nth of [1, 6]) expect(answer.channels[nth]?.samples).toEqual(rows.map((cells) => cells[nth]));
    const sizes = await server.db
      .selectFrom('stored_files')
      .select('size_bytes')
      .where('belongs_to', '=', `graph:${id}`)
      .orderBy('size_bytes')
      .execute();
    expect(Number(sizes[0]?.size_bytes)).toBeLessThan(content.length * 0.5);
  });

  test.each(['', '/samples'])(
    'are sent compressed to clients that accept it, and uncompressed to others: %s',
    async (path) => {
      const { id } = await stored(await server.as({ role: 0 }), content);
      const ask = (headers: Record<string, string>) =>
        server.anonymous.request('GET', `/api/graph/${id}${path}`, { headers });
      const [zipped, plain] = [
        await ask({ 'accept-encoding': 'br, gzip' }),
        await ask({ 'accept-encoding': 'gzip;q=0' }),
      ];
      expect(zipped.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(gunzipSync(zipped.raw.rawPayload).equals(plain.raw.rawPayload)).toBe(true);
      const sample = path
        ? unpackLog(plain.raw.rawPayload)?.channels[3]?.values[7]
        : (plain.body as { channels: { samples: number[] }[] }).channels[3]?.samples[7];
      expect(sample).toBe(rows[7]?.[3]);
    },
  );

  test('of version 1 are still read', async () => {
    const { id } = await stored(await server.as({ role: 0 }), content);
    const times = Float64Array.of(0, 0.5, 1);
    const values = Float32Array.of(800, 1.5, Number.NaN);
    const channel = { name: 'RPM', label: 'RPM', unit: 'rpm', quantity: 'rpm', source: '', clock: 0, words: null };
    const head = Buffer.from(
      JSON.stringify({
        format: 'table',
        rows: 3,
        timeBase: 'seconds',
        markers: [],
        about: [],
        notes: [],
        clocks: [{ at: 0, count: 3 }],
        channels: [{ ...channel, at: 24, count: 3, wide: false }],
      }),
    );
    const start = Buffer.alloc(8);
    start.write('TLP1', 'latin1');
    start.writeUInt32LE(head.length, 4);
    const padding = Buffer.alloc(Math.ceil((8 + head.length) / 8) * 8 - 8 - head.length);
    const bytes = Buffer.concat([start, head, padding, Buffer.from(times.buffer), Buffer.from(values.buffer)]);
    const sha256 = createHash('sha256').update(bytes).digest();
    await server.platform.files.put(Readable.from([bytes]), sha256, bytes.length);
    const { packed_file_id } = await server.db
      .selectFrom('graphs')
      .select('packed_file_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('stored_files')
      .set({ sha256, size_bytes: BigInt(bytes.length), media_type: 'application/octet-stream' })
      .where('id', '=', packed_file_id)
      .execute();
    expect((await read(id)).body).toMatchObject({
      clocks: [[0, 0.5, 1]],
      channels: [{ name: 'RPM', samples: [800, 1.5, null] }],
    });
    const { raw } = await server.anonymous.request('GET', `/api/graph/${id}/samples`, {});
    expect(raw.rawPayload.equals(bytes)).toBe(true);
  });
});

describe('an uploaded log', () => {
  test('is kept for a week without an account (30 days at most), and for a year with one', async () => {
    expect(daysLeft(await stored(server.anonymous, csv(20)))).toBe(7);
    expect(daysLeft(await stored(server.anonymous, csv(20), { days: '30' }))).toBe(30);
    expect((await upload(server.anonymous, csv(20), { days: '90' })).body).toMatchObject({
      errors: { days: ['Log in to keep a log longer than 30 days.'] },
    });
    expect(daysLeft(await stored(await server.as({ role: 0 }), csv(20)))).toBe(365);
  });

  test('is assigned to the user who logs in with its secret, which extends it', async () => {
    const { id, token } = await stored(server.anonymous, csv(20));
    const extend = (client: Client) => client.call('PATCH /graph/:id', { params: { id }, body: { days: 365, token } });
    expect((await extend(server.anonymous)).status).toBe(422);
    const user = await server.as({ role: 0 });
    expect(daysLeft((await extend(user)).body)).toBe(365);
    const row = await server.db.selectFrom('graphs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.uploaded_by, row.uploaded_from]).toEqual([user.userId, null]);
    expect((await user.call('DELETE /graph/:id', { params: { id }, body: {} })).status).toBe(204);
  });

  test('is not assigned to an account without storage left', async () => {
    const user = await server.as({ role: 0 });
    const full = await stored(user, csv(20));
    await server.db
      .updateTable('graphs')
      .set({ stored_bytes: 4096n * 1024n * 1024n })
      .where('id', '=', full.id)
      .execute();
    const { id, token } = await stored(server.anonymous, csv(20));
    const take = () => user.call('PATCH /graph/:id', { params: { id }, body: { days: 365, token } });
    expect((await take()).status).toBe(429);
    await user.call('DELETE /graph/:id', { params: { id: full.id }, body: {} });
    expect((await take()).status).toBe(200);
  });

  test('is deleted with its bytes immediately, unless another log shares them', async () => {
    const content = csv(50);
    const [a, b] = [await stored(server.anonymous, content), await stored(server.anonymous, content)];
    const sha256 = createHash('sha256').update(content).digest();
    await server.anonymous.call('DELETE /graph/:id', { params: { id: a.id }, body: { token: a.token } });
    expect(await server.platform.files.has(sha256)).toBe(true);
    await server.anonymous.call('DELETE /graph/:id', { params: { id: b.id }, body: { token: b.token } });
    expect(await server.platform.files.has(sha256)).toBe(false);
  });

  test('is refused when its network has no storage left, also under concurrent uploads', async () => {
    const content = csv(6000);
    const from = '198.51.100.7';
    const replies = await Promise.all(Array.from({ length: 24 }, () => upload(server.anonymous, content, { from })));
    const statuses = replies.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    const { used } = await server.db
      .selectFrom('graphs')
      .select(({ fn }) => fn.sum<string>('stored_bytes').as('used'))
      .where('uploaded_from', '=', from)
      .executeTakeFirstOrThrow();
    expect(Number(used)).toBeLessThanOrEqual(1024 * 1024);
    expect((await upload(await server.as({ role: 0 }), content, { from })).status).toBe(201);
  });

  test('is refused when the networks of its IPv6 customer have no storage left together', async () => {
    const content = csv(6000);
    const statuses = [];
    for (let network = 1; network <= 24; network += 1)
      statuses.push((await upload(server.anonymous, content, { from: `2001:db8:7:${network}::1` })).status);
    expect(statuses[0]).toBe(201);
    expect(statuses.at(-1)).toBe(429);
  });

  test('evicts the oldest anonymous logs, and no others, to make room', async () => {
    const mine = await stored(await server.as({ role: 0 }), csv(200));
    const oldest = await stored(server.anonymous, csv(200), { from: '192.0.2.1' });
    await server.db
      .updateTable('graphs')
      .set({ created_at: new Date(0) })
      .where('id', 'in', [mine.id, oldest.id])
      .execute();
    let newest = '';
    for (let nth = 2; nth < 14; nth += 1)
      newest = (await stored(server.anonymous, csv(8000), { from: `192.0.2.${nth}` })).id;
    expect((await read(oldest.id)).status).toBe(404);
    expect((await read(mine.id)).status).toBe(200);
    expect((await read(newest)).status).toBe(200);
    const { used } = await server.db
      .selectFrom('graphs')
      .select(({ fn }) => fn.sum<string>('stored_bytes').as('used'))
      .where('uploaded_by', 'is', null)
      .executeTakeFirstOrThrow();
    expect(Number(used)).toBeLessThanOrEqual(4 * 1024 * 1024);
  });
});

test('concurrent reads of a large log use a bounded amount of memory', {
  timeout: 180_000,
}, async () => {
  const { id } = await stored(await server.as({ role: 0 }), csv(20_000, 10));
  const ask = (nth: number, path: string) =>
    new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      const encoding = nth < 16 ? 'identity' : 'gzip';
      const headers = { 'x-forwarded-for': `198.18.${nth % 250}.1`, 'accept-encoding': encoding };
      get({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
      }).on('error', reject);
    });
  await Promise.all([ask(0, `/api/graph/${id}`), ask(0, `/api/graph/${id}/samples`)]);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const replies = await Promise.all([
    ...Array.from({ length: 300 }, (_, nth) => ask(nth, `/api/graph/${id}`)),
    ...Array.from({ length: 300 }, (_, nth) => ask(nth, `/api/graph/${id}/samples`)),
  ]);
  clearInterval(watch);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(replies[0]?.bytes).toBeGreaterThan(1_000_000);
  expect((peak - before) / 1e6).toBeLessThan(200);
});
