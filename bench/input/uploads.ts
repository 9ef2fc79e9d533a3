import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import { folderStore } from '../../apps/server/src/platform/files/folder.ts';
import { sweepFiles } from '../../apps/server/src/platform/files/sweep.ts';
import { makeLog } from '../../apps/server/src/platform/log.ts';
import { type Chance, chance } from '../../apps/server/src/testing/money-run/chance.ts';
import { hostileName } from './hostile-names.ts';
import { Faults, faultOf } from './judge.ts';
import { mutated } from './mutate.ts';
import { archives, dynos, logs, tables, tunes } from './sample-files.ts';
import { type Answered, ask, type BombRequest, callers, type Person, type Target } from './target.ts';

const samples = [...tunes, ...logs, ...archives, ...dynos, ...tables];
const tus = { 'tus-resumable': '1.0.0' };
const nowhere = '/api/v1/uploads/00000000-0000-4000-8000-000000000000';

/** Endpoints that accept a form with a file, with the caller and the other fields. */
const forms: readonly { path: string; as: Person; fields: Readonly<Record<string, string>> }[] = [
  { path: '/api/tickets/upload', as: 'anonymous', fields: {} },
  { path: '/api/tickets/upload', as: 'customer', fields: {} },
  { path: '/api/graph', as: 'anonymous', fields: { days: '3' } },
  { path: '/api/v1/tune-requests', as: 'customer', fields: { mode: 'manual' } },
  { path: '/api/dyno-csv', as: 'admin', fields: { tune: '1', label: 'x' } },
  { path: '/api/v1/admin/product-images', as: 'admin', fields: { alt: 'x' } },
  { path: '/api/v1/admin/ecu/makes/1/logo', as: 'admin', fields: {} },
  { path: '/api/v1/admin/ecu/imports', as: 'admin', fields: { region: '1' } },
  { path: '/api/v1/admin/ecu/sheets/makes', as: 'admin', fields: {} },
  { path: '/api/v1/admin/ecu/tunes/prices-csv', as: 'admin', fields: {} },
];

export type Uploaded = { uploads: number; statuses: Record<string, number>; faults: string[]; orphans: string[] };

/** Fuzzed uploads by form and by tus, some of them aborted midway. */
export async function uploadBadly(
  target: Target,
  input: { uploads: number; seed: number; store: string; temporary: string; atOnce?: number },
): Promise<Uploaded> {
  const faults = new Faults();
  const statuses: Record<string, number> = {};
  const customers = Array.from({ length: 8 }, () => callers(target));
  const before = await leftIn(input.temporary);
  let next = 0;

  const judge = (answer: Answered, request: BombRequest, number: number) => {
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const fault = answer.status === 0 ? 'no answer' : faultOf(answer);
    if (fault)
      faults.add(`${request.method} ${request.path.slice(0, 40)} ${fault.slice(0, 60)}`, `number ${number}: ${fault}`);
  };
  const one = async (number: number) => {
    const of = chance((input.seed * 15_485_863 + number) >>> 0);
    const { headersOf } = customers[of.below(customers.length)] as ReturnType<typeof callers>;
    const send = async (request: BombRequest, as: Person): Promise<Answered> => {
      const whole = { ...request, headers: { ...(await headersOf(as)), ...request.headers } };
      if (request.body !== undefined && request.body.length > 1 && of.odds(0.08)) return cutOff(target, whole, of);
      const answer = await ask(target, whole);
      judge(answer, request, number);
      return answer;
    };
    if (of.odds(0.5)) await byTus(send, of, number);
    else await byForm(send, of, number);
  };
  const worker = async () => {
    while (next < input.uploads) {
      const number = next;
      next += 1;
      await one(number);
      if (number % 200 === 0) await makeRoom(target);
    }
  };
  await Promise.all(Array.from({ length: input.atOnce ?? 8 }, worker));
  // Cleanup after aborted uploads may still be running.
  for (let turn = 0; turn < 100 && (await leftIn(input.temporary)) > before; turn += 1) await sleep(50);
  const left = (await leftIn(input.temporary)) - before;
  const orphans = await orphansIn(target, input.store);
  if (left > 0) orphans.push(`${left} temporary folders`);
  return { uploads: input.uploads, statuses, faults: faults.list(), orphans };
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Clears rate limits, because one machine simulates thousands of users. */
async function makeRoom({ db }: Target): Promise<void> {
  await db.deleteFrom('rate_limits').execute();
  await db
    .updateTable('uploads')
    .set({ expires_at: new Date(0) })
    .where('state', '<>', 'taken')
    .execute();
}

type Send = (request: BombRequest, as: Person) => Promise<Answered>;

const encode = (text: string) => Buffer.from(text).toString('base64');

async function byTus(send: Send, of: Chance, number: number): Promise<void> {
  const bytes = mutated(samples, of, of.pick([100, 3000, 20_000]));
  const metadataFields = [
    `filename ${encode(of.odds(0.5) ? 'read.bin' : hostileName(1, number).toWellFormed())}`,
    `terms ${encode(uploadTermsSha256)}`,
  ];
  const metadata = of.odds(0.85)
    ? metadataFields.join(',')
    : mutated([Buffer.from(metadataFields.join(','))], of, 4000).toString('latin1');
  const length = of.odds(0.85)
    ? String(bytes.length)
    : of.pick(['', '-1', '1e9', '0', '999999999999', '99999999999999999']);
  const opened = await send(
    {
      method: 'POST',
      path: '/api/v1/uploads',
      headers: { ...tus, 'upload-length': length, 'upload-metadata': metadata.replace(/[^\t\x20-\x7e]/g, '?') },
    },
    'customer',
  );
  const path = opened.headers.location ?? nowhere;
  let offset = 0;
  for (let turn = 0; turn < 1 + of.below(3); turn += 1) {
    const end = of.odds(0.6) ? bytes.length : offset + of.below(bytes.length + 10);
    const reply = await send(
      {
        method: of.odds(0.95) ? 'PATCH' : of.pick(['POST', 'PUT']),
        path,
        headers: {
          ...tus,
          'upload-offset': String(of.odds(0.9) ? offset : of.below(5000)),
          'content-type': of.odds(0.95) ? 'application/offset+octet-stream' : 'application/json',
        },
        body: of.odds(0.97) ? bytes.subarray(offset, end) : Buffer.alloc(bytes.length + 100),
      },
      'customer',
    );
    offset = Number(reply.headers['upload-offset'] ?? offset);
  }
  if (of.odds(0.3)) await send({ method: of.pick(['GET', 'HEAD']), path }, 'customer');
  if (of.odds(0.7)) await send({ method: 'DELETE', path, headers: tus }, 'customer');
}

async function byForm(send: Send, of: Chance, number: number): Promise<void> {
  const { path, as, fields } = of.pick(forms);
  const name = of.odds(0.4) ? 'file.bin' : hostileName(2, number).toWellFormed();
  const file = mutated(samples, of, of.pick([100, 3000, 20_000]));
  const parts = Object.entries(fields).map(([field, value]) => part(`name="${field}"`, Buffer.from(value)));
  parts.push(
    part(`name="file"; filename="${name}"\r\ncontent-type: ${of.pick(['text/plain', 'image/png', 'x'])}`, file),
  );
  let body: Buffer = Buffer.concat([...parts, Buffer.from('--edge--\r\n')]);
  if (of.odds(0.4)) body = mutated([body, ...parts], of, 60_000);
  const type = of.odds(0.92)
    ? 'multipart/form-data; boundary=edge'
    : of.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=edg',
        'text/plain',
        'multipart/mixed; boundary=edge',
      ]);
  await send({ method: 'POST', path, headers: { 'content-type': type }, body }, as);
}

export const part = (head: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`--edge\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), body, Buffer.from('\r\n')]);

/** Sends part of it and closes the connection. */
async function cutOff(
  { port, origin }: Target,
  { method, path, headers, body = '' }: BombRequest,
  of: Chance,
): Promise<Answered> {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ host: 'localhost', origin, ...headers, 'content-length': String(bytes.length) });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, text]) => `${name}: ${text}`).join('\r\n')}\r\n\r\n`);
  socket.write(bytes.subarray(0, of.below(bytes.length)), () => setTimeout(() => socket.destroy(), of.below(8)));
  await once(socket, 'close');
  return { status: 0, headers: {}, body: Buffer.alloc(0) };
}

const leftIn = async (folder: string): Promise<number> =>
  (await readdir(folder)).filter((name) => name.startsWith('tuneport-upload-')).length;

/**
 * Drafts without an upload, and what the next sweep would leave behind: files without a row, rows without a file. An
 * aborted upload loses its row immediately but its bytes only in the sweep, because another user may have uploaded the
 * same content.
 */
export async function orphansIn({ db }: Target, folder: string): Promise<string[]> {
  const store = folderStore(folder);
  let orphans = await lostDrafts(db, join(folder, 'incoming'));
  // A row is deleted before its draft, so only a draft found on every check is an orphan.
  for (let turn = 0; turn < 100 && orphans.length > 0; turn += 1) {
    await sleep(50);
    const still = new Set(await lostDrafts(db, join(folder, 'incoming')));
    orphans = orphans.filter((draft) => still.has(draft));
  }
  await sweepFiles(db, store, makeLog('silent'), new Date(Date.now() + 25 * 3_600_000));
  const rows = await db.selectFrom('stored_files').select(['sha256', 'size_bytes']).execute();
  const known = new Map(rows.map(({ sha256, size_bytes }) => [sha256.toString('hex'), Number(size_bytes)]));
  const found = new Set<string>();
  for await (const { sha256, sizeBytes } of store.list()) {
    const hex = sha256.toString('hex');
    found.add(hex);
    if (!known.has(hex)) orphans.push(`bytes without a row: ${hex}`);
    else if (known.get(hex) !== sizeBytes)
      orphans.push(`${hex} has ${sizeBytes} bytes, its row says ${known.get(hex)}`);
  }
  for (const hex of known.keys()) if (!found.has(hex)) orphans.push(`a row without bytes: ${hex}`);
  return orphans;
}

async function lostDrafts(db: Target['db'], folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const pieces = await db.selectFrom('upload_pieces').select('id').execute();
  const known = new Set(pieces.map(({ id }) => `piece-${id}`));
  return names.filter((name) => !known.has(name)).map((name) => `draft ${name}`);
}
