import { type CreditKind, creditUnitOf } from '@tuneport/domain/credits/tune-credits';
import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import type { Db } from '../../platform/db/db.ts';
import { postTransfer } from '../ledger/index.ts';
import { type CodeRow, confirmedEmail } from './code-queries.ts';
import { createCreditCode } from './create-code.ts';
import { mailGift } from './credit-mails.ts';
import { dealerOwner, userOwner } from './credit-policy.ts';
import { insertLot, insertUse } from './credit-queries.ts';
import { drawCredits } from './draw-credits.ts';

export type Gift = {
  readonly dealerId: number;
  readonly kind: CreditKind;
  readonly units: number;
  /** The recipient's e-mail address. */
  readonly recipient: string;
  readonly note: string;
  readonly actorId: number;
  readonly now: Date;
};

/**
 * A dealer gives credits to a customer. A user with that confirmed address gets them immediately; otherwise a code is
 * mailed to the address.
 */
export async function giveCredits(
  db: Db,
  origin: string,
  gift: Gift,
): Promise<{ lotIds: number[] } | { code: CodeRow }> {
  const { dealerId, kind, units, now, actorId } = gift;
  const user = await db.selectFrom('users').select('id').where('email', '=', gift.recipient).executeTakeFirst();
  if (!user || (await confirmedEmail(db, user.id)) === null)
    return { code: (await createCreditCode(db, origin, gift)).row };
  const owner = dealerOwner(dealerId);
  const { draws, lots } = await drawCredits(db, { owner, kind, units, now });
  const unit = creditUnitOf(kind);
  const lotIds: number[] = [];
  for (const draw of draws) {
    const lot = lots.find(({ id }) => id === draw.lotId);
    const use = await insertUse(db, {
      lot_id: draw.lotId,
      what: 'give',
      subject: `user:${user.id}`,
      units: draw.units,
      value_minor: draw.valueMinor,
      state: 'done',
      at: now,
      ended_at: now,
    });
    await postTransfer(db, {
      key: `credits:${use.id}:done`,
      kind: 'credits.given',
      subject: `lot:${draw.lotId}`,
      at: now,
      actorId,
      legs: move(
        partyAccount('credits', owner, unit),
        partyAccount('credits', userOwner(user.id), unit),
        BigInt(draw.units),
      ),
    });
    const { id } = await insertLot(db, {
      owner: userOwner(user.id),
      kind,
      units: draw.units,
      value_minor: draw.valueMinor,
      currency: lot?.currency ?? null,
      source: 'gift',
      subject: `dealer:${dealerId}`,
      parent_id: draw.lotId,
      reason: gift.note,
      given_by: actorId,
      issued_at: now,
      expires_at: lot?.expires_at ?? now,
    });
    lotIds.push(id);
  }
  await mailGift(db, origin, gift);
  return { lotIds };
}
