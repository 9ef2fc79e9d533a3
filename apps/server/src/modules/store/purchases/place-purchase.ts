import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { money } from '@tuneport/domain/money/money';
import { purchaseShares, saleFrom } from '@tuneport/domain/purchases/purchase-money';
import { purchaseNumber, purchasePaymentMinutes } from '@tuneport/domain/purchases/purchase-states';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { derivationOf } from '../../catalog/index.ts';
import { ownershipOf } from '../../dealers/index.ts';
import type { AddressValues } from '../../identity/index.ts';
import { placeHold, postTransfer } from '../../ledger/index.ts';
import { recordBalancePayment } from '../../payments/index.ts';
import { requireStillThere } from '../credits/cover-purchase.ts';
import { giveSoldCredits, soldCreditLegs } from '../credits/sell-credits.ts';
import { heldLots, holdForPurchase, plannedLots, spendHeld } from '../credits/spend-credits.ts';
import { accountOf, type Balance } from '../tenders/balance-tender.ts';
import { endPurchase } from './end-purchase.ts';
import { markPurchasePaid } from './mark-purchase-paid.ts';
import type { Buyer, PricedPurchase } from './price-purchase.ts';
import { askFollower } from './purchase-followers.ts';
import {
  insertPurchase,
  lockPurchaseOfRequest,
  openPurchase,
  purchaseById,
  purchaseByKey,
  renewPurchase,
  setHold,
  takeCodes,
  takeTurn,
  tunersOf,
  unusedPurchase,
} from './purchase-queries.ts';
import {
  accountSubject,
  balanceOfPurchase,
  cardSubject,
  creditsSoldOf,
  type Purchase,
  tendersOf,
} from './purchase-record.ts';

export type PurchasePlan = {
  readonly requestKey: string;
  readonly priced: PricedPurchase;
  readonly billing: AddressValues;
  readonly email: string;
  readonly dealerId: number | null;
  readonly installer: { readonly id: number; readonly percent: string } | null;
  readonly requestId: number | null;
  readonly vehicle: { readonly vehicle: string; readonly vehicle_path: string | null };
  readonly disclaimerHash: string | null;
  /** The part paid from a balance, and which one. */
  readonly accountMinor: bigint;
  readonly balance: Balance | null;
  readonly cardMinor: bigint;
  /** A repeated purchase of the same selection, for another car. */
  readonly again: boolean;
};

const minutes = (now: Date, count: number) => new Date(now.getTime() + count * 60_000);
/** A card may be charged late, so the account hold lasts well beyond the buyer's hour. */
const holdMinutes = 24 * 60;

export const alreadyBought = (purchase: Purchase) =>
  new Refusal('already_committed', {
    current: { purchase_id: purchase.id, number: purchaseNumber(purchase.id), state: purchase.state },
  });

/**
 * Stores the purchase with its final totals, or finds the one this buyer is already paying. A payment from an account
 * alone is posted here, the account's part next to a card is held, and a free purchase is settled here. One
 * transaction: a rejection leaves nothing behind.
 */
export async function placePurchase(db: Db, platform: Platform, buyer: Buyer, plan: PurchasePlan): Promise<Purchase> {
  const { actor, now } = buyer;
  const { hash } = plan.priced.made;
  await takeTurn(db, actor.userId);
  const known = await purchaseByKey(db, plan.requestKey);
  if (known && known.state !== 'pending_payment') {
    if (known.state === 'cancelled')
      throw new Refusal('conflict', {
        message: 'This purchase expired because it was not paid in time. You have not been charged. Please buy again.',
      });
    return known;
  }
  // Looks for the open purchase first and locks it: if it is being settled concurrently, it is found as bought below.
  const open = await (plan.requestId === null
    ? openPurchase(db, actor.userId, hash)
    : lockPurchaseOfRequest(db, plan.requestId));
  if (open && open.state !== 'pending_payment') throw alreadyBought(open);
  await askFollower(db, plan.requestId, hash);
  const bought = plan.again || plan.requestId !== null ? null : await unusedPurchase(db, ownershipOf(actor), hash);
  if (bought) throw alreadyBought(bought);
  if (open && isSame(open, plan) && (await heldLots(db, open.id)) === plannedLots(plan.priced.covers)) {
    await takeCodes(db, open);
    await renewPurchase(db, open.id, {
      billing: plan.billing,
      email: plan.email,
      expires_at: minutes(now, purchasePaymentMinutes),
    });
    return open;
  }
  if (open) await endPurchase(db, open.id, 'cancel', { actorId: actor.userId, now });
  await requireStillThere(db, plan.priced.covers, now);
  const purchase = await write(db, buyer, plan);
  await holdForPurchase(db, spending(purchase, now), plan.priced.covers, minutes(now, holdMinutes));
  await charge(db, platform, purchase, now);
  return (await purchaseById(db, purchase.id)) ?? purchase;
}

const spending = ({ id, currency, user_id: actorId }: Purchase, now: Date) => ({ id, currency, actorId, now });

const isSame = (open: Purchase, plan: PurchasePlan): boolean =>
  open.estimate_hash === plan.priced.made.hash &&
  open.card_minor === plan.cardMinor &&
  open.account_minor === plan.accountMinor &&
  open.credit_minor === plan.priced.creditMinor &&
  open.tax_minor === plan.priced.taxMinor &&
  open.dealer_id === plan.dealerId &&
  (open.account_minor === 0n || balanceOfPurchase(open)?.owner === plan.balance?.owner) &&
  open.installer_id === (plan.installer?.id ?? null) &&
  open.request_id === plan.requestId;

async function write(db: Db, { actor, region, now }: Buyer, plan: PurchasePlan): Promise<Purchase> {
  const { priced } = plan;
  const { made } = priced;
  const isFree = priced.totalMinor === 0n && priced.creditMinor === 0n;
  const free = isFree ? priced.lines.reduce((sum, line) => (line.gives ? sum : sum + line.list_minor), 0n) : 0n;
  const ids = priced.lines.flatMap(({ tune_id }) => tune_id ?? []);
  const tuners = new Map((await tunersOf(db, ids)).map(({ tune_id, id, percent }) => [tune_id, { id, percent }]));
  const worthOf = (line: number) => priced.covers.find((cover) => cover.line === line)?.worthMinor;
  // Free work still earns a share, based on the list price. Work paid with credits is valued at what was paid for them,
  // and sold credits earn no share before they are used.
  const shared = priced.lines
    .filter(({ gives }) => gives === null)
    .map(({ line, kind, tune_id, list_minor, net_minor }) => ({
      line,
      kind,
      netMinor: free > 0n ? list_minor : (worthOf(line) ?? net_minor),
      tuner: tune_id === null ? null : (tuners.get(tune_id) ?? null),
    }));
  return insertPurchase(
    db,
    {
      request_key: plan.requestKey,
      region,
      user_id: actor.userId,
      dealer_id: plan.dealerId,
      installer_id: plan.installer?.id ?? null,
      request_id: plan.requestId,
      estimate_hash: made.hash,
      selection: JSON.stringify(made.selection),
      derivation: JSON.stringify(derivationOf(made)),
      ...plan.vehicle,
      disclaimer_hash: plan.disclaimerHash,
      email: plan.email,
      currency: priced.currency,
      billing: JSON.stringify(plan.billing),
      list_minor: priced.listMinor,
      discount_minor: priced.discountMinor,
      tax_minor: priced.taxMinor,
      total_minor: priced.totalMinor,
      taxes: JSON.stringify(
        priced.taxes.map(({ name, percent, amountMinor }) => ({ name, percent, amount_minor: `${amountMinor}` })),
      ),
      discounts: JSON.stringify(priced.discounts),
      card_minor: plan.cardMinor,
      account_minor: plan.accountMinor,
      ...(plan.balance ? { balance_source: plan.balance.source, balance_owner: plan.balance.owner } : {}),
      free_minor: free,
      credit_minor: priced.creditMinor,
      credit_worth_minor: priced.covers.reduce((sum, { worthMinor }) => sum + worthMinor, 0n),
      split_minor: priced.splitMinor,
      placed_at: now,
      expires_at: minutes(now, purchasePaymentMinutes),
    },
    priced.lines,
    purchaseShares(shared, plan.installer, priced.affiliate),
  );
}

async function charge(db: Db, platform: Platform, purchase: Purchase, now: Date): Promise<void> {
  const { id, currency, user_id: actorId } = purchase;
  const balance = balanceOfPurchase(purchase);
  const text = { subject: cardSubject(id), at: now, actorId };
  const paid = async (detail: object) => {
    if ((await spendHeld(db, spending(purchase, now))) === 'ended') throw new Error(`purchase ${id} lost its credits`);
    await giveSoldCredits(db, purchase, now);
    return markPurchasePaid(db, platform, id, { actorId, detail, now });
  };
  if (balance) {
    const sold = creditsSoldOf(purchase).account;
    const sale = saleFrom(accountOf(balance, currency), tendersOf(purchase).account, sold);
    // With a card payment the credits are issued with the card's part, which is paid last.
    const legs = purchase.card_minor > 0n ? sale : [...sale, ...(await soldCreditLegs(db, purchase))];
    if (purchase.card_minor > 0n) {
      const expiresAt = minutes(now, holdMinutes);
      const hold = await placeHold(db, { ...text, key: `purchase:${id}:hold`, kind: 'purchase.hold', legs, expiresAt });
      await setHold(db, id, hold.id);
      return;
    }
    await postTransfer(db, { ...text, key: `purchase:${id}:account`, kind: 'purchase.charged', legs });
    const amount = money(purchase.account_minor, currency);
    const payment = await recordBalancePayment(db, { ...balance, subject: accountSubject(id), amount, actorId });
    await paid({ account_payment_id: payment.id });
  } else if (purchase.total_minor === 0n) {
    const goodwillSale = saleFrom(platformAccount('goodwill', currency), {
      netMinor: purchase.free_minor,
      taxMinor: 0n,
    });
    const legs = [...goodwillSale, ...(await soldCreditLegs(db, purchase))];
    if (legs.length > 0) await postTransfer(db, { ...text, key: `purchase:${id}:free`, kind: 'purchase.free', legs });
    await paid(purchase.credit_minor > 0n ? { credits: true } : { free: true });
  }
}
