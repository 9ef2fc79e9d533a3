import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { type Money, money, moneyText, toWire } from '@tuneport/domain/money/money';
import type { BalanceSource } from '@tuneport/domain/store/tenders';
import { cutText } from '@tuneport/domain/text/cut-text';
import { valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { prepaid, receivable, requireSpendLimit } from '../../dealers/index.ts';
import { balanceOf, postTransfer } from '../../ledger/index.ts';
import {
  type Bought,
  lockPurchase,
  payByCard,
  payDifferenceHere,
  purchaseById,
  purchaseOfRequest,
} from '../../purchases/index.ts';
import { balanceRefusal, dealerAccountFor, prepaidFor, requireCurrency } from '../../store/index.ts';
import type { RequestRow } from '../requests/request-queries.ts';
import { type RequestContext, touchRequest } from '../requests/step-request.ts';
import { endTransfer } from './cancel-transfer.ts';
import { fundTransfer } from './perform-transfer.ts';
import { stepTransfer, type TransferActor } from './step-transfer.ts';
import { lockTransfer, ownerOf, type TransferRow, transferById } from './transfer-queries.ts';

type Wire = { amount: string; currency: string };

const customerOf = ({ userId, sessionId, address }: SignedInActor): TransferActor => ({
  userId,
  sessionId,
  address,
  as: 'customer',
});

async function openTransferOf(db: Db, requestId: number): Promise<TransferRow> {
  const row = await db
    .selectFrom('value_transfers')
    .select('id')
    .where('old_request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const transfer = row && (await lockTransfer(db, row.id));
  if (!transfer) throw new Refusal('invalid_transition', { message: 'There is no value transfer for this request.' });
  return transfer;
}

/** Adds the customer's text to the evidence; earlier text stays. */
export async function addEvidence(context: RequestContext, request: RequestRow, actor: SignedInActor, text: string) {
  const transfer = await openTransferOf(context.db, request.id);
  await stepTransfer(context, transfer, 'add-evidence', customerOf(actor), {
    set: {
      evidence: cutText([transfer.evidence, text].filter(Boolean).join('\n\n'), 20_000),
      evidence_requested_at: null,
    },
  });
  await touchRequest(context, request);
}

export const withdrawTransfer = async (context: RequestContext, request: RequestRow, actor: SignedInActor) =>
  endTransfer(context, await openTransferOf(context.db, request.id), 'withdraw', customerOf(actor), '');

type CallContext = { readonly actor: SignedInActor; readonly now: Date };
type Difference = {
  /** A card, or a balance of the transfer's owner that pays all of it. */
  readonly tender: NonNullable<Parameters<typeof payByCard>[3]> | { readonly balance: BalanceSource };
  readonly total: Wire;
};

/** Pays what the reserved value does not cover. The value is moved when the payment settles. */
export async function payDifference(
  platform: Platform,
  { actor, now }: CallContext,
  request: RequestRow,
  { tender, total }: Difference,
): Promise<Bought> {
  const purchase = await purchaseOfRequest(platform.db, request.id);
  const transfer = purchase && (await transferById(platform.db, purchase.value_transfer_id ?? 0));
  if (!purchase || !transfer || transfer.new_purchase_id !== purchase.id)
    throw new Refusal('invalid_transition', { message: 'There is no difference to pay for this request.' });
  if (transfer.state === 'performed')
    throw new Refusal('already_committed', { message: 'The difference is already paid.' });
  if (transfer.state !== 'awaiting_difference' || purchase.state !== 'pending_payment')
    throw new Refusal('invalid_transition', { message: 'There is no difference to pay for this request.' });
  const due = toWire(money(purchase.card_minor, purchase.currency));
  if (total.amount !== due.amount || total.currency !== due.currency)
    throw new Refusal('total_changed', { current: { total: due } });
  if ('balance' in tender) return payFromBalance(platform, actor, transfer.id, tender.balance);
  return payByCard(platform, { actor, now, region: request.region as Region }, purchase, tender);
}

/**
 * The difference from the prepaid balance that gets the value, or charged to the account of its dealer and through the
 * same balance. All or nothing, in one transaction with the move of the value.
 */
async function payFromBalance(
  platform: Platform,
  actor: SignedInActor,
  transferId: number,
  source: BalanceSource,
): Promise<Bought> {
  const paid = await retryOnDeadlock(platform.db, async (db) => {
    const now = platform.clock.now();
    const transfer = await lockTransfer(db, transferId);
    const purchase = transfer && (await lockPurchase(db, transfer.new_purchase_id ?? 0));
    if (!transfer || purchase?.state !== 'pending_payment' || transfer.state !== 'awaiting_difference')
      throw new Refusal('already_committed', { message: 'The difference is already paid.' });
    const difference = money(purchase.card_minor, purchase.currency);
    const owner = ownerOf(transfer);
    await requireSpendLimit(db, { owner, userId: actor.userId, ...difference, now });
    const charge = async () => {
      if (source === 'prepaid') return requirePrepaid(db, actor, transfer, difference);
      return chargeAccount(db, actor, transfer, difference, now);
    };
    try {
      if (!(await fundTransfer(db, platform, purchase, charge))) return null;
      await payDifferenceHere(db, platform, purchase, { actorId: actor.userId, now });
    } catch (error) {
      throw balanceRefusal(error, difference) ?? error;
    }
    return purchase.id;
  });
  const purchase = paid === null ? null : await purchaseById(platform.db, paid);
  if (!purchase)
    throw new Refusal('conflict', { message: 'The value of the old request is no longer available. Contact us.' });
  return { purchase, outcome: null };
}

/** Refuses before the value arrives on the balance, so that the message names what was there before. */
async function requirePrepaid(
  db: Db,
  actor: SignedInActor,
  transfer: TransferRow,
  difference: Money,
): Promise<undefined> {
  const owner = ownerOf(transfer);
  const { dealer_id } = transfer;
  if (prepaidFor(actor, dealer_id === null ? undefined : String(dealer_id), dealer_id).owner !== owner)
    throw new Refusal('not_found');
  const account = partyAccount('prepay', owner, difference.currency);
  const { postedMinor, pendingDebitMinor } = await balanceOf(db, account);
  const leftMinor = -postedMinor - pendingDebitMinor;
  if (leftMinor < difference.amountMinor)
    throw new Refusal('conflict', {
      message: `Only ${moneyText(money(leftMinor > 0n ? leftMinor : 0n, difference.currency))} of your prepaid balance is left. You have not been charged.`,
    });
}

async function chargeAccount(
  db: Db,
  actor: SignedInActor,
  { id, dealer_id }: TransferRow,
  difference: Money,
  now: Date,
): Promise<bigint> {
  if (dealer_id === null) throw fieldRefusal({ balance: ['This request does not belong to a dealer.'] });
  const dealer = await dealerAccountFor(db, actor, String(dealer_id), now);
  requireCurrency(dealer, difference.currency);
  const { currency, amountMinor } = difference;
  const charged = await postTransfer(db, {
    key: `value-transfer:${id}:difference`,
    kind: 'value-transfer.difference-charged',
    subject: `value-transfer:${id}`,
    at: now,
    actorId: actor.userId,
    memo: `Difference of ${valueTransferNumber(id)}`,
    legs: move(receivable(dealer_id, currency), prepaid(dealer_id, currency), amountMinor),
  });
  return charged.id;
}
