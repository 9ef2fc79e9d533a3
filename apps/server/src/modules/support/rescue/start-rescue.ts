import { createHash, randomBytes } from 'node:crypto';
import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { RescueSymptom } from '@tuneport/domain/support/rescue-checklist';
import { readRescueCode, rescueCode, rescueCodeBytes } from '@tuneport/domain/support/rescue-code';
import type { SupportContext } from '../support-context.ts';
import { mailRescueStarted } from './rescue-mails.ts';
import type { RescueRow } from './rescue-queries.ts';
import { writeRescueEvent } from './step-rescue.ts';

type NewRescue = {
  readonly tool: string;
  readonly tool_serial: string;
  readonly vehicle: string;
  readonly symptom: RescueSymptom;
  readonly description: string;
  readonly contact_name: string;
  readonly email: string | null;
  readonly phone: string;
  readonly userId: number | null;
};

/** The same hash for every way of typing a code; null if it cannot be one. */
export function codeHashOf(typed: string | undefined): Buffer | null {
  const code = typed === undefined ? null : readRescueCode(typed);
  return code === null ? null : createHash('sha256').update(`rescue ${code}`).digest();
}

/** A new code and the hash to store. */
export function newRescueCode(): { code: string; hash: Buffer } {
  const code = rescueCode(randomBytes(rescueCodeBytes));
  const hash = codeHashOf(code);
  if (!hash) throw new Error('The new rescue code cannot be parsed.');
  return { code, hash };
}

export async function startRescue(
  support: SupportContext,
  input: NewRescue,
): Promise<{ rescue: RescueRow; code: string }> {
  const { db, now } = support;
  const { code, hash } = newRescueCode();
  const { userId, ...facts } = input;
  const rescue = await db
    .insertInto('rescue_sessions')
    .values({
      ...facts,
      code_hash: hash,
      user_id: userId,
      last_at: now,
      created_at: now,
      updated_at: nextUpdatedAt(null, now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const initiator = { kind: 'customer' as const, userId };
  await writeRescueEvent(support, rescue.id, { event: 'start', from: null, to: 'requested', initiator });
  await mailRescueStarted(support, rescue, code);
  return { rescue, code };
}
