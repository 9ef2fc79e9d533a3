import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { rescueChecklist } from '@tuneport/domain/support/rescue-checklist';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { fixById, fixWithCounts } from './rescue-queries.ts';

type FixInput = {
  title: string;
  steps: string;
  symptom: string | null;
  tool: string;
  when_question: string;
  when_answer: string;
  position: number;
  active: boolean;
};

/** Saves a fix; a condition names a question and one of its answers, or is empty. */
export async function saveFix(
  db: Db,
  actor: Actor,
  input: FixInput,
  at: { id: number; readAt: Date } | null,
  now: Date,
): Promise<number> {
  requireCondition(input);
  if (at === null) {
    const { id } = await db
      .insertInto('rescue_fixes')
      .values({ ...input, created_at: now, updated_at: nextUpdatedAt(null, now) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(db, actor, 'rescue.save-fix', `rescue-fix:${id}`, { after: input });
    return id;
  }
  const before = await db.selectFrom('rescue_fixes').selectAll().where('id', '=', at.id).forUpdate().executeTakeFirst();
  if (!before) throw new Refusal('not_found');
  if (isStale(before.updated_at, at.readAt))
    throw new Refusal('stale_record', { current: await fixWithCounts(db, at.id) });
  await db
    .updateTable('rescue_fixes')
    .set({ ...input, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', at.id)
    .execute();
  await writeAudit(db, actor, 'rescue.save-fix', `rescue-fix:${at.id}`, { after: input });
  return at.id;
}

function requireCondition({ when_question, when_answer }: FixInput): void {
  if (when_question === '') {
    if (when_answer !== '') throw fieldRefusal({ when_question: ['Choose the question for this answer.'] });
    return;
  }
  const question = rescueChecklist.find(({ key }) => key === when_question);
  if (!question) throw fieldRefusal({ when_question: ['The checklist does not have this question.'] });
  if (!question.answers.some(({ value }) => value === when_answer))
    throw fieldRefusal({ when_answer: [`Choose one of: ${question.answers.map(({ value }) => value).join(', ')}.`] });
}

export async function deleteFix(db: Db, actor: Actor, id: number): Promise<void> {
  const fix = await fixById(db, id);
  if (!fix) throw new Refusal('not_found');
  await db.deleteFrom('rescue_fixes').where('id', '=', id).execute();
  await writeAudit(db, actor, 'rescue.delete-fix', `rescue-fix:${id}`, { before: fix.title });
}
