import { type RescueActor, type RescueEvent, rescueMachine } from '@tuneport/domain/support/rescue-states';
import { defineStep } from '../../states/index.ts';
import { historyRow, type InitiatorOf, type Written, writtenOf } from '../history.ts';
import type { SupportContext } from '../support-context.ts';
import type { RescueRow } from './rescue-queries.ts';

export type RescueInitiator = InitiatorOf<RescueActor>;

/** One step of a rescue that is locked. */
export const stepRescue = defineStep<RescueRow, RescueInitiator, SupportContext>()({
  machine: rescueMachine,
  table: 'rescue_sessions',
  parts: ({ kind }) => kind,
  columns: ({ now }, { step }) => ({ ...(isNewAttempt(step.event) ? unconfirmed : {}), last_at: now }),
  history: {
    table: 'rescue_events',
    values: (taken) => ({ session_id: taken.row.id, ...historyRow(writtenOf(taken), taken.now) }),
  },
});

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
