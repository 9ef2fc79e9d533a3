import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { money, moneyText } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { valueInLegs } from '@tuneport/domain/tuning/value-transfer-money';
import { valueTransferDays, valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { storeMadeEstimate } from '../../catalog/index.ts';
import { LedgerHoldEnded, postTransfer, voidHold } from '../../ledger/index.ts';
import {
  endPurchase,
  holdValue,
  lockPurchase,
  moveValueOut,
  type Purchase,
  payTransferPurchase,
  placeTransferPurchase,
} from '../../purchases/index.ts';
import { lockLicence, lockOfRequest } from '../../store/index.ts';
import { type RequestRow, requestById } from '../requests/request-queries.ts';
import {
  type RequestContext,
  bySystem as requestBySystem,
  stepRequest,
  touchRequest,
} from '../requests/step-request.ts';
import { mailTransfer } from '../requests/thread/request-mails.ts';
import { liveElsewhere, requireNewRequest } from './create-transfer.ts';
import type { NewPurchase } from './plan-purchase.ts';
import { requireStep, stepTransfer, type TransferActor } from './step-transfer.ts';
import { countSteps, ownerOf, type TransferRow } from './transfer-queries.ts';

// The steps of a transfer. Each runs in the caller's transaction under the lock of the transfer, so a crash leaves the
// state before or after it, and `perform` continues from there.

/** A payment may arrive on the last day, so the hold lasts one day longer. */
const graceMs = dayMs;

type Reviewed = TransferRow & { readonly value_minor: bigint; readonly fee_minor: bigint };
export function reviewed(transfer: TransferRow): Reviewed {
  if (transfer.value_minor === null || transfer.fee_minor === null)
    throw new Refusal('invalid_transition', { message: 'This transfer was not approved yet.' });
  return transfer as Reviewed;
}

export const oldRequestOf = async (db: Db, transfer: TransferRow): Promise<RequestRow> => {
  const request = await requestById(db, transfer.old_request_id, 'lock');
  if (!request) throw new Error(`value transfer ${transfer.id} has no old request`);
  return request;
};
export const oldPurchaseOf = async (db: Db, transfer: TransferRow): Promise<Purchase> => {
  const purchase = await lockPurchase(db, transfer.old_purchase_id);
  if (!purchase) throw new Error(`value transfer ${transfer.id} has no old purchase`);
  return purchase;
};

/** Takes the old tune out of use: no downloads, changes or refunds. Safe to repeat. */
export async function lockOld(context: RequestContext, transfer: TransferRow, by: TransferActor): Promise<TransferRow> {
  const { db, now } = context;
  requireStep(transfer, 'lock-old', by.as);
  const number = valueTransferNumber(transfer.id);
  const old = await oldRequestOf(db, transfer);
  const held = await lockOfRequest(db, old.id);
  if (held?.holder !== `value-transfer:${transfer.id}`) {
    const reason = `Value transfer ${number}`;
    await stepRequest(context, old, 'lock', { ...requestBySystem, userId: by.userId }, { reason });
    await lockLicence(db, { request_id: old.id }, { holder: `value-transfer:${transfer.id}`, reason, now });
    await db.deleteFrom('tune_request_tokens').where('request_id', '=', old.id).execute();
  }
  await releaseReserved(context, transfer);
  return stepTransfer(context, transfer, 'lock-old', by, {
    set: { due_at: dueAt(now), hold_id: null, new_purchase_id: null, price_minor: null },
  });
}

const dueAt = (now: Date): Date => new Date(now.getTime() + valueTransferDays * dayMs);

/** Releases the held value and ends the unpaid purchase of the new request. Safe to repeat. */
export async function releaseReserved({ db, now }: RequestContext, transfer: TransferRow): Promise<void> {
  if (transfer.hold_id !== null) {
    const subject = `value-transfer:${transfer.id}`;
    const key = `${subject}:void:${transfer.hold_id}`;
    await voidHold(db, transfer.hold_id, { key, kind: 'value-transfer.void', subject, at: now }).catch(
      (error: unknown) => {
        if (!(error instanceof LedgerHoldEnded)) throw error;
      },
    );
  }
  if (transfer.new_purchase_id !== null)
    await endPurchase(db, transfer.new_purchase_id, 'cancel', { actorId: null, now });
}

/** Reserves the value for the new request, only if nothing was moved to it yet. */
export async function setNew(
  context: RequestContext,
  first: TransferRow,
  next: NewPurchase,
  by: TransferActor,
): Promise<TransferRow> {
  const { db, now } = context;
  requireStep(first, 'set-new', by.as);
  const transfer = reviewed(first);
  const requestId = next.buyer.requestId;
  if (typeof requestId !== 'number') throw new Error('a transfer is priced for a request');
  const request = await requestById(db, requestId, 'lock');
  if (!request) throw fieldRefusal({ new_request_id: ['There is no such request.'] });
  const attempt = (await countSteps(db, transfer.id, 'set-new')) + 1;
  const [due, { value_minor: valueMinor, fee_minor: feeMinor }] = [dueAt(now), transfer];
  await storeMadeEstimate(db, next.made, next.buyer.actor, now);
  if (request.estimate_hash !== next.made.hash) await touchRequest(context, request, { estimate_hash: next.made.hash });
  const purchase = await placeTransferPurchase(db, next.buyer, next.planFor(transfer, attempt, graceAfter(due)));
  const neededMinor = next.priceMinor + feeMinor;
  const holdId = await holdValue(db, await oldPurchaseOf(db, transfer), {
    transferId: transfer.id,
    valueMinor: neededMinor < valueMinor ? neededMinor : valueMinor,
    attempt,
    actorId: by.userId,
    now,
    expiresAt: graceAfter(due),
  });
  return stepTransfer(context, transfer, 'set-new', by, {
    detail: { ledger_ids: [holdId], price_minor: `${next.priceMinor}` },
    set: {
      new_request_id: requestId,
      new_purchase_id: purchase.id,
      price_minor: next.priceMinor,
      hold_id: holdId,
      due_at: due,
    },
  }).catch((error: unknown) => {
    throw liveElsewhere(error);
  });
}

const graceAfter = (due: Date): Date => new Date(due.getTime() + graceMs);

/** The ledger transfers that moved the value, from its sale into clearing and from there to its owner. */
export type Moved = {
  readonly outId: bigint;
  readonly inId: bigint;
  /** What charged the difference to a dealer's account. */
  readonly chargedId?: bigint | undefined;
};

/** Moves the value to the balance of its owner. The purchase of the new request is paid from it right after. */
export async function moveValue(context: RequestContext, first: TransferRow, by: TransferActor): Promise<Moved> {
  const { db, now } = context;
  const transfer = reviewed(first);
  const number = valueTransferNumber(transfer.id);
  const outId = await moveValueOut(db, await oldPurchaseOf(db, transfer), {
    transferId: transfer.id,
    valueMinor: transfer.value_minor,
    feeMinor: transfer.fee_minor,
    holdId: transfer.hold_id,
    actorId: by.userId,
    now,
    reason: `Value transfer ${number}`,
  });
  const legs: Leg[] = valueInLegs(
    { valueMinor: transfer.value_minor, feeMinor: transfer.fee_minor },
    ownerOf(transfer),
    transfer.currency,
  );
  const { id: inId } = await postTransfer(db, {
    key: `value-transfer:${transfer.id}:in`,
    kind: 'value-transfer.in',
    subject: `value-transfer:${transfer.id}`,
    at: now,
    actorId: by.userId,
    memo: number,
    legs,
  });
  return { outId, inId };
}

export const performedWith = ({ outId, inId, chargedId }: Moved, now: Date) => ({
  detail: { ledger_ids: [outId, inId, ...(chargedId === undefined ? [] : [chargedId])] },
  set: { performed_at: now, due_at: null, hold_id: null },
});

/** Pays the new request with the reserved value, or asks the customer for the difference. */
export async function finish(context: RequestContext, transfer: TransferRow, by: TransferActor): Promise<TransferRow> {
  const { db, platform, now } = context;
  const purchase = transfer.new_purchase_id === null ? null : await lockPurchase(db, transfer.new_purchase_id);
  requireStep(transfer, 'perform', by.as);
  if (purchase?.state !== 'pending_payment')
    throw new Refusal('conflict', { message: 'The value is no longer reserved for the new request.' });
  if (purchase.card_minor > 0n) {
    const asked = await stepTransfer(context, transfer, 'ask-difference', by);
    await notifyDifference(context, asked, purchase);
    return asked;
  }
  const moved = await moveValue(context, transfer, by);
  await payTransferPurchase(db, platform, purchase, { actorId: by.userId, now });
  return stepTransfer(context, transfer, 'perform', by, performedWith(moved, now));
}

async function notifyDifference(context: RequestContext, transfer: TransferRow, purchase: Purchase): Promise<void> {
  const request = await requestById(context.db, purchase.request_id ?? 0, 'lock');
  if (!request) return;
  await touchRequest(context, request);
  await mailTransfer(context, request, () => [
    t('Pay the difference'),
    t('The value of {number} is reserved for this request. {amount} is still to be paid.', {
      number: tuneRequestNumber(transfer.old_request_id),
      amount: moneyText(money(purchase.card_minor, purchase.currency)),
    }),
    t('Please pay by {date}. After that the value returns to the old request.', {
      date: dayLabel(transfer.due_at ?? context.now),
    }),
  ]);
}

export async function newRequestOf(db: Db, transfer: TransferRow, given: number | undefined): Promise<RequestRow> {
  const id = given ?? transfer.new_request_id;
  if (id === null) throw fieldRefusal({ new_request_id: ['Choose the request that gets the value.'] });
  const old = await requestById(db, transfer.old_request_id);
  if (!old) throw new Refusal('not_found');
  return requireNewRequest(db, id, old, transfer.id);
}
