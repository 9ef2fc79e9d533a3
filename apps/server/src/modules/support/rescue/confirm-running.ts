import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { may } from '@tuneport/domain/identity/permissions';
import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { rescueMachine } from '@tuneport/domain/support/rescue-states';
import type { Actor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SupportContext } from '../support-context.ts';
import type { RescueRow } from './rescue-queries.ts';
import { type RescueInitiator, stepRescue, writeRescueEvent } from './step-rescue.ts';

/**
 * One side confirms that the vehicle runs. The rescue is recovered once both sides have confirmed. Staff always confirm
 * for staff, except in their own rescue: one person cannot confirm for both sides.
 */
export async function confirmRunning(
  support: SupportContext,
  rescue: RescueRow,
  actor: Actor,
  reason = '',
): Promise<RescueRow> {
  const isStaff = actor.signedIn && may(actor, 'rescue.write') && rescue.user_id !== actor.userId;
  const initiator: RescueInitiator = { kind: isStaff ? 'staff' : 'customer', userId: actor.userId };
  if (!findStep(rescueMachine, rescue.state, 'running', initiator.kind))
    throw new Refusal('invalid_transition', { allowed: eventsFrom(rescueMachine, rescue.state, initiator.kind) });
  const [own, other] =
    initiator.kind === 'customer'
      ? (['customer_running_at', 'staff_running_at'] as const)
      : (['staff_running_at', 'customer_running_at'] as const);
  if (rescue[other] !== null)
    return stepRescue(support, rescue, 'running', initiator, { reason, set: { [own]: support.now } });
  if (rescue[own] !== null) return rescue;
  await writeRescueEvent(support, rescue.id, {
    event: 'running',
    from: rescue.state,
    to: rescue.state,
    initiator,
    reason,
  });
  return support.db
    .updateTable('rescue_sessions')
    .set({ [own]: support.now, last_at: support.now, updated_at: nextUpdatedAt(rescue.updated_at, support.now) })
    .where('id', '=', rescue.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
