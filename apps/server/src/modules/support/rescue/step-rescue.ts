import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import {
  type RescueActor,
  type RescueEvent,
  rescueEventsFrom,
  rescueStep,
} from '@tuneport/domain/support/rescue-states';
import type { Updateable } from 'kysely';
import type { RescueSessions } from '../../../platform/db/db.gen.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SupportContext } from '../desk.ts';
import { historyRow, type InitiatorOf, type StepLabels, type Written } from '../history.ts';
import type { RescueRow } from './rescue-queries.ts';

export type RescueInitiator = InitiatorOf<RescueActor>;
type More = StepLabels & { readonly set?: Updateable<RescueSessions> };

/** Performs one transition of a locked rescue and writes its history row. */
export async function stepRescue(
  support: SupportContext,
  rescue: RescueRow,
  event: RescueEvent,
  initiator: RescueInitiator,
  { set = {}, ...words }: More = {},
): Promise<RescueRow> {
  const { db, now } = support;
  const step = rescueStep(rescue.state, event, initiator.kind);
  if (!step) throw new Refusal('invalid_transition', { allowed: rescueEventsFrom(rescue.state, initiator.kind) });
  const row = await db
    .updateTable('rescue_sessions')
    .set({
      ...(isNewAttempt(event) ? unconfirmed : {}),
      ...set,
      state: step.to,
      last_at: now,
      updated_at: nextUpdatedAt(rescue.updated_at, now),
    })
    .where('id', '=', rescue.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeRescueEvent(support, rescue.id, { event, from: rescue.state, to: step.to, initiator, ...words });
  return row;
}

/** Another step invalidates earlier confirmations. */
const isNewAttempt = (event: RescueEvent): boolean => event === 'ask' || event === 'return';
const unconfirmed = { customer_running_at: null, staff_running_at: null };

export async function writeRescueEvent(
  { db, now }: SupportContext,
  sessionId: number,
  written: Written,
): Promise<void> {
  await db
    .insertInto('rescue_events')
    .values({ session_id: sessionId, ...historyRow(written, now) })
    .execute();
}
