import type { Currency } from '@tuneport/domain/money/money';
import { ourFault, type RescueCause } from '@tuneport/domain/support/rescue-states';
import { cutText } from '@tuneport/domain/text/cut-text';
import { t } from '@tuneport/domain/text/text';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { goodwillAmount, postGoodwill } from '../goodwill.ts';
import type { SupportContext } from '../support-context.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { answerOpenStep } from './answer-rescue.ts';
import { confirmRunning } from './confirm-running.ts';
import { rescueNumber } from './present-rescue.ts';
import { mailRescueGoodwill, mailRescueStep } from './rescue-mails.ts';
import { type RescueRow, stepsOf } from './rescue-queries.ts';
import { type RescueInitiator, stepRescue, writeRescueEvent } from './step-rescue.ts';

type Move = {
  readonly event: 'take' | 'hand-over' | 'ask' | 'answer' | 'running' | 'give-up' | 'set-cause';
  readonly text: string;
  readonly cause?: RescueCause | undefined;
  readonly assignee?: number | undefined;
  readonly goodwill?: { readonly amount: string; readonly currency: string } | undefined;
  readonly key: string;
  readonly region: Region;
};

/** Actions of staff and tool developers on a rescue they have locked. */
export async function moveRescue(support: SupportContext, actor: Actor, rescue: RescueRow, move: Move): Promise<void> {
  const after = await moved(support, actor, rescue, move);
  await writeAudit(support.db, actor, 'rescue.step', `rescue:${rescue.id}`, {
    event: move.event,
    from: rescue.state,
    to: after.state,
  });
}

async function moved(support: SupportContext, actor: Actor, rescue: RescueRow, move: Move): Promise<RescueRow> {
  const initiator = { kind: 'staff' as const, userId: actor.userId };
  const needText = (note: string) => {
    if (move.text === '') throw fieldRefusal({ text: [note] });
  };
  switch (move.event) {
    case 'ask':
      needText('Describe the next step.');
      return moveStep(support, actor.userId, rescue, 'ask', move.text);
    case 'answer':
      needText('Enter what the customer said.');
      return answerOpenStep(support, rescue, initiator, move.text);
    case 'hand-over':
      return handOver(support, rescue, initiator, move.assignee);
    case 'take':
      return moveStep(support, actor.userId, rescue, 'take', '');
    case 'running':
      return confirmRunning(support, rescue, actor, move.text);
    case 'give-up': {
      needText('Describe what happens next: bench, exchange or value transfer.');
      // Continues in a ticket with the same customer and all known details.
      const { ticket } = await openTicket(support, {
        region: move.region,
        title: cutText(`After rescue ${rescueNumber(rescue.id)}: ${rescue.vehicle}`, 200),
        description: `${rescue.tool}${rescue.tool_serial ? `, ${rescue.tool_serial}` : ''}\n\n${move.text}`,
        customer_name: rescue.contact_name,
        email: rescue.email,
        userId: rescue.user_id,
        uploads: [],
        assigneeId: actor.userId,
        opened: {
          by: actor.userId,
          because: () =>
            `${t('In rescue {number}, we could not recover your {vehicle} this way.', {
              vehicle: rescue.vehicle,
              number: rescueNumber(rescue.id),
            })}\n\n${move.text}`,
        },
      });
      return stepRescue(support, rescue, 'give-up', initiator, { reason: move.text, detail: { ticket: ticket.id } });
    }
    case 'set-cause': {
      if (move.cause === undefined) throw fieldRefusal({ cause: ['Choose the cause.'] });
      const transferId = await goodwillFor(support, actor, rescue, move.cause, move);
      return stepRescue(support, rescue, 'set-cause', initiator, {
        reason: move.text,
        detail: { cause: move.cause, fix: rescue.fix_id },
        set: { cause: move.cause },
        ...(transferId === undefined ? {} : { transferId }),
      });
    }
  }
}

/** The dialogue of a rescue: a person claims it, then requests one step after another. */
export async function moveStep(
  support: SupportContext,
  userId: number | null,
  rescue: RescueRow,
  event: 'take' | 'ask',
  text: string,
): Promise<RescueRow> {
  const initiator = { kind: 'staff' as const, userId };
  if (event === 'take') return stepRescue(support, rescue, 'take', initiator, { set: { assignee_id: userId } });
  const number = (await stepsOf(support.db, rescue.id)).length + 1;
  const after = await stepRescue(support, rescue, 'ask', initiator, { detail: { step: number } });
  const step = { session_id: rescue.id, number, text, asked_by: userId, asked_at: support.now };
  await support.db.insertInto('rescue_steps').values(step).execute();
  await mailRescueStep(support, after, text);
  return after;
}

/** Another person takes over; the state stays, and so does what the customer was asked. */
async function handOver(
  support: SupportContext,
  rescue: RescueRow,
  initiator: RescueInitiator,
  to: number | undefined,
): Promise<RescueRow> {
  if (!(openStates as readonly string[]).includes(rescue.state))
    throw new Refusal('invalid_transition', { message: 'Only a rescue in progress can be handed over.' });
  const person = (await rescueStaff(support.db)).find(({ id }) => id === to);
  if (!person) throw fieldRefusal({ assignee: ['Choose a person who works on rescues.'] });
  if (person.id === rescue.assignee_id) return rescue;
  const { id, state } = rescue;
  await writeRescueEvent(support, id, { event: 'hand-over', from: state, to: state, initiator, reason: person.name });
  return support.db
    .updateTable('rescue_sessions')
    .set({ assignee_id: person.id, last_at: support.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const openStates = ['active', 'waiting_customer'] as const;

/** Admins and tool developers. */
export const rescueStaff = (db: Db): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('role', 'in', [3, 5]), sql<boolean>`'fzd' = any(flags)`]))
    .where('banned_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

async function goodwillFor(support: SupportContext, actor: Actor, rescue: RescueRow, cause: RescueCause, move: Move) {
  if (move.goodwill === undefined) return undefined;
  if (!ourFault(cause)) throw fieldRefusal({ goodwill: ['Goodwill is only for problems caused by our file or tool.'] });
  if (rescue.user_id === null) throw fieldRefusal({ goodwill: ['This customer has no account to credit.'] });
  const { amount, currency } = { ...move.goodwill, currency: move.goodwill.currency as Currency };
  const transferId = await postGoodwill(support, actor, {
    amount,
    currency,
    reason: move.text === '' ? `Rescue ${rescueNumber(rescue.id)}: caused by the ${cause}` : move.text,
    userId: rescue.user_id,
    subject: `rescue:${rescue.id}`,
    key: `rescue:${rescue.id}:goodwill:${move.key}`,
  });
  await mailRescueGoodwill(support, rescue.user_id, rescue.id, goodwillAmount({ amount, currency }));
  return transferId;
}
