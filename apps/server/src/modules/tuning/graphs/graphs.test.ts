import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unrecognisedLogText } from '@tuneport/domain/tuning/logs/log-types';
import { unpackLog } from '@tuneport/domain/tuning/logs/packed-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { graphJobs } from './graph-jobs.ts';
import { readInThread } from './run-graph-task.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const log = `Time (sec),RPM (rpm),Boost (psi),State\n${Array.from({ length: 400 }, (_, nth) => `${(nth / 20).toFixed(2)},${800 + nth * 10},${nth === 123 ? 30 : 1.5},run`).join('\n')}\n`;

type Uploaded = {
  id: string;
  redirect: string;
  token: string;
  rows: number;
  format: string;
  channels: { name: string; label: string; unit: string; quantity: string | null }[];
  expires_at: string;
};

function upload(client: Client, content: string | null, fields: Record<string, string> = {}, name = 'pull.csv') {
  const edge = 'edge-of-a-part';
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  if (content !== null)
    parts.push(
      `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n`,
    );
  return client.request('POST', '/api/graph', {
    body: `${parts.join('')}--${edge}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  }) as Promise<{ status: number; body: unknown }>;
}

async function uploaded(client: Client = server.anonymous, fields: Record<string, string> = {}): Promise<Uploaded> {
  const { status, body } = await upload(client, log, fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Uploaded;
}

describe('uploading a log (C240)', () => {
  test('is public and returns the path, a summary and an owner secret (S237)', async () => {
    const graph = await uploaded();
    expect(graph.redirect).toBe(`/graph/${graph.id}`);
    expect(graph.id).toMatch(/^[\w-]{22}$/);
    expect(graph.rows).toBe(400);
    expect(graph.channels.map(({ name }) => name)).toEqual(['Time (sec)', 'RPM (rpm)', 'Boost (psi)', 'State']);
    expect(graph.channels[2]).toMatchObject({ label: 'Boost', unit: 'psi', quantity: 'boost' });
    expect(graph.token.length).toBeGreaterThan(30);
    const row = await server.db.selectFrom('graphs').selectAll().where('id', '=', graph.id).executeTakeFirstOrThrow();
    expect(row.manage_hash.toString('utf8')).not.toContain(graph.token);
  });

  test('refuses a file that is not a log with the specified message, and stores nothing (S405)', async () => {
    const before = await server.db.selectFrom('stored_files').select('id').execute();
    const { status, body } = await upload(server.anonymous, 'Dear diary,\nno numbers here.\n');
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'unrecognised_log', message: unrecognisedLogText });
    expect(await server.db.selectFrom('stored_files').select('id').execute()).toHaveLength(before.length);
  });

  test('names the program of an unsupported log and how to export it', async () => {
    const frames = '(1436509052.249713) vcan0 044#2A366C2BBA\n(1436509052.449847) vcan0 0F6#7ADFE07BD2\n'.repeat(20);
    const { status, body } = await upload(server.anonymous, frames, {}, 'candump.log');
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'unrecognised_log',
      message: expect.stringMatching(/^The log you have uploaded is not in a format we recognize.*CAN bus dump.*DBC/),
    });
  });

  test('reads a log in a gzip file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tuneport-log-'));
    const path = join(folder, 'log');
    await writeFile(path, gzipSync(log));
    const read = await readInThread({ kind: 'read', path, name: 'pull.csv.gz', packTo: join(folder, 'packed') });
    expect(read).toMatchObject({ kind: 'read', summary: { rows: 400 } });
    await rm(folder, { recursive: true });
  });

  test('reports a missing file and an invalid lifetime at their field', async () => {
    expect((await upload(server.anonymous, null)).body).toMatchObject({
      errors: { file: ['Choose a log to upload.'] },
    });
    expect((await upload(server.anonymous, log, { days: '4000' })).body).toMatchObject({
      errors: { days: expect.anything() },
    });
  });

  test('stores the same bytes once', async () => {
    const [a, b] = [await uploaded(), await uploaded()];
    expect(a.id).not.toBe(b.id);
    const hashes = await server.db
      .selectFrom('stored_files')
      .select('sha256')
      .where('belongs_to', 'in', [`graph:${a.id}`, `graph:${b.id}`])
      .execute();
    expect(hashes).toHaveLength(4);
    expect(new Set(hashes.map(({ sha256 }) => sha256.toString('hex'))).size).toBe(2);
  });
});

test('a failed worker thread is discarded, and the next log is read by another', async () => {
  await uploaded();
  await expect(
    readInThread({ kind: 'read', path: '/nowhere', name: 'a.csv', packTo: '/nowhere.packed' }),
  ).rejects.toThrow('ENOENT');
  await uploaded();
});

describe('reading a log (C241)', () => {
  type Read = {
    clocks: number[][];
    channels: { name: string; unit: string; samples: (number | null)[]; words: string[] | null }[];
  };
  const read = async (id: string, query = '') => {
    const { status, body } = await server.anonymous.request('GET', `/api/graph/${id}${query}`);
    return { status, body: body as Read };
  };

  test('returns channels with units and samples to any link holder', async () => {
    const { id } = await uploaded();
    const { status, body } = await read(id);
    expect(status).toBe(200);
    expect(body.channels.map(({ name, unit }) => [name, unit])).toEqual([
      ['Time (sec)', 's'],
      ['RPM (rpm)', 'rpm'],
      ['Boost (psi)', 'psi'],
      ['State', ''],
    ]);
    expect(body.channels[1]?.samples.slice(0, 3)).toEqual([800, 810, 820]);
    expect(body.channels[3]?.words).toEqual(['run']);
    expect(body.clocks[0]?.slice(0, 3)).toEqual([0, 0.05, 0.1]);
  });

  test('can be limited to some channels, a range, and fewer points without losing a peak', async () => {
    const { id } = await uploaded();
    const { body } = await read(id, '?channels=2&from=5&to=10&points=10');
    expect(body.channels).toHaveLength(1);
    expect(body.channels[0]?.samples.length).toBeLessThanOrEqual(12);
    expect(Math.max(...(body.channels[0]?.samples ?? []).map(Number))).toBe(30);
    expect(body.clocks[0]?.[0]).toBe(5);
    expect((await read(id, '?channels=x')).status).toBe(422);
  });

  test('returns the same log as packed samples', async () => {
    const { id } = await uploaded();
    const { status, raw } = await server.anonymous.request('GET', `/api/graph/${id}/samples`);
    expect(status).toBe(200);
    const packed = unpackLog(new Uint8Array(raw.rawPayload));
    expect(packed?.rows).toBe(400);
    expect(raw.headers['x-content-type-options']).toBe('nosniff');
  });

  test('responds 404 for unknown logs, and ids cannot be enumerated', async () => {
    for (const id of ['1', '999999', 'A'.repeat(22)]) expect((await read(id)).status, id).toBe(404);
  });
});

describe('managing an uploaded log', () => {
  test('extends or ends the link with the secret; without it responds 404', async () => {
    const { id, token } = await uploaded();
    const stranger = await server.as({ role: 4 });
    for (const wrong of [undefined, 'guess']) {
      const body = { days: 365 as const, token: wrong };
      expect((await stranger.call('PATCH /graph/:id', { params: { id }, body })).status).toBe(404);
      expect((await stranger.call('DELETE /graph/:id', { params: { id }, body: { token: wrong } })).status).toBe(404);
    }
    const longer = await server.anonymous.call('PATCH /graph/:id', { params: { id }, body: { days: 30, token } });
    expect(new Date(longer.body.expires_at).getTime() - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect((await server.anonymous.call('DELETE /graph/:id', { params: { id }, body: { token } })).status).toBe(204);
    expect((await server.anonymous.call('GET /graph/:id/about', { params: { id } })).status).toBe(404);
    const files = await server.db
      .selectFrom('stored_files')
      .select('id')
      .where('belongs_to', '=', `graph:${id}`)
      .execute();
    expect(files).toEqual([]);
  });

  test('needs no secret for the logged-in uploader', async () => {
    const user = await server.as({ role: 4 });
    const { id } = await uploaded(user);
    expect((await user.call('DELETE /graph/:id', { params: { id }, body: {} })).status).toBe(204);
  });

  test('responds 404 for an expired link immediately, and the job removes the data', async () => {
    const { id } = await uploaded(server.anonymous, { days: '1' });
    await server.db
      .updateTable('graphs')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect((await server.anonymous.call('GET /graph/:id/about', { params: { id } })).status).toBe(404);
    const [job] = graphJobs;
    await server.db.transaction().execute(async (db) => {
      const context = {
        db,
        now: new Date(),
        log: server.platform.log,
        platform: server.platform,
        signal: new AbortController().signal,
      };
      await job?.run(context, { period: new Date().toISOString() });
    });
    expect(await server.db.selectFrom('graphs').select('id').where('id', '=', id).execute()).toEqual([]);
  });
});
