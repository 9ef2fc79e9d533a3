import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { creditsPart, type Paid, refundedPart, sharesBack } from '@tuneport/domain/purchases/purchase-money';
import type { Db } from '../../../platform/db/db.ts';
import { earnedBySale } from '../../ledger/index.ts';
import { sharesOf } from '../purchase-queries.ts';
import { cardSubject, moneyNetOf, netOf, type Purchase, tendersOf } from '../purchase-record.ts';
import { returnedAmounts } from './returned-amounts.ts';

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

type RefundParts = {
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
export async function refundParts(
  db: Db,
  purchase: Purchase,
  tender: 'card' | 'account',
  amountMinor: bigint,
  without: { refundId?: number; disputeOf?: number },
): Promise<RefundParts> {
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

export const refundLegs = (purchase: Purchase, { part, workMinor, soldMinor, shares }: RefundParts): Leg[] => [
  ...[
    { account: platformAccount(worked(purchase), purchase.currency), amountMinor: workMinor },
    // Booked as goodwill until the credits themselves are revoked.
    { account: platformAccount('goodwill', purchase.currency), amountMinor: soldMinor },
    { account: platformAccount('tax', purchase.currency), amountMinor: part.taxMinor },
  ].filter(({ amountMinor }) => amountMinor !== 0n),
  ...shares,
];
