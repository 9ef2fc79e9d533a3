import { randomBytes } from 'node:crypto';
import { anonymousGraphDays, anonymousGraphDaysMax } from '@tuneport/contract/tuning/tuning-graphs';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Actor } from '../../../platform/actor.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import { removeUnusedBytes } from '../../../platform/files/sweep.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addressSite } from '../../../platform/rate-limit.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken } from '../../identity/index.ts';
import { type GraphRow, graphById } from './queries.ts';
import { logQuota, makeRoom, networkOf, requireLogRoom } from './quota.ts';
import { readInThread } from './run-graph-task.ts';
import { gzipType } from './send-samples.ts';

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);

/** Parses the log first, in a worker thread; only a log that could be parsed is stored, with its packed samples. */
export async function uploadLog(
  { db, files: store, config }: Platform,
  actor: Actor,
  input: { files: readonly ReceivedFile[]; days: number | undefined; now: Date; address: string },
): Promise<{ graph: GraphRow; token: string }> {
  const [file] = input.files;
  if (!file) throw fieldRefusal({ file: ['Choose a log to upload.'] });
  const days = allowedDays(actor, input.days);
  const quota = logQuota(config.anonymousLogsMib);
  const network = networkOf(actor, input.address);
  await requireLogRoom(db, actor, { network, bytes: file.sizeBytes, quota });
  const packedPath = `${file.path}.packed`;
  const task = { kind: 'read' as const, path: file.path, name: file.name, packTo: packedPath };
  const read = await readInThread(task, addressSite(input.address));
  if (read.kind === 'refused' && read.failure === 'too-large')
    throw new Refusal('too_large', { message: 'This log has more values than we can draw. Nothing was saved.' });
  if (read.kind !== 'read')
    throw new Refusal('unrecognised_log', read.kind === 'refused' ? { message: read.text } : {});
  const { summary } = read;
  const id = randomBytes(16).toString('base64url');
  const token = randomBytes(24).toString('base64url');
  const packed: ReceivedFile = {
    ...file,
    path: packedPath,
    name: `${file.name}.packed`,
    mediaType: gzipType,
    sha256: Buffer.from(summary.packed.sha256),
    sizeBytes: summary.packed.sizeBytes,
  };
  const owner = { belongsTo: `graph:${id}`, uploadedBy: actor.userId };
  const bytes = file.sizeBytes + packed.sizeBytes;
  // Stored before the transaction, because a large file may take long on a slow store.
  for (const { path, sha256, sizeBytes } of [file, packed]) await store.put(path, sha256, sizeBytes);
  const stored = await db.transaction().execute(async (tx) => {
    const removed = network === null ? [] : await makeRoom(tx, { bytes, quota });
    await requireLogRoom(tx, actor, { network, bytes, quota });
    const storedFile = await storeFile(tx, store, file, owner);
    const storedPacked = await storeFile(tx, store, packed, owner);
    await tx
      .insertInto('graphs')
      .values({
        id,
        manage_hash: hashToken(token),
        uploaded_by: actor.userId,
        name: file.name,
        format: summary.format,
        row_count: summary.rows,
        duration_s: summary.durationS,
        channels: JSON.stringify(summary.channels),
        notes: JSON.stringify(summary.notes),
        review: JSON.stringify(summary.review),
        time_base: summary.timeBase,
        file_id: storedFile.id,
        packed_file_id: storedPacked.id,
        stored_bytes: BigInt(bytes),
        uploaded_from: network,
        expires_at: daysFrom(input.now, days),
        created_at: input.now,
      })
      .execute();
    await writeAudit(tx, actor, 'tuning.upload-log', `file:${storedFile.id}`, { name: file.name, rows: summary.rows });
    const graph = await graphById(tx, id, input.now);
    if (!graph) throw new Error('A graph that was just saved is missing.');
    return { graph, removed };
  });
  await removeUnusedBytes(db, store, stored.removed);
  return { graph: stored.graph, token };
}

/** How many days a log is stored: without an account a week by default, and at most 30 days. */
export function allowedDays(actor: Actor, days: number | undefined): number {
  if (actor.userId !== null) return days ?? 365;
  if (days !== undefined && days > anonymousGraphDaysMax)
    throw fieldRefusal({ days: [`Log in to keep a log longer than ${anonymousGraphDaysMax} days.`] });
  return days ?? anonymousGraphDays;
}
