import { readFile } from 'node:fs/promises';
import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { type ChangeSummary, summariseChange } from '@tuneport/domain/tuning/flash-files/change-summary';
import { checkChecksums } from '@tuneport/domain/tuning/flash-files/checksums';
import { findMismatches } from '@tuneport/domain/tuning/flash-files/fit-check';
import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import { recordMemories } from '@tuneport/domain/tuning/flash-files/record-memory';
import type { Sniffed } from '@tuneport/domain/tuning/flash-files/sniff-file';
import { isOver, type TuneRequestActor, tuneRequestMachine } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../../platform/actor.ts';
import { storeFile } from '../../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../../platform/http/context.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { requireGuestRoom, takeGuestBytes } from '../../guests/guest-limits.ts';
import { whole } from '../../uploads/inspect-bytes.ts';
import { readRequest } from '../read-request.ts';
import { initiatorOf, isCustomerOf, partsOf, viewerOf } from '../request-policy.ts';
import { filesOf, type RequestFileRow, type RequestRow } from '../request-queries.ts';
import { type RequestContext, stepRequest } from '../step-request.ts';
import { resumeOnReply } from '../thread/write-message.ts';
import { enginesOf, identifyRequest } from './identify-request.ts';
import { inspectFile } from './inspect-file.ts';

type FileInput = {
  readonly id: number;
  readonly kind: 'supplement' | 'result';
  readonly note: string;
  readonly files: readonly ReceivedFile[];
};

/** Adds a file to a request: from the customer, or a tuner's result, which then goes to review. */
export async function addFile(platform: Platform, actor: Actor, now: Date, input: FileInput): Promise<RequestFileRow> {
  const [file] = input.files;
  if (!file) throw fieldRefusal({ file: ['Choose a file.'] });
  if (file.sizeBytes === 0) throw fieldRefusal({ file: ['This file is empty.'] });
  const viewer = viewerOf(actor);
  const request = await readRequest(platform.db, actor, input.id);
  await requireGuestRoom(platform.db, actor, file.sizeBytes);
  takeGuestBytes(platform.db, actor, file.sizeBytes);
  if (input.kind === 'result' && isCustomerOf(viewer, request) && !viewer.staff)
    throw new Refusal('forbidden', { message: 'Only the tuner who works on the request can add results.' });
  if (input.kind === 'result') requireSubmit(request, partsOf(viewer, request));
  else requireOpen(request);
  const summary = input.kind === 'result' ? await gate(platform, request, file) : null;
  const isAsked = input.kind === 'supplement' && request.state === 'needs_information';
  const found = isAsked ? (await inspectFile(file)).identified : null;
  await platform.files.put(file.path, file.sha256, file.sizeBytes);
  return platform.db.transaction().execute(async (db) => {
    const context: RequestContext = { db, platform, now };
    const locked = await readRequest(db, actor, input.id, 'lock');
    if (input.kind === 'result') requireSubmit(locked, partsOf(viewer, locked));
    else requireOpen(locked);
    const owner = { belongsTo: `tune-request:${locked.id}`, uploadedBy: actor.userId };
    const stored = await storeFile(db, platform.files, file, owner);
    const row = await db
      .insertInto('tune_request_files')
      .values({
        request_id: locked.id,
        file_id: stored.id,
        kind: input.kind,
        state: input.kind === 'result' ? 'in_review' : null,
        summary: summary && JSON.stringify(summary),
        note: input.note,
        uploaded_by: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (input.kind === 'result')
      await stepRequest(context, locked, 'submit', initiatorOf(actor, locked), {
        detail: { file: row.id },
        set: { author_id: actor.userId, worker_id: locked.worker_id ?? actor.userId },
      });
    else if (found && locked.state === 'needs_information') await identifyAgain(context, locked, actor, found);
    else await resumeOnReply(context, locked, actor);
    const added = (await filesOf(db, locked.id)).find(({ id }) => id === row.id);
    if (!added) throw new Error(`file ${row.id} of request ${locked.id} is gone`);
    return added;
  });
}

/**
 * Checked before the file is compared and stored, to reject early, for example while another result is under review.
 */
function requireSubmit({ state }: RequestRow, parts: readonly TuneRequestActor[]): void {
  if (!findStep(tuneRequestMachine, state, 'submit', parts))
    throw new Refusal('invalid_transition', { allowed: eventsFrom(tuneRequestMachine, state, parts) });
}

function requireOpen({ state }: RequestRow): void {
  if (isOver(state))
    throw new Refusal('invalid_transition', { message: 'This request is closed. Send the file with a new request.' });
}

/** A second read may succeed where the first did not. */
async function identifyAgain(
  context: RequestContext,
  request: RequestRow,
  actor: Actor,
  found: Identified,
): Promise<void> {
  const resumed = await resumeOnReply(context, request, actor);
  if (request.mode !== 'automatic' || (await enginesOf(context.db, request.region, found)).length === 0) return;
  await identifyRequest(context, await stepRequest(context, resumed, 'supply', initiatorOf(actor, resumed)), found);
}

/** Refuses a file of another control unit, listing every mismatch; else summarizes the changes. */
async function gate(platform: Platform, request: RequestRow, file: ReceivedFile): Promise<ChangeSummary | null> {
  const original = (await filesOf(platform.db, request.id)).find(({ kind }) => kind === 'original');
  if (!original) throw new Refusal('not_found');
  const [inspected, before, after] = await Promise.all([
    inspectFile(file),
    platform.files.open(original.sha256).then(whole),
    readFile(file.path),
  ]);
  const sniffed = request.sniffed as unknown as Sniffed;
  const memories = recordMemories(
    { format: sniffed.format, bytes: before },
    { format: inspected.sniffed.format, bytes: after },
  );
  const change = summariseChange(memories?.[0] ?? before, memories?.[1] ?? after);
  const mismatches = findMismatches(
    {
      sniffed,
      identified: request.identified as unknown as Identified,
      sizeBytes: Number(original.size_bytes),
    },
    { ...inspected, sizeBytes: file.sizeBytes },
    change,
    checkChecksums(after, inspected.sniffed.format),
  );
  if (mismatches.length > 0) throw fieldRefusal({ file: mismatches.map(({ message }) => message) });
  return change;
}
