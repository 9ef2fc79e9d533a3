import {
  type BetaParticipantEvent,
  type BetaProgramEvent,
  betaInvitationDays,
  betaParticipantMachine,
  betaProgramMachine,
  cohortOf,
  exceedsStopRule,
  takesParticipants,
} from '@tuneport/domain/beta/beta-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { AuditActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { system } from '../audit/index.ts';
import { defineStep, historyRow } from '../states/index.ts';
import { type BetaContext, type BetaOutcome, sendInvitation, sendOutcome, sendProgramNews } from './beta-mails.ts';
import { lockProgram, type ParticipantRow, type ProgramRow } from './queries.ts';

export type { BetaContext } from './beta-mails.ts';

type By = AuditActor & { readonly as: 'staff' | 'system' | 'participant' };
export const bySystem: By = { ...system, as: 'system' };

const stepProgram = defineStep<ProgramRow, By, BetaContext>()({
  machine: betaProgramMachine,
  table: 'beta_programs',
  parts: ({ as }) => (as === 'participant' ? [] : as),
  columns: (_context, { step: { event }, now }) =>
    event === 'publish' || event === 'start' || event === 'resume' ? { incidents_since: now } : {},
  history: {
    table: 'beta_events',
    values: (taken) => ({ ...historyRow(taken), program_id: taken.row.id, reason: taken.reason }),
  },
  audit: ({ step, row, reason }) => ({
    act: `beta-programs.${step.event}`,
    subject: `beta-program:${row.id}`,
    detail: { name: row.name, reason },
  }),
});

const stepParticipant = defineStep<ParticipantRow, By, BetaContext>()({
  machine: betaParticipantMachine,
  table: 'beta_participants',
  parts: ({ as }) => as,
  history: {
    table: 'beta_events',
    values: (taken) => ({
      ...historyRow(taken),
      program_id: taken.row.program_id,
      participant_id: taken.row.id,
      reason: taken.reason,
    }),
  },
});

/** The end of a program also ends its participations; participants of a paused one keep their places. */
export async function moveProgram(context: BetaContext, id: number, event: BetaProgramEvent, by: By, reason = '') {
  const program = await lockProgram(context.db, id);
  if (!program) throw new Refusal('not_found');
  await stepProgram(context, program, event, by, { reason });
  if (event === 'pause' || event === 'resume' || event === 'finish' || event === 'cancel')
    await sendProgramNews(context, program, event, reason);
  if (event === 'finish' || event === 'cancel') await endParticipations(context, program, event);
  if (event === 'resume') await renewInvitations(context, program);
}

/** Nobody can join a paused program, so its invitations start over. */
async function renewInvitations(context: BetaContext, program: ProgramRow): Promise<void> {
  const invited_until = invitedUntil(context.now);
  for (const { id, user_id } of await participants(context.db, program.id, ['invited'])) {
    await context.db.updateTable('beta_participants').set({ invited_until }).where('id', '=', id).execute();
    await sendInvitation(context, program, user_id, invited_until);
  }
}

const invitedUntil = (now: Date) => new Date(now.getTime() + betaInvitationDays * dayMs);

async function endParticipations(context: BetaContext, program: ProgramRow, event: 'finish' | 'cancel'): Promise<void> {
  for (const one of await participants(context.db, program.id, ['active']))
    await stepParticipant(context, one, event === 'finish' ? 'complete' : 'remove', bySystem, {
      ...(event === 'cancel' ? { reason: 'The program was cancelled.' } : {}),
    });
  for (const one of await participants(context.db, program.id, ['applied', 'waitlisted', 'invited'])) {
    await stepParticipant(context, one, 'lapse', bySystem, { reason: 'The program ended.' });
    await sendOutcome(context, program, one.user_id, 'end');
  }
}

const participants = (db: Db, programId: number, states: readonly string[]) =>
  db
    .selectFrom('beta_participants')
    .selectAll()
    .where('program_id', '=', programId)
    .where('state', 'in', states)
    // The time of their last step, because one who applies again waits from then on.
    .orderBy('updated_at')
    .orderBy('id')
    .execute();

/** A step of a participant of a program that is locked already. */
export async function moveParticipant(
  context: BetaContext,
  program: ProgramRow,
  row: ParticipantRow,
  event: BetaParticipantEvent,
  by: By,
  reason = '',
): Promise<ParticipantRow> {
  const { db, now } = context;
  const fresh = (await lockProgram(db, program.id)) ?? program;
  if (event === 'accept') {
    if (!takesParticipants(fresh.state))
      throw new Refusal('conflict', { message: 'This program is paused. Resume it before you accept anyone.' });
    if (fresh.free_seats === 0) throw new Refusal('conflict', { message: 'All places are taken. Add places first.' });
    const invited_until = invitedUntil(now);
    const after = await stepParticipant(context, row, event, by, { reason, set: { invited_until } });
    if (fresh.reviewed || row.state === 'waitlisted')
      await sendInvitation(context, program, row.user_id, invited_until);
    return after;
  }
  if (event === 'join') {
    const admitted = fresh.admitted + 1;
    await db.updateTable('beta_programs').set({ admitted }).where('id', '=', program.id).execute();
    const set = { joined_at: now, invited_until: null, cohort: row.cohort ?? cohortOf(admitted, fresh.cohort_size) };
    const joined = await stepParticipant(context, row, event, by, { set });
    await startWhenFull(context, program.id);
    return joined;
  }
  const after = await stepParticipant(context, row, event, by, { reason });
  // Participants see the result of their own steps at once, also a place on the waiting list.
  if (isOutcome(event) && by.as === (event === 'lapse' ? 'system' : 'staff'))
    await sendOutcome(context, program, row.user_id, event, reason);
  if (['leave', 'remove', 'lapse'].includes(event)) await fillSeats(context, program.id);
  return after;
}

const isOutcome = (event: BetaParticipantEvent): event is BetaParticipantEvent & BetaOutcome =>
  event === 'waitlist' || event === 'refuse' || event === 'remove' || event === 'lapse';

/** A program whose seats are all taken by participants need not wait for its start date. */
async function startWhenFull(context: BetaContext, programId: number): Promise<void> {
  const program = await lockProgram(context.db, programId);
  if (program?.state === 'open' && program.active >= program.seats)
    await stepProgram(context, program, 'start', bySystem);
}

/** Gives free seats to those who wait longest. */
export async function fillSeats(context: BetaContext, programId: number): Promise<void> {
  const program = await lockProgram(context.db, programId);
  if (!program || !takesParticipants(program.state)) return;
  const waiting = await participants(context.db, programId, ['waitlisted']);
  for (const row of waiting.slice(0, program.free_seats))
    await moveParticipant(context, program, row, 'accept', bySystem);
}

/** Pauses a program with too many incidents. */
export async function applyStopRule(context: BetaContext, programId: number): Promise<boolean> {
  const program = await lockProgram(context.db, programId);
  if (!program || !takesParticipants(program.state)) return false;
  if (!exceedsStopRule(program.incidents, program.active, program.stop_per_100)) return false;
  const reason = `Stop rule: participants with incidents: ${program.incidents}, taking part: ${program.active}.`;
  await stepProgram(context, program, 'pause', bySystem, { reason });
  await sendProgramNews(context, program, 'pause', '');
  return true;
}
