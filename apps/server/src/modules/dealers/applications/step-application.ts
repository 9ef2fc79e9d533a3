import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { type ApplicationKind, applicationMachine } from '@tuneport/domain/dealers/application-states';
import { eventsFrom, isFinal, stateLabel } from '@tuneport/domain/states/machine';
import type { Actor, AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { type Application, lockApplication } from './application-queries.ts';

type By = AuditActor & { readonly as: 'staff' | 'applicant' };

/** One step of an application under its lock. The approval creates its partner in `set`, in the same transaction. */
export const stepApplication = defineStep<Application, By>()({
  machine: applicationMachine,
  table: 'partner_applications',
  lock: lockApplication,
  parts: ({ as }) => as,
  refuse: (row) =>
    isFinal(applicationMachine, row.state)
      ? new Refusal('already_committed', {
          message: `This application was already ${stateLabel(applicationMachine, row.state).toLowerCase()}.`,
          current: { id: row.id, state: row.state },
        })
      : new Refusal('invalid_transition', { allowed: eventsFrom(applicationMachine, row.state) }),
  history: {
    table: 'partner_application_events',
    values: (taken) => ({ application_id: taken.row.id, ...historyRow(taken), reason: taken.reason }),
  },
  audit: ({ step, row, reason }) => ({
    act: `applications.${step.event}`,
    subject: `application:${row.id}`,
    detail: { kind: row.kind, from: row.state, to: step.to, ...(reason ? { reason } : {}) },
  }),
});

/** Locks an application for a decision by staff, who cannot decide on their own or a colleague's. */
export async function lockForStaff(db: Db, actor: Actor, kind: ApplicationKind, id: number): Promise<Application> {
  const row = await lockApplication(db, id);
  if (!row || row.kind !== kind) throw new Refusal('not_found');
  await requireNotOwnBusiness(db, actor, { user: row.user_id });
  return row;
}

type NewApplication = { readonly kind: ApplicationKind; readonly name: string; readonly details: object };

/** Submits an application; a user has one open application of each kind. */
export async function submitApplication(db: Db, actor: Actor, input: NewApplication, now: Date): Promise<number> {
  if (actor.userId === null) throw new Refusal('unauthenticated');
  const made = await db
    .insertInto('partner_applications')
    .values({
      kind: input.kind,
      name: input.name,
      details: JSON.stringify(input.details),
      user_id: actor.userId,
      created_at: now,
      updated_at: nextUpdatedAt(null, now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made)
    throw new Refusal('conflict', {
      message: 'You already have an open application. Add files to it, answer our question, or withdraw it first.',
    });
  await db
    .insertInto('partner_application_events')
    .values({
      application_id: made.id,
      at: now,
      event: 'submit',
      to_state: 'submitted',
      actor_id: actor.userId,
    })
    .execute();
  return made.id;
}
