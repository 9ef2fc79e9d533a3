import { isContinuable, isUnpaidState, tuneRequestNumber } from '@tuneport/domain/tune-request-states';
import { sql } from 'kysely';
import type { SignedInActor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { identifyRequest } from './identify-request.ts';
import { partsOf, readerOf } from './request-policy.ts';
import type { RequestRow } from './request-queries.ts';
import { type Bench, touchRequest, writeEvent } from './step-request.ts';
import { buttonsFor } from './take-step.ts';
import { writeMessage } from './write-message.ts';

/**
 * Other options, or a change after the time for a free one: a request of its own with the same file and car, priced anew. The
 * finished one stays as it is. It is locked by the caller, so that two at once make one.
 */
export async function followUpRequest(
  bench: Bench,
  parent: RequestRow,
  actor: SignedInActor,
  wishes: string,
): Promise<RequestRow> {
  const { db, now } = bench;
  if (!isContinuable(parent.state))
    throw new Refusal('invalid_transition', {
      message: 'A change is ordered once the tuned file is delivered.',
      allowed: buttonsFor(parent, partsOf(readerOf(actor), parent)),
    });
  const open = (await followersOf(bench, parent.id)).find(({ state }) => isUnpaidState(state));
  if (open)
    throw new Refusal('already_exists', {
      message: `${tuneRequestNumber(open.id)} for a change of this request waits for you already.`,
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
  await copyOriginal(bench, parent.id, child.id);
  const by = { kind: 'customer', userId: actor.userId };
  await writeEvent(bench, child, 'follow-up', by, { detail: { parent: parent.id } });
  if (wishes !== '')
    await writeMessage(bench, child, {
      kind: 'customer',
      userId: actor.userId,
      author: actor.name ?? 'Customer',
      text: wishes,
    });
  await touchRequest(bench, parent);
  return identifyRequest(bench, child);
}

/** The requests that ask a change of this one, and the state of each. */
const followersOf = ({ db }: Pick<Bench, 'db'>, id: number) =>
  db
    .selectFrom('tune_requests')
    .select(['id', 'state'])
    .where('parent_id', '=', id)
    .where('state', '<>', 'deleted')
    .orderBy('id')
    .execute();

/** The bytes are there once; each request has a row of its own that its own access check covers. */
async function copyOriginal({ db, now }: Bench, from: number, to: number): Promise<void> {
  await sql`with copied as (
      insert into stored_files (sha256, size_bytes, name, media_type, belongs_to, uploaded_by)
      select f.sha256, f.size_bytes, f.name, f.media_type, ${`tune-request:${to}`}, f.uploaded_by
      from tune_request_files t join stored_files f on f.id = t.file_id where t.request_id = ${from} and t.kind = 'original'
      returning id, uploaded_by)
    insert into tune_request_files (request_id, file_id, kind, uploaded_by, created_at)
    select ${to}, id, 'original', uploaded_by, ${now} from copied`.execute(db);
}
