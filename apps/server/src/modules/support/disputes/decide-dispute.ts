import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { type Money, money, moneyText, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { correctBalance } from '../../dealers/index.ts';
import {
  beneficiaryOf,
  type LineDispute,
  lockDispute,
  postTransfer,
  requireGoodwillAllowance,
  requireNotOwnBusiness,
} from '../../ledger/index.ts';
import type { SupportContext } from '../support-context.ts';
import { mailDecision } from './dispute-mails.ts';
import { openDebtMinor } from './disputed-line.ts';
import { decidedRefusal, stepDispute } from './step-dispute.ts';

type Decision = { readonly outcome: 'upheld' | 'rejected'; readonly amount: string; readonly reason: string };

/** A dispute that staff may decide, under its lock. */
export async function lockForDecision({ db }: SupportContext, actor: Actor, id: number): Promise<LineDispute> {
  const dispute = await lockDispute(db, id);
  if (!dispute) throw new Refusal('not_found');
  await requireNotOwnBusiness(db, actor, beneficiaryOf(dispute.owner));
  if (dispute.state !== 'open') throw decidedRefusal(dispute);
  return dispute;
}

/** The correction of a debt is at most what is open of the line. */
export async function correctionOf(support: SupportContext, dispute: LineDispute, text: string): Promise<Money> {
  const { currency } = dispute;
  const amount = parseMoney(text, currency);
  if (!amount || amount.amountMinor <= 0n)
    throw fieldRefusal({ amount: [`Enter the correction in ${currency}, above zero.`] });
  if (dispute.account === 'owed') {
    const most = (await openDebtMinor(support.db, dispute, support.now)) ?? 0n;
    if (amount.amountMinor > most)
      throw fieldRefusal({ amount: [`Only ${moneyText(money(most, currency))} of this line is open.`] });
  }
  return amount;
}

/** Ends a dispute, with its correction if it is upheld, in one transaction. Above the limit a second person decides. */
export async function decideDispute(
  support: SupportContext,
  actor: Actor,
  id: number,
  { outcome, amount: text, reason }: Decision,
  key = 'decided',
): Promise<void> {
  const dispute = await lockForDecision(support, actor, id);
  const by = { ...actor, as: 'staff' as const };
  const set = { decided_by: actor.userId, decision: reason };
  if (outcome === 'rejected') await stepDispute(support, dispute, 'reject', by, { reason, set });
  else {
    const amount = await correctionOf(support, dispute, text);
    const transferId = await bookCorrection(support, actor, dispute, amount, reason, key);
    await stepDispute(support, dispute, 'uphold', by, {
      reason,
      transferId,
      set: { ...set, correction_minor: amount.amountMinor },
    });
  }
  await mailDecision(support, id);
}

/** The line itself is never changed: the correction is an entry of its own, at our cost. */
async function bookCorrection(
  { db, limits, now }: SupportContext,
  actor: Actor,
  { id, account, owner, currency }: LineDispute,
  amount: Money,
  reason: string,
  key: string,
): Promise<bigint> {
  const subject = `line-dispute:${id}`;
  if (account === 'owed') {
    const correction = { amount: toDecimal(amount), currency, reason };
    const dealerId = Number(owner.split(':')[1]);
    return BigInt((await correctBalance({ db, limits, now }, actor, dealerId, correction, key, subject)).id);
  }
  if (actor.userId === null) throw new Refusal('forbidden');
  if (limits !== 'approved') await requireGoodwillAllowance(db, limits, { userId: actor.userId, now }, amount);
  const { id: transferId } = await postTransfer(db, {
    key: `${subject}:goodwill:${key}`,
    kind: 'goodwill.granted',
    subject,
    at: now,
    actorId: actor.userId,
    reason,
    memo: 'Correction of a disputed line',
    legs: move(platformAccount('goodwill', currency), partyAccount('earn.avail', owner, currency), amount.amountMinor),
  });
  return transferId;
}
