import { isContinuable, isUnpaidState, tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import type { SignedInActor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { copyFile } from './files/copy-file.ts';
import { identifyRequest } from './files/identify-request.ts';
import { partsOf, viewerOf } from './request-policy.ts';
import { filesOf, type RequestRow } from './request-queries.ts';
import { type RequestContext, touchRequest, writeEvent } from './step-request.ts';
import { buttonsFor } from './take-step.ts';
import { writeMessage } from './thread/write-message.ts';

/**
 * Other options, or a change after the free revision period, become a new request with the same file and vehicle and a
 * new price. The finished one is unchanged; the caller locks it against concurrent follow-ups.
 */
export async function followUpRequest(
  context: RequestContext,
  parent: RequestRow,
  actor: SignedInActor,
  wishes: string,
): Promise<RequestRow> {
  const { db, now } = context;
  if (!isContinuable(parent.state))
    throw new Refusal('invalid_transition', {
      message: 'You can order a change once the tuned file is delivered.',
      allowed: buttonsFor(parent, partsOf(viewerOf(actor), parent)),
    });
  const open = (await followersOf(context, parent.id)).find(({ state }) => isUnpaidState(state));
  if (open)
    throw new Refusal('already_exists', {
      message: `A change to this request is already waiting for you: ${tuneRequestNumber(open.id)}.`,
      current: { id: open.id },
    });
  const child = await db
    .insertInto('tune_requests')
    .values({
      purpose: parent.purpose,
      mode: parent.mode,
      region: parent.region,
      user_id: parent.user_id,
      dealer_id: parent.dealer_id,
      parent_id: parent.id,
      terms_sha256: parent.terms_sha256,
      sniffed: JSON.stringify(parent.sniffed),
      identified: JSON.stringify(parent.identified),
      information: JSON.stringify(parent.information),
      engine_id: parent.engine_id,
      transmission_id: parent.transmission_id,
      vehicle: parent.vehicle,
      vehicle_path: parent.vehicle_path,
      wishes,
      state_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const original = (await filesOf(db, parent.id)).find(({ kind }) => kind === 'original');
  if (!original) throw new Error(`request ${parent.id} has no file`);
  await copyFile(context, original.file_id, child, { kind: 'original', uploaded_by: original.uploaded_by });
  const by = { kind: 'customer', userId: actor.userId };
  await writeEvent(context, child, 'follow-up', by, { detail: { parent: parent.id } });
  if (wishes !== '')
    await writeMessage(context, child, {
      kind: 'customer',
      userId: actor.userId,
      author: actor.name ?? 'Customer',
      text: wishes,
    });
  await touchRequest(context, parent);
  return identifyRequest(context, child);
}

/** The follow-ups of this request and their states. */
const followersOf = ({ db }: Pick<RequestContext, 'db'>, id: number) =>
  db
    .selectFrom('tune_requests')
    .select(['id', 'state'])
    .where('parent_id', '=', id)
    .where('state', '<>', 'deleted')
    .orderBy('id')
    .execute();
