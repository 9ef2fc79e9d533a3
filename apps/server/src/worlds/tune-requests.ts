import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsOf } from '../modules/settings/index.ts';
import { disclaimerHash } from '../modules/store/index.ts';
import {
  addFile,
  type Bench,
  buyRequest,
  changeRequest,
  estimateRequest,
  openRequest,
  type RequestRow,
  requestById,
  takeStep,
} from '../modules/tuning/index.ts';
import type { ReceivedFile } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { actorOf, casey, sellable } from './purchases.ts';

/** Files that were sent: one asks for its car, one waits for payment, one is in the queue, one is ready. Through the same doors as everybody. */
export async function buildDemoRequests(platform: Platform, now: Date): Promise<void> {
  const [customer, tuner, reviewer] = await Promise.all(
    ['customer', 'tuner', 'cms-tuner'].map((address) => actorOf(platform, address)),
  );
  const [chosen] = await sellable(platform);
  if (!customer || !tuner || !reviewer || !chosen) return;
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-demo-'));
  try {
    const asking = { actor: customer, now };
    const send = async (seed: number) => {
      const files = [await fileOf(folder, seed, false)];
      const wish = { mode: 'automatic', purpose: 'tune' } as const;
      return (await openRequest(platform, { ...asking, region: 1, wish, files })).id;
    };
    const priced = async (seed: number) => {
      const id = await send(seed);
      await inRequest(platform, id, now, (bench, request) =>
        changeRequest(bench, request, { parts: ['customer'], userId: customer.userId }, { vehicle: chosen.path }),
      );
      const selection = { tune_ids: [chosen.tune_id], tools: [], codes: [], currency: 'CAD' };
      return { id, ...(await estimateRequest(platform, asking, id, selection)) };
    };
    await send(1);
    await priced(2);
    if (platform.payments?.name !== 'test') return;
    const { tuning_disclaimer: text } = await settingsOf(platform);
    const paid = async (seed: number) => {
      const { id, hash } = await priced(seed);
      const agreed = { estimate_hash: hash, disclaimer_hash: text === '' ? undefined : disclaimerHash(text) };
      const tender = { kind: 'card', billing: casey, method: { token: 'test_ok' } } as const;
      await buyRequest(platform, asking, id, agreed, { tender, requestKey: `demo request ${seed}` });
      return id;
    };
    await paid(3);
    const ready = await paid(4);
    await inRequest(platform, ready, now, (bench, request) => takeStep(bench, request, tuner, 'claim', ''));
    const files = [await fileOf(folder, 4, true)];
    await addFile(platform, tuner, now, { id: ready, kind: 'result', note: '', files });
    await inRequest(platform, ready, now, (bench, request) => takeStep(bench, request, reviewer, 'approve', ''));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What one call does to a request: in a transaction, under its lock. */
export const inRequest = (
  platform: Platform,
  id: number,
  now: Date,
  act: (bench: Bench, request: RequestRow) => Promise<unknown>,
): Promise<void> =>
  platform.db.transaction().execute(async (db) => {
    const request = await requestById(db, id, 'lock');
    if (request) await act({ db, platform, now }, request);
  });

export async function fileOf(folder: string, seed: number, tuned: boolean, sizeBytes = 524_288): Promise<ReceivedFile> {
  const bytes = image(seed, tuned, sizeBytes);
  const name = `${tuned ? 'tuned' : 'read'}-${seed}.bin`;
  const path = join(folder, name);
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  return { field: 'file', name, mediaType: 'application/octet-stream', path, sizeBytes: bytes.length, sha256 };
}

/** A made-up image: filler, a few tables, and the marks a control unit of that kind carries. */
function image(seed: number, tuned: boolean, sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 0xff);
  bytes.write('40/1/ME7.5/5/4017.00//', 0x100, 'latin1');
  bytes.write('02612060421037350228', 0x300, 'latin1');
  bytes.write('4B0906018   1.8L R4 5VT', 0x500, 'latin1');
  for (let at = 0; at < 4096; at += 1) bytes[0x10_000 + at] = (at * 7 + seed * 31) % 251;
  if (tuned) for (let at = 0; at < 256; at += 1) bytes[0x10_200 + at] = ((bytes[0x10_200 + at] ?? 0) + 9) % 256;
  return bytes;
}
