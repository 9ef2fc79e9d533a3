import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, roundedQuotient } from '@tuneport/domain/money/money';
import { creditsPart, owedWork, type Paid, refundedPart, sharesBack } from '@tuneport/domain/purchases/purchase-money';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  freezeSold,
  giveSoldCredits,
  returnSpent,
  soldCreditLegs,
  spendHeld,
  takeBackDisputed,
  takeBackSold,
  thawSold,
} from '../credits/index.ts';
import { earnedBySale, freezeEarnings, LedgerHoldEnded, postHold, postTransfer } from '../ledger/index.ts';
import {
  type Booking,
  type Payment,
  type PaymentSubject,
  type Refund,
  recordBalancePayment,
} from '../payments/index.ts';
import { issueRefundCreditNote } from '../store/index.ts';
import { endPurchase } from './end-purchase.ts';
import { markPurchasePaid } from './mark-purchase-paid.ts';
import { chargeBalance } from './place-purchase.ts';
import { fundPurchase, notifyPartRefunded, notifyRefunded } from './purchase-followers.ts';
import {
  addEvent,
  lockPurchase,
  paidByCard,
  type ReturnedAmounts,
  releaseCodes,
  returnedAmounts,
  sharesOf,
  stepPurchase,
  tryTakeCodes,
} from './purchase-queries.ts';
import {
  accountSubject,
  balanceOfPurchase,
  cardSubject,
  creditsSoldOf,
  moneyNetOf,
  netOf,
  type Purchase,
  tendersOf,
} from './purchase-record.ts';

/** The card was charged: the account's part is posted in the same transaction. */
async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const now = platform.clock.now();
  const id = Number(payment.reference);
  const purchase = await lockPurchase(db, id);
  if (purchase?.state !== 'pending_payment') return 'unwanted';
  if (purchase.card_minor !== payment.amount.amountMinor || purchase.currency !== payment.amount.currency)
    throw new Error(`payment ${payment.id} is not what purchase ${id} asks of a card`);
  if (!purchase.codes_taken && !(await codesLeft(db, purchase, now))) return 'unwanted';
  // The value is moved to the balance in this transaction, or the difference is refunded.
  if (purchase.value_transfer_id !== null && !(await fundPurchase(db, platform, purchase))) return 'unwanted';
  const account = await takeHeld(db, purchase, now);
  if (account === 'ended') return 'unwanted';
  const spent = await spendHeld(db, { id, currency: purchase.currency, actorId: purchase.user_id, now });
  if (spent === 'ended') {
    if (purchase.hold_id !== null) throw new Error(`purchase ${id} lost its credits and not its account`);
    return 'unwanted';
  }
  await giveSoldCredits(db, purchase, now);
  await markPurchasePaid(db, platform, id, { actorId: null, detail: { payment_id: payment.id, ...account }, now });
  const owed = owedWork(tendersOf(purchase).card, purchase.currency, creditsSoldOf(purchase).card);
  return { legs: [...owed, ...(await soldCreditLegs(db, purchase))], memo: `Purchase ${id}` };
}

/** A declined card is charged late: false, and the purchase ends, if its code was used up meanwhile. */
async function codesLeft(db: Db, purchase: Purchase, now: Date): Promise<boolean> {
  if (await tryTakeCodes(db, purchase)) return true;
  await endPurchase(db, purchase.id, 'expire', { actorId: null, now });
  return false;
}

async function failed(db: Db, _: Platform, payment: Payment): Promise<void> {
  const purchase = await lockPurchase(db, Number(payment.reference));
  if (purchase?.state === 'pending_payment') await releaseCodes(db, purchase);
}

async function takeHeld(db: Db, purchase: Purchase, now: Date): Promise<{ account_payment_id?: number } | 'ended'> {
  const { id, hold_id, account_minor, currency, user_id: actorId } = purchase;
  const balance = balanceOfPurchase(purchase);
  if (purchase.value_transfer_id !== null) return { account_payment_id: await chargeBalance(db, purchase, now) };
  if (hold_id === null || !balance) return {};
  try {
    const text = {
      key: `purchase:${id}:account`,
      kind: 'purchase.charged',
      subject: `purchase:${id}`,
      at: now,
      actorId,
    };
    await postHold(db, hold_id, text);
  } catch (error) {
    if (error instanceof LedgerHoldEnded) return 'ended';
    throw error;
  }
  const amount = money(account_minor, currency);
  const paid = await recordBalancePayment(db, { ...balance, subject: accountSubject(id), amount, actorId });
  return { account_payment_id: paid.id };
}

/** The part of the work that is still paid for. */
export function leftOf(purchase: Purchase, back: { readonly card: bigint; readonly account: bigint }): bigint {
  const creditsBack = purchase.credits_back_at === null ? 0n : purchase.credit_worth_minor;
  const netBack = netBackOf(purchase, back);
  return netOf(purchase) - creditsBack - (netBack - creditsSoldIn(purchase, netBack)) - purchase.moved_net_minor;
}

/** The refunded amount before tax, and the part of it for sold tune credits. */
export function netBackOf(purchase: Purchase, back: { readonly card: bigint; readonly account: bigint }): bigint {
  const { card, account } = tendersOf(purchase);
  return refundedPart(card, 0n, back.card).netMinor + refundedPart(account, 0n, back.account).netMinor;
}
const creditsSoldIn = (purchase: Purchase, netMinor: bigint): bigint =>
  creditsPart(netMinor, moneyNetOf(purchase), purchase.split_minor);

type GoesBack = {
  readonly part: Paid;
  /** Of its net: for work, and for sold tune credits. */
  readonly workMinor: bigint;
  readonly soldMinor: bigint;
  readonly shares: Leg[];
  readonly beyondLimits: boolean;
  readonly all: boolean;
};

/**
 * The composition of a partial refund, under the lock of the purchase: work, tax, and the shares that the parties lose.
 */
async function goesBack(
  db: Db,
  purchase: Purchase,
  tender: 'card' | 'account',
  amountMinor: bigint,
  without: { refundId?: number; disputeOf?: number },
): Promise<GoesBack> {
  const back = await returnedAmounts(db, purchase.id, without);
  const part = refundedPart(tendersOf(purchase)[tender], back[tender], amountMinor);
  const all = back.card + back.account + amountMinor === purchase.total_minor;
  const before = netBackOf(purchase, back);
  const soldMinor = creditsSoldIn(purchase, before + part.netMinor) - creditsSoldIn(purchase, before);
  const workMinor = part.netMinor - soldMinor;
  return { part, workMinor, soldMinor, all, ...(await sharesLost(db, purchase, leftOf(purchase, back), workMinor)) };
}

/** The shares that the parties lose if this part of the remaining work is refunded; none before delivery. */
export async function sharesLost(
  db: Db,
  purchase: Purchase,
  leftMinor: bigint,
  workMinor: bigint,
): Promise<{ readonly shares: Leg[]; readonly beyondLimits: boolean }> {
  if (purchase.delivered_at === null) return { shares: [], beyondLimits: false };
  const standing = { leftMinor, netMinor: netOf(purchase), currency: purchase.currency };
  // A bank may take back more than is left of a sale whose value was moved.
  const backMinor = workMinor < leftMinor ? workMinor : leftMinor;
  const shares: Leg[] = [];
  let beyondLimits = false;
  for (const { owner, amount } of sharesBack(await sharesOf(db, purchase.id), standing, backMinor)) {
    const waiting = partyAccount('earn.hold', owner, amount.currency);
    // Of this sale only; earnings held for other sales stay unchanged.
    const { heldMinor } = await earnedBySale(db, owner, amount.currency, cardSubject(purchase.id));
    const fromHeld = heldMinor < amount.amountMinor ? (heldMinor > 0n ? heldMinor : 0n) : amount.amountMinor;
    const rest = amount.amountMinor - fromHeld;
    // Released earnings may already be paid out; then the party owes them, and the next payout deducts them.
    if (rest > 0n) beyondLimits = true;
    shares.push(
      { account: waiting, amountMinor: fromHeld },
      { account: partyAccount('earn.avail', owner, amount.currency), amountMinor: rest },
      { account: platformAccount('cost.comm', amount.currency), amountMinor: -amount.amountMinor },
    );
  }
  return { shares: shares.filter((leg) => leg.amountMinor !== 0n), beyondLimits };
}

const worked = (purchase: Purchase) => (purchase.delivered_at === null ? 'defer.work' : 'rev');

const legsOf = (purchase: Purchase, { part, workMinor, soldMinor, shares }: GoesBack): Leg[] => [
  ...[
    { account: platformAccount(worked(purchase), purchase.currency), amountMinor: workMinor },
    // Booked as goodwill until the credits themselves are revoked.
    { account: platformAccount('goodwill', purchase.currency), amountMinor: soldMinor },
    { account: platformAccount('tax', purchase.currency), amountMinor: part.taxMinor },
  ].filter(({ amountMinor }) => amountMinor !== 0n),
  ...shares,
];

const tenderOf = (payment: Payment) => (payment.subject.startsWith('purchase-account:') ? 'account' : 'card');

async function lockedFor(db: Db, payment: Payment): Promise<Purchase> {
  const purchase = await lockPurchase(db, Number(payment.reference));
  if (!purchase) throw new Error(`payment ${payment.id} is for a purchase that is not there`);
  return purchase;
}

async function refunded(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<Booking> {
  const first = await lockedFor(db, payment);
  const gone = await returnedAmounts(db, first.id, { refundId: refund.id });
  if (gone.card + gone.account + refund.amount.amountMinor === first.total_minor) {
    // All money is refunded: the credits that paid are returned, and those it gave are revoked.
    const by = { actorId: refund.actorId, now: platform.clock.now(), reason: refund.reason };
    await returnCredits(db, first, gone, by);
    await takeBackSold(db, cardSubject(first.id), by);
  }
  const purchase = await lockedFor(db, payment);
  const back = await goesBack(db, purchase, tenderOf(payment), refund.amount.amountMinor, { refundId: refund.id });
  await noteBack(db, platform, purchase, back.all, {
    actorId: refund.actorId,
    detail: { refund: refund.id, payment_id: payment.id, amount_minor: `${refund.amount.amountMinor}` },
  });
  const legs = legsOf(purchase, back);
  await issueRefundCreditNote(db, refund, {
    sale: 'purchase',
    id: purchase.id,
    legs,
    lines: [],
    now: platform.clock.now(),
  });
  return {
    legs,
    memo: `Refund for purchase ${purchase.id}`,
    ...(back.beyondLimits ? { beyondLimits: true } : {}),
  };
}

/**
 * Returns the credits that paid to their lots, in full and once, and reverses the earnings from them. Runs in the
 * caller's transaction, under the lock of the purchase.
 */
export async function returnCredits(
  db: Db,
  purchase: Purchase,
  back: ReturnedAmounts,
  by: { readonly actorId: number | null; readonly now: Date; readonly reason: string },
): Promise<void> {
  if (purchase.credit_minor === 0n || purchase.credits_back_at !== null || purchase.paid_at === null) return;
  const { id, currency } = purchase;
  const leftMinor = leftOf(purchase, back);
  const worthMinor = purchase.credit_worth_minor < leftMinor ? purchase.credit_worth_minor : leftMinor;
  const lost = await sharesLost(db, purchase, leftMinor, worthMinor);
  const delivered = purchase.delivered_at !== null;
  await returnSpent(db, { id, currency, actorId: by.actorId, now: by.now }, { delivered, reason: by.reason });
  if (lost.shares.length > 0)
    await postTransfer(db, {
      key: `purchase:${id}:credits-back`,
      kind: 'purchase.shares-back',
      subject: cardSubject(id),
      at: by.now,
      actorId: by.actorId,
      reason: by.reason,
      legs: lost.shares,
      beyondLimits: lost.beyondLimits,
    });
  await db.updateTable('catalog_purchases').set({ credits_back_at: by.now }).where('id', '=', id).execute();
}

/** Returns the credits of a purchase without money, or whose money is already refunded, which completes the refund. */
export async function refundCredits(
  db: Db,
  platform: Platform,
  input: { readonly id: number; readonly actorId: number | null; readonly reason: string },
): Promise<Purchase | null> {
  const purchase = await lockPurchase(db, input.id);
  if (!purchase || purchase.credit_minor === 0n || purchase.paid_at === null) return null;
  if (purchase.credits_back_at !== null) return purchase;
  const back = await returnedAmounts(db, input.id);
  if (back.card + back.account < purchase.total_minor) return null;
  const now = platform.clock.now();
  await returnCredits(db, purchase, back, { ...input, now });
  await noteBack(db, platform, purchase, true, { actorId: input.actorId, detail: { credits: true } });
  return lockPurchase(db, input.id);
}

/** Records a refund; if it was complete, ends the purchase and notifies its follower. */
export async function noteBack(
  db: Db,
  platform: Platform,
  purchase: Purchase,
  all: boolean,
  words: { actorId: number | null; detail: object },
  by: 'house' | 'bank' = 'house',
): Promise<void> {
  const now = platform.clock.now();
  if (!all) {
    await addEvent(db, purchase, { event: 'refund-part', from: purchase.state, at: now, ...words });
    return notifyPartRefunded(db, platform, purchase);
  }
  const done = await stepPurchase(db, purchase.id, 'refund', { ...words, now });
  if (done) await notifyRefunded(db, platform, done, by);
}

/**
 * While the payment is disputed, no share becomes available, and credits it bought cannot be used. If the dispute is
 * lost, delivered work stays revenue (the loss is booked as goodwill) but earns no share, and credits it bought are
 * revoked. Credits that paid a part are returned if the work will not be done; for completed work they stay spent.
 */
async function disputed(db: Db, platform: Platform, payment: Payment, how: 'open' | 'won' | 'lost'): Promise<void> {
  const now = platform.clock.now();
  const first = await lockedFor(db, payment);
  if (how === 'open') {
    await freezeEarnings(db, cardSubject(first.id), now);
    return freezeSold(db, cardSubject(first.id), now);
  }
  if (how === 'won') return thawSold(db, cardSubject(first.id), now);
  const lost = { partMinor: payment.disputedMinor, wholeMinor: first.total_minor };
  const takenBackMinor = await takeBackDisputed(db, cardSubject(first.id), lost, now);
  const gone = await returnedAmounts(db, first.id, { disputeOf: payment.id });
  if (first.delivered_at === null && gone.card + gone.account + payment.disputedMinor === first.total_minor) {
    const reason = 'The bank reversed the payment before the work started.';
    await returnCredits(db, first, gone, { actorId: null, now, reason });
  }
  const purchase = await lockedFor(db, payment);
  const back = await goesBack(db, purchase, 'card', payment.disputedMinor, { disputeOf: payment.id });
  await noteBack(db, platform, purchase, back.all, { actorId: null, detail: { disputed: payment.id } }, 'bank');
  const { taxMinor } = back.part;
  const goodwill = platformAccount('goodwill', purchase.currency);
  const legs: Leg[] =
    purchase.delivered_at === null
      ? [
          { account: platformAccount('defer.work', purchase.currency), amountMinor: back.workMinor },
          { account: platformAccount('tax', purchase.currency), amountMinor: taxMinor },
          { account: goodwill, amountMinor: -back.workMinor - taxMinor },
        ]
      : [...back.shares, ...taxOfTakenBack(purchase, back.part, takenBackMinor)];
  const some = legs.filter(({ amountMinor }) => amountMinor !== 0n);
  if (some.length > 0)
    await postTransfer(db, {
      key: `purchase:${purchase.id}:dispute-lost:${payment.id}`,
      kind: 'purchase.dispute-lost',
      subject: `purchase:${purchase.id}`,
      at: now,
      legs: some,
      beyondLimits: back.beyondLimits,
    });
}

/** Revoked credits are no longer sold, so their tax is reversed; used ones stay taxed. */
function taxOfTakenBack({ currency }: Purchase, { netMinor, taxMinor }: Paid, takenBackMinor: bigint): Leg[] {
  if (netMinor === 0n) return [];
  const due = roundedQuotient(taxMinor * takenBackMinor, netMinor);
  return move(platformAccount('tax', currency), platformAccount('goodwill', currency), due < taxMinor ? due : taxMinor);
}

async function paid(db: Db) {
  return (await paidByCard(db)).map(({ id, currency, card_minor }) => ({
    subject: `purchase:${id}`,
    amount: money(card_minor, currency as Currency),
  }));
}

export const purchaseSubject: PaymentSubject = { settle, failed, refunded, disputed, paid };

/** The part paid from a dealer's account. It is posted with the purchase, so nothing is left to settle. */
export const purchaseAccountSubject: PaymentSubject = {
  async settle(_db, _platform, payment) {
    throw new Error(`${payment.subject} is paid from an account, not by card`);
  },
  refunded,
};
