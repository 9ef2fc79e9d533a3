import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { merged } from '@tuneport/domain/ledger/ledger-legs';
import { money, toWire } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { settleTransfer } from '@tuneport/domain/tuning/value-transfer-money';
import { isLiveTransfer } from '@tuneport/domain/tuning/value-transfer-states';
import type { Tx } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lastTransferId, postTransfer, type ShownTransfer, writtenHere } from '../../ledger/index.ts';
import {
  balanceOfPurchase,
  cardSubject,
  lockPurchase,
  type Purchase,
  paidValue,
  purchaseById,
  purchaseSubject,
} from '../../purchases/index.ts';
import { lockOfRequest } from '../../store/index.ts';
import { requestById } from '../requests/request-queries.ts';
import { moveValue } from './carry-out.ts';
import { proposalFor } from './create-transfer.ts';
import { priceFor, takeRemainingSteps } from './perform-transfer.ts';
import type { NewPurchase } from './plan-purchase.ts';
import { postingsOf, presentPostings, referTo } from './present-transfer.ts';
import { bySystem } from './step-transfer.ts';
import { lockTransfer, type TransferRow, transferById } from './transfer-queries.ts';
import { feeOf } from './transfer-rules.ts';

type Rehearsal = { readonly problem: string | null; readonly postings: readonly ShownTransfer[] };

/** Carries the result out of the transaction that is rolled back. */
class Rehearsed extends Error {
  readonly result: Rehearsal;
  constructor(result: Rehearsal) {
    super('rolled back');
    this.result = result;
  }
}

/**
 * Performs the transfer with the functions that perform it, reads the postings and rolls back. A difference is taken as
 * paid by card.
 */
async function rehearse(
  platform: Platform,
  transfer: TransferRow,
  next: NewPurchase | null,
  sums: { readonly valueMinor: bigint; readonly feeMinor: bigint },
  now: Date,
): Promise<Rehearsal> {
  try {
    return await platform.db.transaction().execute(async (db): Promise<never> => {
      const row = await lockTransfer(db, transfer.id);
      if (!row) throw new Refusal('not_found');
      const before = await lastTransferId(db);
      const context = { db, platform, now };
      const proposed = {
        ...row,
        value_minor: row.value_minor ?? sums.valueMinor,
        fee_minor: row.fee_minor ?? sums.feeMinor,
        state: row.state === 'requested' ? ('approved' as const) : row.state,
      };
      // The rows must hold the proposal too, because the steps read them again.
      const { value_minor, fee_minor, state } = proposed;
      await db.updateTable('value_transfers').set({ value_minor, fee_minor, state }).where('id', '=', row.id).execute();
      if (proposed.state === 'awaiting_difference') await payDifference(db, platform, proposed.new_purchase_id ?? 0);
      else if (next === null && proposed.new_purchase_id === null) await moveValue(context, proposed, bySystem);
      else {
        const after = await takeRemainingSteps(context, proposed, next, bySystem);
        if (after.state === 'awaiting_difference') await payDifference(db, platform, after.new_purchase_id ?? 0);
      }
      const written = await writtenHere(db, before);
      throw new Rehearsed({ problem: null, postings: written.filter(({ phase }) => phase === 'posted') });
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result;
    if (error instanceof Refusal) return { problem: messageOf(error), postings: [] };
    throw error;
  }
}

async function payDifference(db: Tx, platform: Platform, purchaseId: number): Promise<void> {
  const purchase = await lockPurchase(db, purchaseId);
  if (!purchase) throw new Error(`there is no purchase ${purchaseId}`);
  const subject = cardSubject(purchase.id);
  const amount = money(purchase.card_minor, purchase.currency);
  const payment = { id: 0, subject, reference: String(purchase.id), amount };
  const booking = await purchaseSubject.settle(db, platform, payment as Parameters<typeof purchaseSubject.settle>[2]);
  if (booking === 'unwanted')
    throw new Refusal('conflict', { message: 'The value of the old request is no longer available.' });
  const cash = { account: platformAccount('cash', purchase.currency), amountMinor: purchase.card_minor };
  await postTransfer(db, {
    key: `${subject}:rehearsal`,
    kind: 'payment.captured',
    subject,
    at: platform.clock.now(),
    legs: merged([cash, ...booking.legs]),
  });
}

const messageOf = ({ message, extra }: Refusal): string =>
  extra.errors ? Object.values(extra.errors).flat().join(' ') : message;

/** What performing the transfer would do, and what prevents it. Changes nothing. */
export async function inspectTransfer(platform: Platform, id: number, now: Date) {
  const { db } = platform;
  const transfer = await transferById(db, id);
  const old = transfer && (await purchaseById(db, transfer.old_purchase_id));
  const oldRequest = transfer && (await requestById(db, transfer.old_request_id));
  if (!transfer || !old || !oldRequest) throw new Refusal('not_found');
  const { currency } = old;
  const wire = (minor: bigint) => toWire(money(minor, currency));
  const value = await paidValue(db, old);
  const { rule, ageMonths, valueMinor: proposedMinor } = await proposalFor(platform, transfer.cause, old, value, now);
  const valueMinor = transfer.value_minor ?? proposedMinor;
  const feeMinor = transfer.fee_minor ?? (await feeOf(platform, currency, valueMinor));
  const isLive = isLiveTransfer(transfer.state);
  const priced = isLive && transfer.new_request_id !== null ? await tryPrice(platform, transfer, now) : null;
  const newRequest = (transfer.new_request_id && (await requestById(db, transfer.new_request_id))) || null;
  const priceMinor = transfer.price_minor ?? priced?.next?.priceMinor ?? null;
  const settled =
    priceMinor === null || valueMinor === 0n ? null : settleTransfer({ valueMinor, feeMinor, priceMinor });
  const rehearsal: Rehearsal =
    !isLive || priced?.problem || valueMinor === 0n
      ? {
          problem: priced?.problem ?? (isLive ? 'The rules give this purchase no value to move.' : null),
          postings: isLive ? [] : await postingsOf(db, transfer),
        }
      : await rehearse(platform, transfer, priced?.next ?? null, { valueMinor, feeMinor }, now);
  const lock = await lockOfRequest(db, oldRequest.id);
  const postings = await presentPostings(db, rehearsal.postings);
  return {
    problem: rehearsal.problem ?? (isLive && newRequest === null ? 'The new request is not chosen yet.' : null),
    old: {
      request: referTo(oldRequest),
      purchase: { id: old.id, number: purchaseNumber(old.id) },
      paid: tendersOf(old).map(({ with: tender, minor }) => ({ with: tender, amount: wire(minor) })),
      refunded: wire(value.backMinor),
      moved: wire(old.moved_minor),
      left: wire(value.left.netMinor + value.left.taxMinor),
      downloaded_at: oldRequest.downloaded_at,
      bought_at: old.paid_at ?? old.placed_at,
      age_months: ageMonths,
    },
    rule: { ...rule, value: wire(proposedMinor) },
    value: wire(valueMinor),
    fee: wire(feeMinor),
    new: newRequest && { request: referTo(newRequest), price: priceMinor === null ? null : wire(priceMinor) },
    difference: settled && wire(settled.differenceMinor),
    rest: settled && wire(settled.restMinor),
    shares: sharesIn(postings),
    locks: lock ? [{ what: referTo(oldRequest).number, ...lock }] : [],
    postings,
    performed: !isLive,
  };
}

async function tryPrice(platform: Platform, transfer: TransferRow, now: Date) {
  const fresh = transfer.state === 'needs_attention' ? { ...transfer, new_purchase_id: null } : transfer;
  try {
    return { next: await priceFor(platform, fresh, {}, now), problem: null };
  } catch (error) {
    if (error instanceof Refusal) return { next: null, problem: messageOf(error) };
    throw error;
  }
}

function tendersOf(purchase: Purchase) {
  const source = balanceOfPurchase(purchase)?.source ?? 'account';
  return [
    { with: 'card' as const, minor: purchase.card_minor },
    { with: source, minor: purchase.account_minor },
    { with: 'credits' as const, minor: purchase.credit_minor },
  ].filter(({ minor }) => minor > 0n);
}

/** Taken from the postings of the old sale, so that both always agree. */
const sharesIn = (postings: Awaited<ReturnType<typeof presentPostings>>) =>
  postings
    .filter(({ kind }) => kind === 'value-transfer.out')
    .flatMap(({ legs }) => legs)
    .flatMap(({ kind, owner, owner_name, debit }) =>
      debit && (kind === 'earn.hold' || kind === 'earn.avail') ? [{ owner, owner_name, amount: debit }] : [],
    );
