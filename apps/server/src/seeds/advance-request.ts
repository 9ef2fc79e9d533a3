import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadMode } from '@tuneport/domain/tuning/upload-rules';
import type { AddressValues } from '../modules/identity/index.ts';
import { disclaimerHash } from '../modules/purchases/index.ts';
import { settingsOf } from '../modules/settings/index.ts';
import {
  addFile,
  buyRequest,
  changeRequest,
  estimateRequest,
  filesOf,
  openRequest,
  type RequestContext,
  type RequestRow,
  requestById,
  takeStep,
} from '../modules/tuning/index.ts';
import type { SignedInActor } from '../platform/actor.ts';
import type { ReceivedFile } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import type { DatedPlatform } from './history/history-clock.ts';

type DemoRequest = {
  /** Identifies records of an interrupted load. */
  key: string;
  seed: number;
  mode: UploadMode;
  folder: string;
  sizeBytes?: number;
  buyer: SignedInActor;
  billing: AddressValues;
  tuner: SignedInActor;
  reviewer: SignedInActor;
  car: { path: string; tune_id: number };
  at: { open: Date; claim: Date; result: Date; approve: Date };
};

/**
 * Takes a request to the given state with the ordinary use cases, dated by `at`, and returns its id. Resumes an
 * interrupted load.
 */
export async function advanceRequest(
  { platform, clock }: DatedPlatform,
  input: DemoRequest,
  until: 'sent' | 'priced' | 'paid' | 'delivered',
): Promise<number> {
  const { key, seed, mode, folder, sizeBytes, buyer, tuner, reviewer, car, at } = input;
  clock.now = at.open;
  const asking = { actor: buyer, now: at.open };
  const files = [await fileOf(folder, seed, false, sizeBytes)];
  const { id } = await openRequest(platform, { ...asking, region: 1, input: { mode, purpose: 'tune' }, files, key });
  const current = () => requestById(platform.db, id);
  const isIn = async (state: RequestRow['state']) => (await current())?.state === state;
  if (until === 'sent') return id;

  if ((await current())?.vehicle_path === null)
    await inRequest(platform, id, at.open, (context, request) =>
      changeRequest(context, request, { parts: ['customer'], userId: buyer.userId }, { vehicle: car.path }),
    );
  if ((await current())?.estimate_hash === null)
    await estimateRequest(platform, asking, id, { tune_ids: [car.tune_id], tools: [], codes: [], currency: 'CAD' });
  if (until === 'priced') return id;

  if (await isIn('matched')) {
    const { tuning_disclaimer: text } = await settingsOf(platform);
    const agreed = {
      estimate_hash: (await current())?.estimate_hash ?? '',
      disclaimer_hash: text === '' ? undefined : disclaimerHash(text),
    };
    const tender = { kind: 'card', billing: input.billing, method: { token: 'test_ok' } } as const;
    await buyRequest(platform, asking, id, agreed, { tender, requestKey: key });
  }
  if (until === 'paid') return id;

  clock.now = at.claim;
  if (await isIn('queued'))
    await inRequest(platform, id, at.claim, (context, request) =>
      takeStep(context, request, tuner, { event: 'claim' }),
    );
  clock.now = at.result;
  if (await isIn('in_progress')) {
    const result = [await fileOf(folder, seed, true, sizeBytes)];
    await addFile(platform, tuner, at.result, { id, kind: 'result', note: '', files: result });
  }
  clock.now = at.approve;
  if (await isIn('in_review'))
    await inRequest(platform, id, at.approve, async (context, request) => {
      const reviewed = (await filesOf(context.db, id)).find(({ state }) => state === 'in_review');
      await takeStep(context, request, reviewer, { event: 'approve', file: reviewed?.id });
    });
  return id;
}

/** Runs one use case on a request: in a transaction, under its lock. */
const inRequest = (
  platform: Platform,
  id: number,
  now: Date,
  act: (context: RequestContext, request: RequestRow) => Promise<unknown>,
): Promise<void> =>
  platform.db.transaction().execute(async (db) => {
    const request = await requestById(db, id, 'lock');
    if (request) await act({ db, platform, now }, request);
  });

async function fileOf(folder: string, seed: number, tuned: boolean, sizeBytes = 524_288): Promise<ReceivedFile> {
  const bytes = image(seed, tuned, sizeBytes);
  const name = `${tuned ? 'tuned' : 'read'}-${seed}.bin`;
  const path = join(folder, name);
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  return { field: 'file', name, mediaType: 'application/octet-stream', path, sizeBytes: bytes.length, sha256 };
}

/** A fictitious image: filler, a few tables, and the identifiers of such a control unit. */
function image(seed: number, tuned: boolean, sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 0xff);
  bytes.write('40/1/ME7.5/5/4017.00//', 0x100, 'latin1');
  bytes.write('02612060421037350228', 0x300, 'latin1');
  bytes.write('4B0906018   1.8L R4 5VT', 0x500, 'latin1');
  for (let at = 0; at < 4096; at += 1) bytes[0x10_000 + at] = (at * 7 + seed * 31) % 251;
  if (tuned) for (let at = 0; at < 256; at += 1) bytes[0x10_200 + at] = ((bytes[0x10_200 + at] ?? 0) + 9) % 256;
  return bytes;
}
