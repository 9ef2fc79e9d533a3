import { creditCodeSentences } from '@tuneport/domain/credits/credit-codes';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type CodeRow, closeCode, creditCodeById } from './code-queries.ts';
import { voidHeld } from './hold-credits.ts';

/** Why a code cannot be used, as a refusal: claimed is done, the rest has ended. */
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

/** Takes a code back that nobody has claimed; a dealer's credits behind it are free again. Of another dealer it is not found. */
export async function withdrawCreditCode(
  db: Db,
  asked: { readonly id: number; readonly dealerId?: number | undefined; readonly now: Date },
): Promise<CodeRow> {
  const known = await creditCodeById(db, asked.id);
  if (!known || (asked.dealerId !== undefined && known.dealer_id !== asked.dealerId)) throw new Refusal('not_found');
  const closed = await closeCode(db, asked.id, 'withdrawn', asked.now);
  const row = await creditCodeById(db, asked.id);
  if (!row) throw new Refusal('not_found');
  if (!closed) {
    if (row.state === 'withdrawn') return row;
    throw codeRefusal(row);
  }
  await voidHeld(db, `code:${asked.id}`, asked.now);
  return row;
}

/** Its time is over. */
export async function expireCreditCode(db: Db, id: number, now: Date): Promise<boolean> {
  const closed = await closeCode(db, id, 'expired', now);
  if (closed) await voidHeld(db, `code:${id}`, now);
  return closed !== undefined;
}
