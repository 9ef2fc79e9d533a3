import { may } from '@tuneport/domain/permissions';
import { nextUpdatedAt } from '@tuneport/domain/precondition';
import { rescueEventsFrom, rescueStep } from '@tuneport/domain/rescue-states';
import type { Actor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Desk } from '../desk.ts';
import type { RescueRow } from './rescue-queries.ts';
import { type RescueDoer, stepRescue, writeRescueEvent } from './step-rescue.ts';

/**
 * One side saw the vehicle run. The rescue is recovered once the other side has confirmed it too. Staff confirm for staff wherever they
 * press the button, except in a rescue of their own: nobody confirms for both sides.
 */
export async function confirmRunning(desk: Desk, rescue: RescueRow, actor: Actor, reason = ''): Promise<RescueRow> {
  const isStaff = actor.signedIn && may(actor, 'rescue.write') && rescue.user_id !== actor.userId;
  const doer: RescueDoer = { kind: isStaff ? 'staff' : 'customer', userId: actor.userId };
  if (!rescueStep(rescue.state, 'running', doer.kind))
    throw new Refusal('invalid_transition', { allowed: rescueEventsFrom(rescue.state, doer.kind) });
  const [own, other] =
    doer.kind === 'customer'
      ? (['customer_running_at', 'staff_running_at'] as const)
      : (['staff_running_at', 'customer_running_at'] as const);
  if (rescue[other] !== null) return stepRescue(desk, rescue, 'running', doer, { reason, set: { [own]: desk.now } });
  if (rescue[own] !== null) return rescue;
  await writeRescueEvent(desk, rescue.id, { event: 'running', from: rescue.state, to: rescue.state, doer, reason });
  return desk.db
    .updateTable('rescue_sessions')
    .set({ [own]: desk.now, last_at: desk.now, updated_at: nextUpdatedAt(rescue.updated_at, desk.now) })
    .where('id', '=', rescue.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
