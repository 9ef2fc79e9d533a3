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
import { type DoerOf, historyRow, type StepLabels, type Written } from '../history.ts';
import type { RescueRow } from './rescue-queries.ts';

export type RescueDoer = DoerOf<RescueActor>;
type More = StepLabels & { readonly set?: Updateable<RescueSessions> };

/** One step of the table for a rescue that is locked, with its row of history. */
export async function stepRescue(
  support: SupportContext,
  rescue: RescueRow,
  event: RescueEvent,
  doer: RescueDoer,
  { set = {}, ...words }: More = {},
): Promise<RescueRow> {
  const { db, now } = support;
  const step = rescueStep(rescue.state, event, doer.kind);
  if (!step) throw new Refusal('invalid_transition', { allowed: rescueEventsFrom(rescue.state, doer.kind) });
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
  await writeRescueEvent(support, rescue.id, { event, from: rescue.state, to: step.to, doer, ...words });
  return row;
}

/** Whoever saw it run before another step was needed has to look again. */
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
