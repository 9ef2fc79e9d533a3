import {
  checklistProblems,
  findFix,
  isUnsafe,
  knownAnswers,
  type RescueAnswers,
} from '@tuneport/domain/support/rescue-checklist';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { attachFiles } from '../files/attach-files.ts';
import { bySystem } from '../history.ts';
import type { SupportContext } from '../support-context.ts';
import { confirmRunning } from './confirm-running.ts';
import { activeFixes, type RescueRow, stepsOf } from './rescue-queries.ts';
import { type RescueInitiator, stepRescue, writeRescueEvent } from './step-rescue.ts';

type Answer = {
  readonly step: 'checklist' | 'fix' | 'step' | 'running' | 'return' | 'files';
  readonly answer: string | Readonly<Record<string, string>>;
  readonly uploads: readonly string[];
};

type Answering = {
  readonly support: SupportContext;
  readonly rescue: RescueRow;
  readonly initiator: RescueInitiator;
  readonly text: string;
  readonly uploads: readonly string[];
  attach(stepId: number | null): Promise<void>;
};

/** Handles an answer of the customer. The rescue is locked by the caller. */
export async function answerRescue(
  support: SupportContext,
  rescue: RescueRow,
  actor: Actor,
  answered: Answer,
): Promise<RescueRow> {
  const { answer, uploads } = answered;
  const initiator: RescueInitiator = { kind: 'customer', userId: actor.userId };
  const answering: Answering = {
    support,
    rescue,
    initiator,
    text: typeof answer === 'string' ? answer : '',
    uploads,
    attach: (stepId) => attachFiles(support.db, uploads, { sessionId: rescue.id, stepId }),
  };
  switch (answered.step) {
    case 'checklist':
      return answerChecklist(answering, typeof answer === 'string' ? {} : answer);
    case 'fix':
      return answerFix(answering);
    case 'step':
      return answerStep(answering);
    case 'running':
      await answering.attach(null);
      return confirmRunning(support, rescue, actor);
    case 'return':
      // A fix that was already tried is not offered again.
      return triage(support, await stepRescue(support, rescue, 'return', initiator), rescue.fix_id === null);
    case 'files':
      return addFiles(answering);
  }
}

async function answerChecklist(
  { support, rescue, initiator, attach }: Answering,
  answered: Readonly<Record<string, string>>,
) {
  const answers = knownAnswers(answered);
  const problems = Object.entries(checklistProblems(answers));
  if (rescue.state === 'requested' && problems.length > 0)
    throw fieldRefusal(Object.fromEntries(problems.map(([key, text]) => [`answer.${key}`, [text]])));
  await attach(null);
  const set = { answers: JSON.stringify(answers), unsafe: isUnsafe(answers) };
  return triage(support, await stepRescue(support, rescue, 'checklist', initiator, { set }), true);
}

async function answerFix({ support, rescue, initiator, text, attach }: Answering): Promise<RescueRow> {
  if (text !== 'worked' && text !== 'failed')
    throw fieldRefusal({ answer: ['Enter whether it worked: worked or failed.'] });
  await attach(null);
  return stepRescue(support, rescue, text, initiator, { detail: { fix: rescue.fix_id } });
}

async function answerStep({ support, rescue, initiator, text, uploads, attach }: Answering): Promise<RescueRow> {
  const open = await openStepOf(support, rescue);
  const after = await answerOpenStep(support, rescue, initiator, text);
  if (text === '' && uploads.length === 0) throw fieldRefusal({ answer: ['Tell us what happened, or add a file.'] });
  await attach(open?.id ?? null);
  return after;
}

const openStepOf = async ({ db }: SupportContext, rescue: RescueRow) =>
  (await stepsOf(db, rescue.id)).findLast(({ answered_at }) => answered_at === null);

/** The answer to the step that was asked last, from the customer, or entered by staff from a phone call. */
export async function answerOpenStep(
  support: SupportContext,
  rescue: RescueRow,
  initiator: RescueInitiator,
  text: string,
): Promise<RescueRow> {
  const open = await openStepOf(support, rescue);
  const after = await stepRescue(support, rescue, 'answer', initiator, { detail: { step: open?.number ?? null } });
  if (open)
    await support.db
      .updateTable('rescue_steps')
      .set({ answer: text, answered_at: support.now })
      .where('id', '=', open.id)
      .execute();
  return after;
}

async function addFiles({ support, rescue, initiator, uploads, attach }: Answering): Promise<RescueRow> {
  const { id, state } = rescue;
  if (state === 'closed')
    throw new Refusal('invalid_transition', { message: 'This rescue is finished. Start a new one if you need it.' });
  if (uploads.length === 0) throw fieldRefusal({ uploads: ['Choose a file.'] });
  await attach(null);
  await writeRescueEvent(support, id, { event: 'files', from: state, to: state, initiator });
  return support.db
    .updateTable('rescue_sessions')
    .set({ last_at: support.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Offers a known fix if there is one and nothing is unsafe; otherwise hands over to a person. */
async function triage(support: SupportContext, rescue: RescueRow, offerFix: boolean): Promise<RescueRow> {
  const answers = rescue.answers as RescueAnswers;
  const { symptom, tool } = rescue;
  const isAnswered = Object.keys(answers).length > 0;
  const fix = offerFix && isAnswered ? findFix(await activeFixes(support.db), { symptom, tool, answers }) : null;
  if (!fix) return stepRescue(support, rescue, 'no-fix', bySystem);
  return stepRescue(support, rescue, 'find-fix', bySystem, { detail: { fix: fix.id }, set: { fix_id: fix.id } });
}
