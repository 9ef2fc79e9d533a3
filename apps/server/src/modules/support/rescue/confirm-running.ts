import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { may } from '@tuneport/domain/identity/permissions';
import { rescueEventsFrom, rescueStep } from '@tuneport/domain/support/rescue-states';
import type { Actor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SupportContext } from '../desk.ts';
import type { RescueRow } from './rescue-queries.ts';
import { type RescueDoer, stepRescue, writeRescueEvent } from './step-rescue.ts';

/**
 * One side saw the vehicle run. The rescue is recovered once the other side has confirmed it too. Staff confirm for staff wherever they
 * press the button, except in a rescue of their own: nobody confirms for both sides.
 */
export async function confirmRunning(
  support: SupportContext,
  rescue: RescueRow,
  actor: Actor,
  reason = '',
): Promise<RescueRow> {
  const isStaff = actor.signedIn && may(actor, 'rescue.write') && rescue.user_id !== actor.userId;
  const doer: RescueDoer = { kind: isStaff ? 'staff' : 'customer', userId: actor.userId };
  if (!rescueStep(rescue.state, 'running', doer.kind))
    throw new Refusal('invalid_transition', { allowed: rescueEventsFrom(rescue.state, doer.kind) });
  const [own, other] =
    doer.kind === 'customer'
      ? (['customer_running_at', 'staff_running_at'] as const)
      : (['staff_running_at', 'customer_running_at'] as const);
  if (rescue[other] !== null)
    return stepRescue(support, rescue, 'running', doer, { reason, set: { [own]: support.now } });
  if (rescue[own] !== null) return rescue;
  await writeRescueEvent(support, rescue.id, { event: 'running', from: rescue.state, to: rescue.state, doer, reason });
  return support.db
    .updateTable('rescue_sessions')
    .set({ [own]: support.now, last_at: support.now, updated_at: nextUpdatedAt(rescue.updated_at, support.now) })
    .where('id', '=', rescue.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
