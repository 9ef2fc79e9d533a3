import { createHash, randomBytes } from 'node:crypto';
import { creditCode, creditCodeBytes } from '@tuneport/domain/credits/credit-codes';
import { type CreditKind, codeDays, creditDays } from '@tuneport/domain/credits/tune-credits';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../platform/db/db.ts';
import { type CodeRow, creditCodeById } from './code-queries.ts';
import { mailCode } from './credit-mails.ts';
import { dealerOwner } from './credit-policy.ts';
import { drawCredits } from './draw-credits.ts';
import { holdCredits } from './hold-credits.ts';

type CodeInput = {
  readonly kind: CreditKind;
  readonly units: number;
  /** The dealer whose credits back the code; without one the platform gives them. */
  readonly dealerId?: number | undefined;
  readonly recipient?: string | undefined;
  readonly note: string;
  /** The deadline for claiming it, and the lifetime of the claimed credits. */
  readonly expiresAt?: Date | undefined;
  readonly creditDays?: number | undefined;
  readonly actorId: number | null;
  readonly now: Date;
};

export const codeHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * Creates a code, which is returned once: only its hash is stored. A dealer's code holds the dealer's credits until it
 * is claimed or ends, and cannot outlive them. With a recipient the link is mailed there, and only that user can claim
 * it.
 */
export async function createCreditCode(
  db: Db,
  origin: string,
  input: CodeInput,
  code = creditCode(randomBytes(creditCodeBytes)),
): Promise<{ row: CodeRow; code: string }> {
  const { now, kind, units } = input;
  const drawn =
    input.dealerId === undefined
      ? null
      : await drawCredits(db, { owner: dealerOwner(input.dealerId), kind, units, now });
  const ends = [
    input.expiresAt ?? new Date(now.getTime() + codeDays * dayMs),
    ...(drawn?.lots ?? []).flatMap(({ id, expires_at }) =>
      drawn?.draws.some(({ lotId }) => lotId === id) ? [expires_at] : [],
    ),
  ];
  const expiresAt = new Date(Math.min(...ends.map((end) => end.getTime())));
  const { id } = await db
    .insertInto('tune_credit_codes')
    .values({
      code_hash: codeHash(code),
      hint: code.slice(-4),
      kind,
      units,
      dealer_id: input.dealerId ?? null,
      given_by: input.actorId,
      recipient: input.recipient ?? null,
      note: input.note,
      credit_days: input.creditDays ?? creditDays,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const draw of drawn?.draws ?? [])
    await holdCredits(db, {
      what: 'give',
      subject: `code:${id}`,
      owner: dealerOwner(input.dealerId ?? 0),
      kind,
      draw,
      actorId: input.actorId,
      now,
      // The code expires first; this only ends a hold that was left behind.
      expiresAt: new Date(expiresAt.getTime() + dayMs),
    });
  const row = await creditCodeById(db, id);
  if (!row) throw new Error(`code ${id} is gone`);
  await mailCode(db, origin, row, code);
  return { row, code };
}
