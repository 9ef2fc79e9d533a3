import { mirror } from '@tuneport/domain/ledger/ledger-legs';
import { t } from '@tuneport/domain/text/text';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { valueTransferNumber, valueTransferUndoHours } from '@tuneport/domain/tuning/value-transfer-states';
import { hourMs } from '@tuneport/domain/units/durations';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { LedgerLimitReached, legsOfTransfer, postTransfer, requireNotOwnBusiness } from '../../ledger/index.ts';
import { addRefund, paymentOfSubject, performRefund, refundHere } from '../../payments/index.ts';
import {
  accountSubject,
  cardSubject,
  lockPurchase,
  moveValueBack,
  type Purchase,
  paidValue,
  returnedAmounts,
} from '../../purchases/index.ts';
import { requestById } from '../requests/request-queries.ts';
import { type RequestContext, bySystem as requestBySystem, stepRequest } from '../requests/step-request.ts';
import { mailTransfer } from '../requests/thread/request-mails.ts';
import { endResults } from '../requests/work/recall-result.ts';
import { unlockOld } from './cancel-transfer.ts';
import { type Moved, oldPurchaseOf, oldRequestOf, reviewed } from './carry-out.ts';
import { requireStep, stepTransfer, type TransferActor } from './step-transfer.ts';
import { historyOf, lockTransfer, type TransferRow } from './transfer-queries.ts';

export const undoUntil = ({ performed_at }: Pick<TransferRow, 'performed_at'>): Date | null =>
  performed_at && new Date(performed_at.getTime() + valueTransferUndoHours * hourMs);

const conflict = (message: string) => new Refusal('conflict', { message });

/**
 * Reverses a performed transfer: the new request is refunded, and the value returns to the old one. A difference paid by
 * card is refunded by the provider after the commit; if that fails, the sweeper completes it.
 */
export async function undoTransfer(
  platform: Platform,
  actor: SignedInActor,
  id: number,
  reason: string,
  now: Date,
): Promise<TransferRow> {
  const by: TransferActor = { userId: actor.userId, sessionId: actor.sessionId, address: actor.address, as: 'super' };
  const { after, cardRefund } = await retryOnDeadlock(platform.db, async (db) => {
    const context = { db, platform, now };
    const transfer = await lockTransfer(db, id);
    if (!transfer) throw new Refusal('not_found');
    if (transfer.state !== 'performed') requireStep(transfer, 'undo', 'super');
    await requireNotOwnBusiness(db, actor, { user: transfer.user_id, dealer: transfer.dealer_id });
    const purchase = await requireUndoable(context, transfer);
    const refunded = await refundNew(context, db, transfer, purchase, by, reason);
    const ids = await returnValue(context, transfer, by, reason);
    const undone = await stepTransfer(context, transfer, 'undo', by, { reason, detail: { ledger_ids: ids } });
    await unlockOld(context, transfer, by, `${valueTransferNumber(id)} was undone`);
    await mailTransfer(context, await oldRequestOf(db, transfer), () => [
      t('The transfer was undone'),
      t('The value is back on {number}, which works as before.', {
        number: tuneRequestNumber(transfer.old_request_id),
      }),
    ]);
    return { after: undone, cardRefund: refunded };
  });
  if (cardRefund !== null)
    await performRefund(platform, cardRefund).catch((error: unknown) => {
      platform.log.warn({ err: error, refund: cardRefund }, 'The refund of a difference will be retried');
    });
  return after;
}

async function requireUndoable({ db, now }: RequestContext, transfer: TransferRow): Promise<Purchase> {
  const until = undoUntil(transfer);
  if (!until || until <= now)
    throw conflict(`A transfer can be undone for ${valueTransferUndoHours} hours. Refund the new request instead.`);
  const request = await requestById(db, transfer.new_request_id ?? 0, 'lock');
  if (!request || request.downloaded_at !== null)
    throw conflict('The new file was already downloaded, so the transfer cannot be undone.');
  const purchase = await lockPurchase(db, transfer.new_purchase_id ?? 0);
  if (!purchase || !['linked', 'delivered'].includes(purchase.state))
    throw conflict('The new request was refunded meanwhile.');
  const back = await returnedAmounts(db, purchase.id);
  if (back.card + back.account > 0n) throw conflict('A part of the new request was refunded meanwhile.');
  const old = await oldPurchaseOf(db, transfer);
  if (old.state !== 'delivered' || (await paidValue(db, old)).isBusy)
    throw conflict('The payment of the old request was refunded or disputed meanwhile.');
  if (old.credits_back_at !== null)
    throw conflict('Tune credits of the old request were returned with the transfer, so it cannot be undone.');
  return purchase;
}

/** Refunds the new purchase: the moved value to the balance, a difference to its card. */
async function refundNew(
  context: RequestContext,
  tx: Tx,
  transfer: TransferRow,
  purchase: Purchase,
  by: TransferActor,
  reason: string,
): Promise<number | null> {
  const refund = async (subject: string) => {
    const payment = await paymentOfSubject(tx, subject);
    if (!payment) throw new Error(`${subject} was not paid`);
    const requestKey = `value-transfer:${transfer.id}:undo`;
    return { paymentId: payment.id, amount: 'rest', reason, requestKey, actorId: by.userId } as const;
  };
  const card = purchase.card_minor > 0n ? await addRefund(tx, await refund(cardSubject(purchase.id))) : null;
  await refundHere(tx, context.platform, await refund(accountSubject(purchase.id)));
  // With a card the purchase ends when its refund is settled, but the work must stop now.
  const request = await requestById(tx, transfer.new_request_id ?? 0, 'lock');
  if (request && request.state !== 'refunded') {
    await stepRequest(context, request, 'refund', requestBySystem);
    await endResults(context, request.id, 'withdrawn');
  }
  return card;
}

async function returnValue(
  context: RequestContext,
  first: TransferRow,
  by: TransferActor,
  reason: string,
): Promise<readonly bigint[]> {
  const { db, now } = context;
  const transfer = reviewed(first);
  const { outId, inId, chargedId } = await movedBy(context, transfer);
  const { id: backInId } = await postTransfer(db, {
    key: `value-transfer:${transfer.id}:in-undone`,
    kind: 'value-transfer.in-undone',
    subject: `value-transfer:${transfer.id}`,
    at: now,
    actorId: by.userId,
    reason,
    reverses: inId,
    legs: mirror(await legsOfTransfer(db, inId)),
  }).catch((error: unknown) => {
    throw error instanceof LedgerLimitReached
      ? conflict('The customer has already spent the prepaid rest of the value.')
      : error;
  });
  const backOutId = await moveValueBack(db, await oldPurchaseOf(db, transfer), {
    transferId: transfer.id,
    valueMinor: transfer.value_minor,
    outId,
    actorId: by.userId,
    now,
    reason,
  });
  if (chargedId === undefined) return [backInId, backOutId];
  // The refund went to the prepaid balance; from there it returns to the dealer's account.
  const { id: returnedId } = await postTransfer(db, {
    key: `value-transfer:${transfer.id}:difference-undone`,
    kind: 'value-transfer.difference-refunded',
    subject: `value-transfer:${transfer.id}`,
    at: now,
    actorId: by.userId,
    reason,
    reverses: chargedId,
    legs: mirror(await legsOfTransfer(db, chargedId)),
  });
  return [backInId, backOutId, returnedId];
}

async function movedBy({ db }: RequestContext, transfer: TransferRow): Promise<Moved> {
  const step = (await historyOf(db, transfer.id)).findLast(({ to_state }) => to_state === 'performed');
  const [outId, inId, chargedId] = step?.ledger_ids ?? [];
  if (outId === undefined || inId === undefined) throw new Error(`value transfer ${transfer.id} has no postings`);
  return {
    outId: BigInt(outId),
    inId: BigInt(inId),
    chargedId: chargedId === undefined ? undefined : BigInt(chargedId),
  };
}
