import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { money } from '@tuneport/domain/money/money';
import { purchaseShares, saleFrom } from '@tuneport/domain/purchases/purchase-money';
import { purchaseNumber, purchasePaymentMinutes } from '@tuneport/domain/purchases/purchase-states';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { creditAffiliate } from '../affiliates/index.ts';
import { derivationOf } from '../catalog/index.ts';
import {
  giveSoldCredits,
  heldLots,
  holdForPurchase,
  plannedLots,
  requireStillThere,
  soldCreditLegs,
  spendHeld,
} from '../credits/index.ts';
import { ownershipOf, requireSpendLimit } from '../dealers/index.ts';
import type { AddressValues } from '../identity/index.ts';
import { placeHold, postTransfer } from '../ledger/index.ts';
import { recordBalancePayment } from '../payments/index.ts';
import { accountOf, type Balance } from '../store/index.ts';
import { endPurchase } from './end-purchase.ts';
import { markPurchasePaid } from './mark-purchase-paid.ts';
import type { Buyer, PricedPurchase } from './price-purchase.ts';
import { askFollower } from './purchase-followers.ts';
import {
  insertPurchase,
  lockPurchaseOfRequest,
  lockPurchasesOf,
  openPurchase,
  purchaseById,
  purchaseByKey,
  renewPurchase,
  setHold,
  takeCodes,
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
  /** A manager approved it above the limits of the member. */
  readonly approved?: boolean;
  /** A repeated purchase of the same selection, for another car. */
  readonly again: boolean;
  /** The value transfer that pays the balance part, and how long it waits for the rest. */
  readonly transfer?: { readonly id: number; readonly dueAt: Date } | undefined;
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
  await lockPurchasesOf(db, actor.userId);
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
  if (open && open.value_transfer_id !== null) throw paysByTransfer();
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
  if (plan.balance && plan.accountMinor > 0n)
    await requireSpendLimit(
      db,
      {
        owner: plan.balance.owner,
        userId: actor.userId,
        amountMinor: plan.accountMinor,
        currency: plan.priced.currency,
        now,
      },
      {
        approved: plan.approved === true,
        approvable: plan.balance.source === 'account' && plan.cardMinor === 0n,
        cannotWait: plan.balance.source === 'account' ? 'card' : 'prepaid',
      },
    );
  const purchase = await write(db, buyer, plan);
  await holdForPurchase(db, spending(purchase, now), plan.priced.covers, minutes(now, holdMinutes));
  await charge(db, platform, purchase, now);
  return (await purchaseById(db, purchase.id)) ?? purchase;
}

/** Another payment would release the value that is reserved for it. */
const paysByTransfer = () =>
  new Refusal('conflict', {
    message: 'Value from another request is reserved for this one. Pay the difference on its status page.',
  });

/**
 * Stores a purchase whose balance part is paid by a value transfer. Nothing is charged yet: the transfer pays it when it
 * is performed, or with the card payment of the difference.
 */
export async function placeTransferPurchase(db: Db, buyer: Buyer, plan: PurchasePlan): Promise<Purchase> {
  const { actor, now } = buyer;
  const { requestId, transfer } = plan;
  if (requestId === null || !transfer) throw new Error('a value transfer pays for a request');
  await lockPurchasesOf(db, actor.userId);
  const open = await lockPurchaseOfRequest(db, requestId);
  if (open) throw alreadyBought(open);
  await askFollower(db, requestId, plan.priced.made.hash);
  await requireStillThere(db, plan.priced.covers, now);
  const purchase = await write(db, buyer, plan);
  await holdForPurchase(db, spending(purchase, now), plan.priced.covers, transfer.dueAt);
  return purchase;
}

/** Pays a purchase that a value transfer covers entirely, once the value is on its balance. */
export async function payTransferPurchase(
  db: Db,
  platform: Platform,
  purchase: Purchase,
  by: { readonly actorId: number | null; readonly now: Date },
): Promise<void> {
  const payment = await chargeBalance(db, purchase, by.now);
  if ((await spendHeld(db, spending(purchase, by.now))) === 'ended')
    throw new Refusal('conflict', { message: 'The tune credits for this purchase are no longer reserved.' });
  const detail = { account_payment_id: payment, value_transfer_id: purchase.value_transfer_id };
  if (!(await markPurchasePaid(db, platform, purchase.id, { ...by, detail })))
    throw new Error(`purchase ${purchase.id} no longer waits for a payment`);
}

/** The balance of a value transfer also pays the difference, which was to be paid by card. */
export async function payDifferenceHere(
  db: Db,
  platform: Platform,
  purchase: Purchase,
  by: { readonly actorId: number | null; readonly now: Date },
): Promise<void> {
  await takeCodes(db, purchase);
  const sums = { account_minor: purchase.total_minor, card_minor: 0n };
  await db.updateTable('catalog_purchases').set(sums).where('id', '=', purchase.id).execute();
  await payTransferPurchase(db, platform, { ...purchase, ...sums }, by);
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

async function write(db: Db, { actor, region, now, tag }: Buyer, plan: PurchasePlan): Promise<Purchase> {
  const { priced } = plan;
  const credited = await creditAffiliate(db, {
    code: priced.affiliate ? { affiliateId: priced.affiliate.id, sharePercent: priced.affiliate.percent } : undefined,
    tag,
    buyerId: actor.userId,
    email: plan.email,
  });
  const { made } = priced;
  const isFree = priced.totalMinor === 0n && priced.creditMinor === 0n;
  const free = isFree
    ? priced.lines.reduce((sum, line) => (line.gives ? sum : sum + priced.netOf(line.list_minor)), 0n)
    : 0n;
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
      netMinor: free > 0n ? priced.netOf(list_minor) : (worthOf(line) ?? net_minor),
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
      tax_included: priced.terms.included,
      reverse_charge: priced.terms.reverseCharge,
      contained_minor: priced.containedMinor,
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
      tracking_tag_id: credited?.tagId ?? null,
      placed_at: now,
      expires_at: plan.transfer?.dueAt ?? minutes(now, purchasePaymentMinutes),
      value_transfer_id: plan.transfer?.id ?? null,
    },
    priced.lines,
    purchaseShares(shared, plan.installer, credited && { id: credited.affiliateId, percent: credited.sharePercent }),
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
  if (balance && purchase.card_minor > 0n) {
    const [expiresAt, legs] = [minutes(now, holdMinutes), balanceLegs(purchase, balance)];
    const hold = await placeHold(db, { ...text, key: `purchase:${id}:hold`, kind: 'purchase.hold', legs, expiresAt });
    await setHold(db, id, hold.id);
  } else if (balance) {
    await paid({ account_payment_id: await chargeBalance(db, purchase, now, await soldCreditLegs(db, purchase)) });
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

const balanceLegs = (purchase: Purchase, balance: Balance): Leg[] =>
  saleFrom(accountOf(balance, purchase.currency), tendersOf(purchase).account, creditsSoldOf(purchase).account);

/** Posts the balance part and returns the id of its payment. With a card, sold credits are issued with the card's part. */
export async function chargeBalance(
  db: Db,
  purchase: Purchase,
  now: Date,
  creditLegs: readonly Leg[] = [],
): Promise<number> {
  const { id, currency, user_id: actorId } = purchase;
  const balance = balanceOfPurchase(purchase);
  if (!balance) throw new Error(`no balance pays for purchase ${id}`);
  await postTransfer(db, {
    key: `purchase:${id}:account`,
    kind: 'purchase.charged',
    subject: cardSubject(id),
    at: now,
    actorId,
    legs: [...balanceLegs(purchase, balance), ...creditLegs],
  });
  const amount = money(purchase.account_minor, currency);
  return (await recordBalancePayment(db, { ...balance, subject: accountSubject(id), amount, actorId })).id;
}
