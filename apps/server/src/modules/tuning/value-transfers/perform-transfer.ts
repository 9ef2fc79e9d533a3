import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { type Purchase, paidValue, purchaseById } from '../../purchases/index.ts';
import type { RequestContext } from '../requests/step-request.ts';
import { releaseFailed } from './cancel-transfer.ts';
import {
  finish,
  lockOld,
  moveValue,
  newRequestOf,
  oldPurchaseOf,
  performedWith,
  reviewed,
  setNew,
} from './carry-out.ts';
import { type NewPurchase, priceNewRequest } from './plan-purchase.ts';
import { bySystem, requireStep, stepTransfer, type TransferActor } from './step-transfer.ts';
import { lockTransfer, type TransferRow, transferById } from './transfer-queries.ts';
import { requireTwoPersons } from './transfer-rules.ts';

type Given = { readonly new_request_id?: number | undefined };
type CallContext = { readonly platform: Platform; readonly actor: Actor; readonly now: Date };

export const staffOf = ({ userId, sessionId, address }: Actor): TransferActor => ({
  userId,
  sessionId,
  address,
  as: 'staff',
});

/** Staff who may act on this transfer: not for their own business, and two persons above the limit. */
async function requireMayPerform(db: Db, { platform, actor }: CallContext, transfer: TransferRow): Promise<void> {
  await requireNotOwnBusiness(db, actor, { user: transfer.user_id, dealer: transfer.dealer_id });
  if (transfer.value_minor !== null)
    await requireTwoPersons(platform, transfer, actor, 'perform', transfer.value_minor);
}

/** Priced before the transaction, because pricing reads through shared caches and its own connections. */
export async function priceFor(platform: Platform, transfer: TransferRow, given: Given, now: Date) {
  if (transfer.new_purchase_id !== null) return null;
  const old = await purchaseById(platform.db, transfer.old_purchase_id);
  if (!old) throw new Refusal('not_found');
  return priceNewRequest(platform, await newRequestOf(platform.db, transfer, given.new_request_id), old, now);
}

async function withLocked(
  call: CallContext,
  id: number,
  act: (context: RequestContext, row: TransferRow) => Promise<TransferRow>,
) {
  const { platform, now } = call;
  return retryOnDeadlock(platform.db, async (db) => {
    const transfer = await lockTransfer(db, id);
    if (!transfer) throw new Refusal('not_found');
    await requireMayPerform(db, call, transfer);
    return act({ db, platform, now }, transfer);
  });
}

async function readTransfer(call: CallContext, id: number): Promise<TransferRow> {
  const transfer = await transferById(call.platform.db, id);
  if (!transfer) throw new Refusal('not_found');
  return transfer;
}

/** Runs in the transaction of the call. */
export async function lockOldByStaff(call: CallContext, id: number, db: Db): Promise<TransferRow> {
  const transfer = await lockTransfer(db, id);
  if (!transfer) throw new Refusal('not_found');
  await requireMayPerform(db, call, transfer);
  return lockOld({ ...call, db }, transfer, staffOf(call.actor));
}

export async function setNewByStaff(call: CallContext, id: number, given: Given): Promise<TransferRow> {
  const current = await readTransfer(call, id);
  requireStep(current, 'set-new', 'staff');
  const next = await priceFor(call.platform, current, given, call.now);
  return withLocked(call, id, (context, transfer) => setNew(context, transfer, next ?? changed(), staffOf(call.actor)));
}

const changed = (): never => {
  throw new Refusal('conflict', { message: 'The transfer has changed. Reload and try again.' });
};

/** Takes all steps that are left in one transaction. */
export async function takeRemainingSteps(
  context: RequestContext,
  first: TransferRow,
  next: NewPurchase | null,
  by: TransferActor,
): Promise<TransferRow> {
  let transfer = first;
  if (transfer.state === 'approved' || transfer.state === 'needs_attention')
    transfer = await lockOld(context, transfer, by);
  if (transfer.state === 'old_locked') transfer = await setNew(context, transfer, next ?? changed(), by);
  return finish(context, transfer, by);
}

export async function performTransfer(call: CallContext, id: number, given: Given): Promise<TransferRow> {
  const current = await readTransfer(call, id);
  if (!['approved', 'needs_attention', 'old_locked', 'new_set'].includes(current.state))
    requireStep(current, 'perform', 'staff');
  const fresh = current.state === 'needs_attention' ? { ...current, new_purchase_id: null } : current;
  const next = await priceFor(call.platform, fresh, given, call.now);
  return withLocked(call, id, (context, transfer) => takeRemainingSteps(context, transfer, next, staffOf(call.actor)));
}

/**
 * The difference is paid: moves the value in the transaction of the payment. If the value is no longer there, the
 * transfer stops, and a card is refunded. `charge` takes the difference from elsewhere than a card.
 */
export async function fundTransfer(
  db: Db,
  platform: Platform,
  purchase: Purchase,
  charge?: () => Promise<bigint | undefined>,
): Promise<boolean> {
  const context = { db, platform, now: platform.clock.now() };
  const transfer = await lockTransfer(db, purchase.value_transfer_id ?? 0);
  if (transfer?.state !== 'awaiting_difference' || transfer.new_purchase_id !== purchase.id) return false;
  const old = await oldPurchaseOf(db, transfer);
  const { left, isBusy } = await paidValue(db, old);
  if (isBusy || old.state !== 'delivered' || left.netMinor + left.taxMinor < reviewed(transfer).value_minor) {
    await releaseFailed(context, transfer, 'The value of the old request is no longer available.');
    return false;
  }
  const chargedId = await charge?.();
  const moved = await moveValue(context, transfer, bySystem);
  await stepTransfer(context, transfer, 'pay', bySystem, performedWith({ ...moved, chargedId }, context.now));
  return true;
}
