import { may } from '@tuneport/domain/identity/permissions';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, type Money, parseMoney } from '@tuneport/domain/money/money';
import type { Actor } from '../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { postTransfer, requireGoodwillAllowance, requireNotOwnBusiness } from '../ledger/index.ts';
import type { SupportContext } from './support-context.ts';

export type Goodwill = { readonly amount: string; readonly currency: Currency; readonly reason: string };

export function goodwillAmount({ amount: text, currency }: Pick<Goodwill, 'amount' | 'currency'>): Money {
  const amount = parseMoney(text, currency);
  if (!amount || amount.amountMinor <= 0n)
    throw fieldRefusal({ amount: [`Enter an amount in ${currency} above zero.`] });
  return amount;
}

/** Credits the customer's account at our cost. Above the granter's limits a second person must approve. */
export async function postGoodwill(
  { db, now, limits }: Pick<SupportContext, 'db' | 'now' | 'limits'>,
  actor: Actor,
  granted: Goodwill & { userId: number; subject: string; key: string },
): Promise<bigint> {
  if (actor.userId === null || !may(actor, 'tickets.goodwill')) throw new Refusal('forbidden');
  const amount = goodwillAmount(granted);
  await requireNotOwnBusiness(db, actor, { user: granted.userId });
  if (limits !== 'approved') await requireGoodwillAllowance(db, limits, { userId: actor.userId, now }, amount);
  const { id } = await postTransfer(db, {
    key: granted.key,
    kind: 'goodwill.granted',
    subject: granted.subject,
    at: now,
    reason: granted.reason,
    actorId: actor.userId,
    legs: [
      { account: platformAccount('goodwill', granted.currency), amountMinor: amount.amountMinor },
      {
        account: partyAccount('prepay', `user:${granted.userId}`, granted.currency),
        amountMinor: -amount.amountMinor,
      },
    ],
  });
  return id;
}
