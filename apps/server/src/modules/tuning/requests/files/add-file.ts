import { readFile } from 'node:fs/promises';
import { type ChangeSummary, summariseChange } from '@tuneport/domain/tuning/flash-files/change-summary';
import { checkChecksums } from '@tuneport/domain/tuning/flash-files/checksums';
import { whyNotFit } from '@tuneport/domain/tuning/flash-files/fit-gate';
import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import { recordMemories } from '@tuneport/domain/tuning/flash-files/record-memory';
import type { Sniffed } from '@tuneport/domain/tuning/flash-files/sniff-file';
import {
  isOver,
  type TuneRequestActor,
  tuneRequestEventsFrom,
  tuneRequestStep,
} from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../../platform/actor.ts';
import { keepFile } from '../../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../../platform/http/context.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { whole } from '../../uploads/judge-bytes.ts';
import { readRequest } from '../read-request.ts';
import { doerOf, isCustomerOf, partsOf, readerOf } from '../request-policy.ts';
import { filesOf, type RequestFileRow, type RequestRow } from '../request-queries.ts';
import { type Bench, stepRequest } from '../step-request.ts';
import { heardFrom } from '../thread/write-message.ts';
import { enginesOf, identifyRequest } from './identify-request.ts';
import { judgeFile } from './judge-file.ts';

type Given = {
  readonly id: number;
  readonly kind: 'supplement' | 'result';
  readonly note: string;
  readonly files: readonly ReceivedFile[];
};

/** Another file of a request: what the customer adds, or what the tuner made of it. A result goes to a second pair of eyes. */
export async function addFile(platform: Platform, actor: Actor, now: Date, given: Given): Promise<RequestFileRow> {
  const [file] = given.files;
  if (!file) throw fieldRefusal({ file: ['Choose a file.'] });
  if (file.sizeBytes === 0) throw fieldRefusal({ file: ['This file is empty.'] });
  const reader = readerOf(actor);
  const request = await readRequest(platform.db, actor, given.id);
  if (given.kind === 'result' && isCustomerOf(reader, request) && !reader.staff)
    throw new Refusal('forbidden', { message: 'Results are added by the tuner who works on the request.' });
  if (given.kind === 'result') requireSubmit(request, partsOf(reader, request));
  else requireLiving(request);
  const summary = given.kind === 'result' ? await gate(platform, request, file) : null;
  const isAsked = given.kind === 'supplement' && request.state === 'needs_information';
  const found = isAsked ? (await judgeFile(file)).identified : null;
  await platform.files.put(file.path, file.sha256, file.sizeBytes);
  return platform.db.transaction().execute(async (db) => {
    const bench: Bench = { db, platform, now };
    const locked = await readRequest(db, actor, given.id, 'lock');
    if (given.kind === 'result') requireSubmit(locked, partsOf(reader, locked));
    else requireLiving(locked);
    const owner = { belongsTo: `tune-request:${locked.id}`, uploadedBy: actor.userId };
    const kept = await keepFile(db, platform.files, file, owner);
    const row = await db
      .insertInto('tune_request_files')
      .values({
        request_id: locked.id,
        file_id: kept.id,
        kind: given.kind,
        state: given.kind === 'result' ? 'in_review' : null,
        summary: summary && JSON.stringify(summary),
        note: given.note,
        uploaded_by: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (given.kind === 'result')
      await stepRequest(bench, locked, 'submit', doerOf(actor, locked), {
        detail: { file: row.id },
        set: { author_id: actor.userId, worker_id: locked.worker_id ?? actor.userId },
      });
    else if (found && locked.state === 'needs_information') await lookAgain(bench, locked, actor, found);
    else await heardFrom(bench, locked, actor);
    const added = (await filesOf(db, locked.id)).find(({ id }) => id === row.id);
    if (!added) throw new Error(`file ${row.id} of request ${locked.id} is gone`);
    return added;
  });
}

/** Before the file is compared and kept: one that cannot be taken now is not looked at, and a second one waits for the first. */
function requireSubmit({ state }: RequestRow, parts: readonly TuneRequestActor[]): void {
  if (!tuneRequestStep(state, 'submit', parts))
    throw new Refusal('invalid_transition', { allowed: tuneRequestEventsFrom(state, parts) });
}

function requireLiving({ state }: RequestRow): void {
  if (isOver(state))
    throw new Refusal('invalid_transition', { message: 'This request is over. Send the file with a new one.' });
}

/** Another read may say what the first one did not. */
async function lookAgain(bench: Bench, request: RequestRow, actor: Actor, found: Identified): Promise<void> {
  const heard = await heardFrom(bench, request, actor);
  if (request.mode !== 'automatic' || (await enginesOf(bench.db, request.region, found)).length === 0) return;
  await identifyRequest(bench, await stepRequest(bench, heard, 'supply', doerOf(actor, heard)), found);
}

/** Refuses a file that belongs to another box, every reason by name; else says what was changed. */
async function gate(platform: Platform, request: RequestRow, file: ReceivedFile): Promise<ChangeSummary | null> {
  const original = (await filesOf(platform.db, request.id)).find(({ kind }) => kind === 'original');
  if (!original) throw new Refusal('not_found');
  const [judged, before, after] = await Promise.all([
    judgeFile(file),
    platform.files.open(original.sha256).then(whole),
    readFile(file.path),
  ]);
  const sniffed = request.sniffed as unknown as Sniffed;
  const memories = recordMemories(
    { format: sniffed.format, bytes: before },
    { format: judged.sniffed.format, bytes: after },
  );
  const change = summariseChange(memories?.[0] ?? before, memories?.[1] ?? after);
  const mismatches = whyNotFit(
    {
      sniffed,
      identified: request.identified as unknown as Identified,
      sizeBytes: Number(original.size_bytes),
    },
    { ...judged, sizeBytes: file.sizeBytes },
    change,
    checkChecksums(after, judged.sniffed.format),
  );
  if (mismatches.length > 0) throw fieldRefusal({ file: mismatches.map(({ message }) => message) });
  return change;
}
