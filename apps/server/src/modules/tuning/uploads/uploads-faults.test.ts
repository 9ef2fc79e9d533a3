import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedInActor } from '../../../platform/actor.ts';
import { sweepFiles } from '../../../platform/files/sweep.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Fault, type FaultKind, withFault } from '../../../testing/faults.ts';
import { freePort } from '../../../testing/free-port.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { openRequest } from '../requests/open-request.ts';
import { appendBytes } from './append-bytes.ts';
import { lookAtUpload } from './look-at-upload.ts';
import { openUpload } from './open-upload.ts';
import { removeUpload, sweepUploads } from './remove-upload.ts';

type Process = { appendBytes: typeof appendBytes };
/** The module instance the server was loaded with. */
const thisProcess: Process = { appendBytes };

/** Another instance of the module that holds the state of uploads in memory. */
let processes = 0;
async function newProcess(): Promise<Process> {
  processes += 1;
  const another = `./append-bytes.ts?process=${processes}`;
  return (await import(another)) as Process;
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

function image(): Buffer {
  const bytes = Buffer.alloc(12_288, 0xff);
  randomBytes(2048).copy(bytes, 4096);
  bytes.write('40/1/ME7.5/5/4017.00//', 100, 'latin1');
  bytes.write('02612060421037350228', 300, 'latin1');
  return bytes;
}

/** Where the client ends a request, besides injected faults. */
const cuts = [5000, 5001, 12_288];

/** A client that checks the offset of its upload after every failure and resumes there. */
class Journey {
  readonly bytes = image();
  readonly sha256 = createHash('sha256').update(this.bytes).digest();
  readonly key = randomUUID();
  id = '';
  readonly server: TestServer;
  readonly actor: SignedInActor;
  constructor(server: TestServer, actor: SignedInActor) {
    this.server = server;
    this.actor = actor;
  }

  /** One attempt at everything left to do. Rethrows the errors of the process. */
  async attempt(process: Process, platform: Platform, untilBytes = Number.POSITIVE_INFINITY): Promise<void> {
    const { userId } = this.actor;
    if (this.id === '') {
      const values = { filename: 'read.bin', terms: uploadTermsSha256, sha256: this.sha256.toString('hex') };
      const metadata = Object.entries(values).map(
        ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
      );
      const input = { lengthBytes: this.bytes.length, metadata: metadata.join(','), immo: true };
      const opened = await platform.db.transaction().execute((tx) => openUpload(tx, userId, input));
      this.id = opened.id;
    }
    for (let rounds = 0; rounds < 10; rounds += 1) {
      const { state, offset_bytes } = await lookAtUpload(platform, this.id, userId, 0);
      if (state !== 'open') break;
      const offset = Number(offset_bytes);
      if (offset >= untilBytes) return;
      const end = cuts.find((cut) => cut > offset) ?? this.bytes.length;
      const source = Readable.from([this.bytes.subarray(offset, end)]);
      await process.appendBytes(platform, { id: this.id, userId, offset, lengthBytes: end - offset, source });
    }
    const input = { upload: this.id, mode: 'automatic', purpose: 'tune' } as const;
    const now = new Date();
    await openRequest(platform, { actor: this.actor, region: 1, now, input, files: [], key: this.key });
  }

  /** Retries until it succeeds, as a browser does; the claim of a dead writer is expired by hand. */
  async goOn(process: Process): Promise<void> {
    for (let tries = 0; tries < 6; tries += 1) {
      try {
        return await this.attempt(process, this.server.platform);
      } catch (error) {
        if (codeOf(error) !== 'unavailable' && codeOf(error) !== 'upload_offset') throw error;
        await this.server.db
          .updateTable('uploads')
          .set({ writer_until: new Date(0) })
          .where('id', '=', this.id)
          .execute();
      }
    }
    throw new Error('The client could not go on.');
  }
}

/** What is left after the hourly and daily sweeps, a day later. */
async function remains(server: TestServer): Promise<{ bytes: string[]; known: string[]; drafts: number }> {
  const { files, log } = server.platform;
  await server.db
    .updateTable('uploads')
    .set({ expires_at: new Date(0) })
    .where('state', '<>', 'taken')
    .execute();
  await sweepUploads(server.platform);
  await sweepFiles(server.db, files, log, new Date(Date.now() + 25 * 3_600_000));
  const bytes: string[] = [];
  for await (const { sha256 } of files.list()) bytes.push(sha256.toString('hex'));
  const rows = await server.db.selectFrom('stored_files').select('sha256').distinct().execute();
  const pieces = await server.db.selectFrom('upload_pieces').select('id').execute();
  return {
    bytes: bytes.sort(),
    known: rows.map(({ sha256 }) => sha256.toString('hex')).sort(),
    drafts: pieces.length + (await files.clearLeftovers(new Date(Date.now() + 3_600_000))),
  };
}

/**
 * By default a third of the faults are injected into the object store: every step fails in one of the three ways, and
 * each way occurs. With SOAK=1, and always on the folder store, every step fails in every way.
 */
const whole = process.env.SOAK === '1';
const kinds: readonly FaultKind[] = ['error', 'lost-answer', 'killed'];

const s3Folder = mkdtempSync(join(tmpdir(), 'tuneport-faults-s3-'));
const s3Port = await freePort();
const s3Settings = {
  STORAGE_URL: 's3://uploads/kept',
  S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
};

describe.each([
  ['folder store', {}],
  ['object store', s3Settings],
])('an upload to a %s', (name, env) => {
  let server: TestServer;
  let s3: S3rver | undefined;
  beforeAll(async () => {
    if (name === 'object store') {
      const place = { port: s3Port, address: '127.0.0.1', directory: s3Folder };
      s3 = new S3rver({ ...place, silent: true, configureBuckets: [{ name: 'uploads' }] });
      await s3.run();
    }
    server = await testServer(env);
  });
  afterAll(async () => {
    await server.close();
    await s3?.close();
    rmSync(s3Folder, { recursive: true, force: true });
  });

  async function journey(): Promise<Journey> {
    const { token } = await server.as({ role: 0 });
    return new Journey(server, (await server.platform.identify(token ?? '', '127.0.0.1')) as SignedInActor);
  }

  async function isRight({ id, sha256, bytes }: Journey): Promise<void> {
    const row = await server.db
      .selectFrom('uploads')
      .select(['state', 'sha256'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'taken', sha256 });
    expect((await buffer(await server.platform.files.open(sha256))).equals(bytes)).toBe(true);
  }

  const every = whole || name === 'folder store' ? 1 : kinds.length;

  test.each(kinds)(
    'can be resumed after a fault (%s) at each step, and leaves nothing behind',
    { timeout: 240_000 },
    async (kind) => {
      const undisturbed = withFault(server.platform);
      const first = await journey();
      const process = await newProcess();
      const next = kind === 'killed' ? await newProcess() : process;
      await first.attempt(process, undisturbed.platform);
      await isRight(first);
      expect(undisturbed.steps()).toBeGreaterThan(25);
      for (let step = 1 + (kinds.indexOf(kind) % every); step <= undisturbed.steps(); step += every) {
        const client = await journey();
        const fault: Fault = { step, kind };
        await client.attempt(process, withFault(server.platform, fault).platform).catch(() => {});
        try {
          await client.goOn(next);
          await isRight(client);
        } catch (error) {
          throw new Error(`${kind} at step ${step} of ${undisturbed.steps()}`, { cause: error });
        }
      }
      const left = await remains(server);
      expect(left.bytes).toEqual(left.known);
      expect(left.drafts).toBe(0);
    },
  );

  test('that is cancelled after an interrupted finish leaves nothing behind', { timeout: 180_000 }, async () => {
    const undisturbed = withFault(server.platform);
    const process = await newProcess();
    await (await journey()).attempt(process, undisturbed.platform);
    for (let step = 1; step <= undisturbed.steps(); step += every) {
      const client = await journey();
      const fault: Fault = { step, kind: 'killed' };
      await client.attempt(process, withFault(server.platform, fault).platform).catch(() => {});
      if (client.id !== '') await removeUpload(server.platform, { id: client.id });
    }
    const left = await remains(server);
    expect(left.bytes).toEqual(left.known);
    expect(left.drafts).toBe(0);
  });

  test('falls back to the last complete part when counted bytes are lost, and completes intact', async () => {
    const { files } = server.platform;
    const refuse = () => Promise.reject(new Error('The store takes nothing.'));
    const full = { ...server.platform, files: { ...files, put: refuse, drafts: { ...files.drafts, adopt: refuse } } };
    for (const counted of cuts) {
      const client = await journey();
      await client.attempt(thisProcess, full, counted).catch(() => {});
      const pieces = server.db.selectFrom('upload_pieces').select('id').where('upload_id', '=', client.id);
      const last = await pieces.orderBy('start_bytes', 'desc').executeTakeFirstOrThrow();
      await files.drafts.remove(last.id);
      await client.goOn(thisProcess);
      await isRight(client);
    }
  });

  test('whose offset was rolled back by a database crash resumes from there, and completes intact', async () => {
    const client = await journey();
    const { userId } = client.actor;
    const process = await newProcess();
    await client.attempt(process, server.platform, 1);
    const id = client.id;
    const before = await server.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const pieces = await server.db.selectFrom('upload_pieces').selectAll().where('upload_id', '=', id).execute();
    const next = client.bytes.subarray(5000, 9000);
    const input = { id, userId, offset: 5000, lengthBytes: 4000, source: Readable.from([next]) };
    expect(await process.appendBytes(server.platform, input)).toBe(9000);
    // Simulates losing the asynchronous commit of the last request.
    const { offset_bytes, writer, writer_until, counted_by } = before;
    const lost = { offset_bytes, writer, writer_until, counted_by };
    await server.db.updateTable('uploads').set(lost).where('id', '=', id).execute();
    await server.db.deleteFrom('upload_pieces').where('upload_id', '=', id).execute();
    await server.db.insertInto('upload_pieces').values(pieces).execute();
    const late = process.appendBytes(server.platform, { ...input, offset: 9000, source: Readable.from([next]) });
    await expect(late).rejects.toMatchObject({ code: 'upload_offset' });
    await client.goOn(process);
    await isRight(client);
  });

  test('never uses the hash of bytes that another process replaced', async () => {
    const client = await journey();
    const { userId } = client.actor;
    const [one, other] = [await newProcess(), await newProcess()];
    await client.attempt(one, server.platform, 1);
    const { id } = client;
    const before = await server.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const pieces = await server.db.selectFrom('upload_pieces').selectAll().where('upload_id', '=', id).execute();
    const send = (process: Process, offset: number, bytes: Buffer) =>
      process.appendBytes(server.platform, {
        id,
        userId,
        offset,
        lengthBytes: bytes.length,
        source: Readable.from([bytes]),
      });
    await send(one, 5000, randomBytes(1000));
    const { offset_bytes, counted_by } = before;
    await server.db.updateTable('uploads').set({ offset_bytes, counted_by }).where('id', '=', id).execute();
    await server.db.deleteFrom('upload_pieces').where('upload_id', '=', id).execute();
    await server.db.insertInto('upload_pieces').values(pieces).execute();
    await send(other, 5000, client.bytes.subarray(5000, 6000));
    await send(one, 6000, client.bytes.subarray(6000));
    await client.goOn(one);
    await isRight(client);
  });
});
