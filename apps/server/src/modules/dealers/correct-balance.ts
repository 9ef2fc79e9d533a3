import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, type Money, money, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import {
  balanceOf,
  type GrantLimits,
  postTransfer,
  requireGoodwillAllowance,
  requireNotOwnBusiness,
} from '../ledger/index.ts';
import { receivable } from './accounts.ts';
import { dealerById } from './queries.ts';

type Correction = { readonly amount: string; readonly currency: string; readonly reason: string };
type Context = { readonly db: Db; readonly limits: GrantLimits | 'approved'; readonly now: Date };

export function correctionAmount({ amount: text, currency }: Pick<Correction, 'amount' | 'currency'>): Money {
  const amount = parseMoney(text, currency as Currency);
  if (!amount || amount.amountMinor === 0n)
    throw fieldRefusal({ amount: [`Enter an amount in ${currency}, positive or negative.`] });
  return amount;
}

/**
 * Corrects what a dealer owes, at our cost or in our favour. Above the limits of one person a second one approves;
 * corrections count towards the daily limit of goodwill, so that a large one cannot be split.
 */
export async function correctBalance(
  { db, limits, now }: Context,
  actor: Actor,
  dealerId: number,
  input: Correction,
  key: string,
  /** What it corrects: by default the balance as a whole, otherwise a disputed line in any currency of the dealer. */
  subject = `dealer:${dealerId}`,
) {
  const dealer = await dealerById(db, dealerId, 'lock');
  if (!dealer) throw new Refusal('not_found');
  if (actor.userId === null) throw new Refusal('forbidden');
  await requireNotOwnBusiness(db, actor, { dealer: dealerId });
  const isWhole = subject === `dealer:${dealerId}`;
  if (isWhole && input.currency !== dealer.currency)
    throw fieldRefusal({ currency: [`The account of this dealer is in ${dealer.currency}.`] });
  const amount = correctionAmount(input);
  const size = amount.amountMinor < 0n ? -amount.amountMinor : amount.amountMinor;
  if (limits !== 'approved')
    await requireGoodwillAllowance(db, limits, { userId: actor.userId, now }, money(size, amount.currency));
  const account = receivable(dealerId, amount.currency);
  const goodwill = platformAccount('goodwill', amount.currency);
  const { id } = await postTransfer(db, {
    key: `${subject}:goodwill:${key}`,
    kind: amount.amountMinor > 0n ? 'goodwill.granted' : 'balance.corrected',
    subject,
    at: now,
    actorId: actor.userId,
    reason: input.reason,
    memo: isWhole ? 'Balance correction' : 'Correction of a disputed line',
    // A correction states what is owed; the credit limit only applies to purchases.
    beyondLimits: true,
    legs: amount.amountMinor > 0n ? move(goodwill, account, size) : move(account, goodwill, size),
  });
  await writeAudit(db, actor, 'dealers.correct-balance', `dealer:${dealerId}`, {
    amount: toWire(amount),
    reason: input.reason,
    ...(isWhole ? {} : { subject }),
  });
  const { postedMinor } = await balanceOf(db, account);
  return {
    id: String(id),
    amount: toWire(amount),
    reason: input.reason,
    at: now,
    owes: toWire(money(postedMinor, amount.currency)),
  };
}
