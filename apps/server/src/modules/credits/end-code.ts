import { creditCodeSentences } from '@tuneport/domain/credits/credit-codes';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type CodeRow, closeCode, creditCodeById } from './code-queries.ts';
import { voidHeld } from './hold-credits.ts';

/** Why a code cannot be used, as a refusal: either already claimed or ended. */
export const codeRefusal = (row: CodeRow, current: object = {}): Refusal =>
  row.state === 'claimed'
    ? new Refusal('already_committed', {
        message: creditCodeSentences.claimed,
        current: { state: 'claimed', ...current },
      })
    : new Refusal('conflict', {
        message: creditCodeSentences[row.state === 'withdrawn' ? 'withdrawn' : 'expired'],
        current: { state: row.state === 'withdrawn' ? 'withdrawn' : 'expired', ...current },
      });

/** Withdraws an unclaimed code and releases the dealer's credits behind it. A code of another dealer is not found. */
export async function withdrawCreditCode(
  db: Db,
  input: { readonly id: number; readonly dealerId?: number | undefined; readonly now: Date },
): Promise<CodeRow> {
  const known = await creditCodeById(db, input.id);
  if (!known || (input.dealerId !== undefined && known.dealer_id !== input.dealerId)) throw new Refusal('not_found');
  const closed = await closeCode(db, input.id, 'withdrawn', input.now);
  const row = await creditCodeById(db, input.id);
  if (!row) throw new Refusal('not_found');
  if (!closed) {
    if (row.state === 'withdrawn') return row;
    throw codeRefusal(row);
  }
  await voidHeld(db, `code:${input.id}`, input.now);
  return row;
}

export async function expireCreditCode(db: Db, id: number, now: Date): Promise<boolean> {
  const closed = await closeCode(db, id, 'expired', now);
  if (closed) await voidHeld(db, `code:${id}`, now);
  return closed !== undefined;
}
