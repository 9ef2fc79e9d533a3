import { createHash } from 'node:crypto';
import { betaParticipantMachine, listedProgramStates, takesParticipants } from '@tuneport/domain/beta/beta-states';
import { canStep } from '@tuneport/domain/states/machine';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { sanitizeRichText } from '../../platform/rich-text.ts';
import { lockProgram, type ParticipantRow, type ProgramRow, participantOf, programs } from './queries.ts';
import { applyStopRule, type BetaContext, bySystem, moveParticipant } from './steps.ts';

export const termsHash = (terms: string) => createHash('sha256').update(terms).digest('hex');

const asParticipant = (actor: SignedInActor) => ({ ...actor, as: 'participant' as const });
const conflict = (message: string) => new Refusal('conflict', { message });

type JoinInput = { readonly terms_hash: string; readonly vehicle_id: number | null; readonly answers: string };

/** Applies, then gets a seat, a place on the waiting list or accepts an invitation, as the program allows. */
export async function joinProgram(
  context: BetaContext,
  actor: SignedInActor,
  id: number,
  input: JoinInput,
): Promise<void> {
  const { db } = context;
  const program = await lockProgram(db, id);
  if (!program || !listedProgramStates.some((state) => state === program.state)) throw new Refusal('not_found');
  if (!takesParticipants(program.state)) throw conflict('This program is not accepting participants right now.');
  if (program.terms !== '' && input.terms_hash !== termsHash(program.terms))
    throw conflict('The terms have changed. Reload the page and read them again.');
  if (input.vehicle_id !== null && !(await ownsVehicle(db, actor.userId, input.vehicle_id)))
    throw fieldRefusal({ vehicle_id: ['Choose a car from your garage.'] });
  const before = await participantOf(db, id, actor.userId);
  if (before?.state === 'invited') {
    await moveParticipant(context, program, before, 'join', asParticipant(actor));
    return;
  }
  if (before && !canStep(betaParticipantMachine, before.state, 'apply')) throw conflict(notAgain(before.state));
  const seatFree = program.free_seats > 0;
  if (!program.reviewed && !seatFree && !program.waitlist) throw conflict('All places are taken.');
  const row = await apply(context, actor, program, before, input);
  if (program.reviewed) return;
  const moved = await moveParticipant(context, program, row, seatFree ? 'accept' : 'waitlist', bySystem);
  if (seatFree) await moveParticipant(context, program, moved, 'join', asParticipant(actor));
}

const notAgain = (state: string): string =>
  state === 'active'
    ? 'You already take part in this program.'
    : state === 'refused' || state === 'removed'
      ? 'You cannot join this program.'
      : 'You have already applied for this program.';

async function apply(
  context: BetaContext,
  actor: SignedInActor,
  program: ProgramRow,
  before: ParticipantRow | undefined,
  { answers, vehicle_id, terms_hash }: JoinInput,
): Promise<ParticipantRow> {
  const { db, now } = context;
  const given = { answers, vehicle_id, terms_sha256: program.terms === '' ? null : Buffer.from(terms_hash, 'hex') };
  if (before) {
    const row = await moveParticipant(context, program, before, 'apply', asParticipant(actor));
    await db.updateTable('beta_participants').set(given).where('id', '=', row.id).execute();
    return { ...row, ...given };
  }
  const row = await db
    .insertInto('beta_participants')
    .values({ ...given, program_id: program.id, user_id: actor.userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('beta_events')
    .values({
      program_id: program.id,
      participant_id: row.id,
      at: now,
      event: 'apply',
      to_state: row.state,
      actor_id: actor.userId,
    })
    .execute();
  return row;
}

const ownsVehicle = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('garage_vehicles')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('handed_over_at', 'is', null)
    .executeTakeFirst();

export async function leaveProgram(context: BetaContext, actor: SignedInActor, id: number): Promise<void> {
  const program = await lockProgram(context.db, id);
  const row = program && (await participantOf(context.db, id, actor.userId));
  if (!program || !row) throw new Refusal('not_found');
  await moveParticipant(context, program, row, 'leave', asParticipant(actor));
}

type Feedback = { readonly rating: number; readonly text: string; readonly incident: boolean };

export async function giveFeedback(
  context: BetaContext,
  actor: SignedInActor,
  id: number,
  input: Feedback,
): Promise<void> {
  const { db, now } = context;
  const program = await lockProgram(db, id);
  const row = program && (await participantOf(db, id, actor.userId));
  if (!program || !row) throw new Refusal('not_found');
  if (row.state !== 'active') throw conflict('Only participants can send feedback.');
  await db
    .insertInto('beta_feedback')
    .values({ ...input, participant_id: row.id, created_at: now })
    .execute();
  await applyStopRule(context, id);
}

async function membershipsOf(db: Db, userId: number | null) {
  if (userId === null) return [];
  return db
    .selectFrom('beta_participants as p')
    .select(['p.program_id', 'p.state', 'p.cohort', 'p.invited_until', 'p.joined_at'])
    .select((eb) =>
      eb
        .selectFrom('beta_feedback as f')
        .select((query) => query.fn.countAll().as('count'))
        .whereRef('f.participant_id', '=', 'p.id')
        .as('feedback'),
    )
    .where('p.user_id', '=', userId)
    .execute();
}
type Membership = Awaited<ReturnType<typeof membershipsOf>>[number];

const presentMembership = (row: Membership | undefined) =>
  row ? { ...row, state: row.state as 'active', feedback: Number(row.feedback) } : null;

export async function listPrograms(db: Db, userId: number | null) {
  const [rows, mine] = await Promise.all([programs(db, listedProgramStates), membershipsOf(db, userId)]);
  return rows.map((row) => ({
    ...row,
    state: row.state as 'open',
    membership: presentMembership(mine.find(({ program_id }) => program_id === row.id)),
  }));
}

export async function readProgram(db: Db, userId: number | null, id: number) {
  const [[row], mine] = await Promise.all([
    programs(db, [...listedProgramStates, 'cancelled', 'archived'], id),
    membershipsOf(db, userId),
  ]);
  const membership = presentMembership(mine.find(({ program_id }) => program_id === id));
  // An ended program stays visible to those who took part.
  if (!row || (!listedProgramStates.some((state) => state === row.state) && !membership))
    throw new Refusal('not_found');
  const state = membership?.state as string | undefined;
  const mayApply = state === undefined || state === 'invited' || canStep(betaParticipantMachine, state, 'apply');
  return {
    ...row,
    state: row.state as 'open',
    text: sanitizeRichText(row.text, 'article'),
    terms_hash: row.terms === '' ? '' : termsHash(row.terms),
    membership,
    can: {
      join:
        takesParticipants(row.state) &&
        mayApply &&
        (state === 'invited' || row.reviewed || row.waitlist || row.free_seats > 0),
      leave: state !== undefined && canStep(betaParticipantMachine, state, 'leave'),
      give_feedback: state === 'active',
    },
  };
}
