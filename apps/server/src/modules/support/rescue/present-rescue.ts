import { may } from '@tuneport/domain/identity/permissions';
import { eventsFrom } from '@tuneport/domain/states/machine';
import type { RescueSymptom } from '@tuneport/domain/support/rescue-checklist';
import {
  type RescueCause,
  type RescueState,
  rescueCauses,
  rescueMachine,
  rescueSentences,
} from '@tuneport/domain/support/rescue-states';
import { supportStatus } from '@tuneport/domain/support/support-hours';
import { t } from '@tuneport/domain/text/text';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { userById } from '../../identity/index.ts';
import type { SupportContext } from '../support-context.ts';
import { presentFile } from '../tickets/present-ticket.ts';
import { fixById, type RescueRow, rescueFilesOf, rescueHistory, stepsOf } from './rescue-queries.ts';

export const rescueNumber = (id: number): string => `R-${String(id).padStart(5, '0')}`;

type Head = Pick<RescueRow, 'id' | 'state' | 'tool' | 'tool_serial' | 'vehicle' | 'symptom' | 'created_at' | 'last_at'>;

export const presentRescueHead = (row: Head) => ({
  id: row.id,
  number: rescueNumber(row.id),
  state: row.state as RescueState,
  tool: row.tool,
  tool_serial: row.tool_serial,
  vehicle: row.vehicle,
  symptom: row.symptom as RescueSymptom,
  created_at: row.created_at,
  last_at: row.last_at,
});

async function presentRecord(db: Db, rescue: RescueRow) {
  const [steps, files, fix] = await Promise.all([
    stepsOf(db, rescue.id),
    rescueFilesOf(db, rescue.id),
    rescue.fix_id === null ? undefined : fixById(db, rescue.fix_id),
  ]);
  return {
    ...presentRescueHead(rescue),
    description: rescue.description,
    contact_name: rescue.contact_name,
    answers: rescue.answers as Record<string, string>,
    unsafe: rescue.unsafe,
    fix: fix ? { title: fix.title, steps: fix.steps.split('\n').filter((line) => line.trim() !== '') } : null,
    steps: steps.map((step) => ({
      number: step.number,
      text: step.text,
      asked_at: step.asked_at,
      answer: step.answer,
      answered_at: step.answered_at,
      files: files.filter(({ step_id }) => step_id === step.id).map(presentFile),
    })),
    files: files.filter(({ step_id }) => step_id === null).map(presentFile),
    running: { customer_at: rescue.customer_running_at, staff_at: rescue.staff_running_at },
    updated_at: rescue.updated_at,
  };
}

/** The actions available to one side; a side that has confirmed cannot confirm again. */
const nextFor = (rescue: RescueRow, side: 'customer' | 'staff') =>
  eventsFrom(rescueMachine, rescue.state, side).filter(
    (event) => event !== 'running' || rescue[side === 'customer' ? 'customer_running_at' : 'staff_running_at'] === null,
  );

/** The customer's view of a rescue. */
export async function presentRescue(support: SupportContext, rescue: RescueRow) {
  const state = rescue.state as RescueState;
  const [record, helper] = await Promise.all([
    presentRecord(support.db, rescue),
    rescue.assignee_id === null ? undefined : userById(support.db, rescue.assignee_id),
  ]);
  const status = supportStatus(support.hours, support.now);
  return {
    ...record,
    sentence: state === 'active' ? runningSentence(rescue) : t(rescueSentences[state]),
    helper: helper?.name ?? null,
    next: nextFor(rescue, 'customer'),
    support: { open: status.open, opens_at: status.open ? null : status.opensAt },
  };
}

function runningSentence({ customer_running_at, staff_running_at }: RescueRow): string {
  if (staff_running_at !== null) return t('It is running on our side. Confirm when you see it run, too.');
  if (customer_running_at !== null) return t('You confirmed that it runs. We will check and confirm it, too.');
  return t(rescueSentences.active);
}

const actorLabels = { customer: 'Customer', staff: 'Staff', system: 'Automatic' } as const;

export async function presentAdminRescue(db: Db, rescue: RescueRow, actor: Actor) {
  const [record, history, assignee] = await Promise.all([
    presentRecord(db, rescue),
    rescueHistory(db, rescue.id),
    rescue.assignee_id === null ? undefined : userById(db, rescue.assignee_id),
  ]);
  return {
    ...record,
    user_id: rescue.user_id,
    email: rescue.email,
    phone: rescue.phone,
    assignee: assignee ? { id: assignee.id, name: assignee.name } : null,
    cause: rescueCauses.find((cause) => cause === rescue.cause) ?? (null as RescueCause | null),
    events: nextFor(rescue, 'staff'),
    may_grant_goodwill: rescue.user_id !== null && may(actor, 'tickets.goodwill'),
    history: history.map((one) => ({
      at: one.at,
      event: one.event,
      to_state: one.to_state as RescueState,
      by: one.actor_name ?? actorLabels[one.actor_kind as keyof typeof actorLabels],
      reason: one.reason,
    })),
  };
}
