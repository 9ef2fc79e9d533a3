import { houseAccount, partyAccount } from '@tuneport/domain/ledger-accounts';
import { type Currency, currencies, parseMoney } from '@tuneport/domain/money';
import { may } from '@tuneport/domain/permissions';
import { largeGoodwillUnits } from '@tuneport/domain/ticket';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { postTransfer } from '../ledger/index.ts';

export type Goodwill = { readonly amount: string; readonly currency: Currency; readonly reason: string };

/** Our cost, on the account of the person it is meant for. Large sums need the right to large refunds. */
export async function postGoodwill(
  db: Db,
  actor: Actor,
  granted: Goodwill & { userId: number; subject: string; key: string; now: Date },
): Promise<bigint> {
  if (!may(actor, 'tickets.goodwill')) throw new Refusal('forbidden');
  const amount = parseMoney(granted.amount, granted.currency);
  if (!amount || amount.amountMinor <= 0n)
    throw fieldRefusal({ amount: [`Enter an amount in ${granted.currency} above zero.`] });
  const limit = largeGoodwillUnits * 10n ** BigInt(currencies[granted.currency]);
  if (amount.amountMinor > limit && !may(actor, 'refunds.large'))
    throw new Refusal('forbidden', {
      message: `Goodwill above ${largeGoodwillUnits} ${granted.currency} is granted by a SuperAdmin.`,
    });
  const { id } = await postTransfer(db, {
    key: granted.key,
    kind: 'goodwill.granted',
    subject: granted.subject,
    at: granted.now,
    reason: granted.reason,
    actorId: actor.userId,
    legs: [
      { account: houseAccount('goodwill', granted.currency), amountMinor: amount.amountMinor },
      {
        account: partyAccount('prepay', `user:${granted.userId}`, granted.currency),
        amountMinor: -amount.amountMinor,
      },
    ],
  });
  return id;
}
