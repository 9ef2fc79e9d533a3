import { createHash } from 'node:crypto';
import { money, moneyText, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { Db } from '../../platform/db/db.ts';
import { retryOnDeadlock } from '../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { usedUp } from '../credits/index.ts';
import { type AddressValues, checkAddress, userById } from '../identity/index.ts';
import { LedgerLimitReached } from '../ledger/index.ts';
import { type ChosenMethod, clientsOf, type PaymentOutcome, takePayment } from '../payments/index.ts';
import { settingsOf } from '../settings/index.ts';
import {
  type Balance,
  balanceRefusal,
  dealerAccountFor,
  prepaidFor,
  readPart,
  requireCurrency,
  requirePricedFor,
} from '../store/index.ts';
import { alreadyBought, type PurchasePlan, placePurchase } from './place-purchase.ts';
import { type Buyer, type PricedPurchase, pricePurchase, selectionOf, vehicleOf } from './price-purchase.ts';
import { isPaidTwice, purchaseById } from './purchase-queries.ts';
import { cardSubject, type Purchase } from './purchase-record.ts';

/** How it is paid; tune credits are applied first. */
export type Tender =
  | {
      readonly kind: 'card';
      readonly billing: AddressValues;
      readonly method: ChosenMethod | null;
      /** The amount from prepaid money of the buyer or one of their dealers; the card pays the rest. */
      readonly prepaid?:
        | { readonly amount: string; readonly currency: string; readonly dealer?: string | undefined }
        | undefined;
    }
  /** On the account of a dealer the buyer is a member of; without a name, the one the price was made for. */
  | { readonly kind: 'account'; readonly dealer: string | undefined }
  /** The card pays this much, the account the rest: both or none. */
  | {
      readonly kind: 'split';
      readonly dealer: string | undefined;
      readonly card: { readonly amount: string; readonly currency: string };
      readonly method: ChosenMethod;
    };

export type PurchaseInput = {
  readonly estimateHash: string;
  readonly tender: Tender;
  /** Lots of tune credits to apply. */
  readonly credits?: readonly number[] | undefined;
  /** Idempotency key built from the caller's Idempotency-Key and the request body. */
  readonly requestKey: string;
  /** The tune request it is for; without one the purchase waits for a file. */
  readonly requestId?: number | undefined;
  /** The total shown to the buyer. A different one is rejected before anything is written. */
  readonly total?: { readonly amount: string; readonly currency: string } | undefined;
  readonly disclaimerHash?: string | undefined;
  /** The dealer who installs it, by id or slug. */
  readonly installer?: string | undefined;
  readonly vehiclePath?: string | undefined;
  readonly again?: boolean | undefined;
};

export type Bought = { readonly purchase: Purchase; readonly outcome: PaymentOutcome | null };

export const disclaimerHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Buys an estimate once. Outside any transaction: the payment provider is called between two of them. */
export async function buyTunes(platform: Platform, buyer: Buyer, input: PurchaseInput): Promise<Bought> {
  const { tender } = input;
  if (buyer.actor.guestEmail !== undefined && tender.kind === 'card' && !tender.method)
    throw fieldRefusal({ method: ['Free purchases need an account. Log in or create one.'] });
  await requireAgreed(platform, input.disclaimerHash);
  const account =
    tender.kind === 'card'
      ? null
      : await accountFor(platform, buyer, { dealer: tender.dealer, estimateHash: input.estimateHash });
  const given = tender.kind === 'card' ? readBilling(tender.billing) : (account?.billing as AddressValues);
  const taxed = { countryCode: given.country_code, state: given.state };
  const priced = await pricePurchase(
    platform,
    { ...buyer, requestId: input.requestId ?? null },
    input.estimateHash,
    taxed,
    input.credits,
  );
  // Only the business with the verified VAT id is billed without tax.
  const billing = priced.business ? { ...priced.business, email: given.email } : given;
  if (input.requestId !== undefined) requireNotSoldAsCredits(priced.lines.filter(({ gives }) => gives !== null));
  const total = money(priced.totalMinor, priced.currency);
  const shown = toWire(total);
  if (input.total && (input.total.amount !== shown.amount || input.total.currency !== shown.currency))
    throw new Refusal('total_changed', { current: { total: shown } });
  if (account) requireCurrency(account, priced.currency);
  if (account) requirePricedFor(account.id, priced.made.dealer?.id ?? null);
  const cardMinor = cardPart(input, priced);
  // Nothing is reserved before a payment starts.
  if (cardMinor > 0n && tender.kind === 'card' && !tender.method) throw methodMissing();
  const plan = await planOf(platform, buyer, input, { priced, billing, accountId: account?.id ?? null, cardMinor });
  const place = (tx: Db) => placePurchase(tx, platform, buyer, plan);
  const purchase = await retryOnDeadlock(platform.db, place).catch((error: unknown) => {
    throw refusalOf(error, priced);
  });
  if (purchase.state !== 'pending_payment') return { purchase, outcome: null };
  return payByCard(platform, buyer, purchase, tender.kind === 'account' ? null : tender.method);
}

/** The named account; without a name, that of the dealer the estimate was made for. */
export async function accountFor(
  platform: Platform,
  { actor, now }: Buyer,
  { dealer, estimateHash }: { readonly dealer: string | undefined; readonly estimateHash: string },
) {
  const named = dealer ?? (await selectionOf(platform, actor, estimateHash)).dealer;
  return dealerAccountFor(platform.db, actor, named, now);
}

type Planned = Pick<PurchasePlan, 'priced' | 'billing' | 'cardMinor'> & { readonly accountId: number | null };

/** Everything that is stored with the purchase. */
export async function planOf(
  platform: Platform,
  buyer: Buyer,
  input: PurchaseInput,
  { priced, billing, accountId, cardMinor }: Planned,
): Promise<PurchasePlan> {
  const dealerId = accountId ?? priced.made.dealer?.id ?? null;
  return {
    requestKey: input.requestKey,
    priced,
    billing,
    email: await emailFor(platform.db, buyer, billing),
    dealerId,
    installer: await installerFor(platform, buyer, input, priced, dealerId),
    requestId: input.requestId ?? null,
    vehicle: await vehicleOf(platform, priced.made, input.vehiclePath),
    disclaimerHash: input.disclaimerHash ?? null,
    accountMinor: priced.totalMinor - cardMinor,
    balance: balanceFor(buyer, input.tender, accountId, priced.made.dealer?.id ?? null),
    cardMinor,
    again: input.again ?? false,
  };
}

/** A build that dealers get as credits is not a tune for a car; its credits are used to pay for one. */
export function requireNotSoldAsCredits(sold: readonly { readonly label: string }[]): void {
  if (sold.length === 0) return;
  const names = sold.map(({ label }) => label).join(' and ');
  throw fieldRefusal({
    tune_ids: [
      `${names} is sold to dealers as tune credits. Buy credits in the catalogue, choose the tune for this car here, and pay with them.`,
    ],
  });
}

/** A guest stores no card: anyone with the mailed link could charge it. */
function usedOnce(method: ChosenMethod): ChosenMethod {
  if ('storedMethodId' in method) throw fieldRefusal({ method: ['Enter a card.'] });
  return { token: method.token };
}

const methodMissing = () => fieldRefusal({ method: ['Choose a payment method.'] });

export async function payByCard(
  platform: Platform,
  { actor }: Buyer,
  purchase: Purchase,
  method: ChosenMethod | null,
): Promise<Bought> {
  if (!method) throw methodMissing();
  const outcome = await takePayment(platform, {
    subject: cardSubject(purchase.id),
    payer: `user:${actor.userId}`,
    amount: money(purchase.card_minor, purchase.currency),
    method: actor.guestEmail === undefined ? method : usedOnce(method),
    clients: clientsOf(actor),
  }).catch((error: unknown) => {
    // A concurrent attempt won; the buyer gets that purchase.
    if (error instanceof Refusal && error.code === 'already_committed') throw alreadyBought(purchase);
    throw error;
  });
  const now = (await purchaseById(platform.db, purchase.id)) ?? purchase;
  if (now.state === 'cancelled')
    throw new Refusal('conflict', {
      message: 'This purchase expired while the card was being charged. We are refunding it. Please buy again.',
    });
  return { purchase: now, outcome };
}

export async function requireAgreed(platform: Platform, hash: string | undefined): Promise<void> {
  const { tuning_disclaimer: text } = await settingsOf(platform);
  if (text === '' || hash === disclaimerHash(text)) return;
  throw fieldRefusal({
    disclaimer_hash: [
      hash === undefined ? 'Read and accept the disclaimer.' : 'The disclaimer has changed. Read and accept it again.',
    ],
  });
}

function readBilling(hash: AddressValues): AddressValues {
  const billing = checkAddress(hash, 'billing.');
  if (Object.keys(billing.errors).length > 0) throw fieldRefusal(billing.errors);
  return billing.address;
}

/** The balance that pays in addition to the card or instead of it. */
function balanceFor(
  { actor }: Buyer,
  tender: Tender,
  dealerId: number | null,
  pricedForId: number | null,
): Balance | null {
  if (dealerId !== null) return { source: 'account', owner: `dealer:${dealerId}` };
  return tender.kind === 'card' && tender.prepaid ? prepaidFor(actor, tender.prepaid.dealer, pricedForId) : null;
}

/** The installer is part of the price; with another one at payment, the fee would go to the wrong dealer. */
function installerOf(
  { installer: named }: Pick<PurchaseInput, 'installer'>,
  { made: { installer } }: PricedPurchase,
): string | undefined {
  if (installer === null || named === undefined || named === installer.slug || named === String(installer.id))
    return installer === null ? named : String(installer.id);
  throw fieldRefusal({
    installer: [`This price includes ${installer.name} as the installer. Choose again to see another price.`],
  });
}

/** The installing dealer. One not included in the price would work without a fee; only the buyer's own workshop may. */
export async function installerFor(
  platform: Platform,
  { actor }: Buyer,
  input: Pick<PurchaseInput, 'installer'>,
  priced: PricedPurchase,
  dealerId: number | null,
): Promise<PurchasePlan['installer']> {
  const named = installerOf(input, priced);
  const { made } = priced;
  if (named === undefined && dealerId === null) return null;
  // The fee of our own workshop cannot go to a dealer.
  if (made.installer === null && made.tools.some(({ is_inhouse }) => is_inhouse)) {
    if (named === undefined) return null;
    throw fieldRefusal({
      installer: ['Our workshop installs this. Choose other tools to have a dealer install it.'],
    });
  }
  let query = platform.db.selectFrom('dealers').select(['id', 'install_share_percent']).where('state', '=', 'active');
  if (named === undefined) query = query.where('id', '=', dealerId);
  else query = /^\d{1,9}$/.test(named) ? query.where('id', '=', Number(named)) : query.where('slug', '=', named);
  const dealer = await query.executeTakeFirst();
  if (!dealer && named !== undefined)
    throw fieldRefusal({ installer: ['This dealer is not taking installations right now.'] });
  if (dealer && priced.made.installer === null && dealer.id !== dealerId)
    throw fieldRefusal({
      installer: ['This price does not include an installer. Choose the installer first to see the price.'],
    });
  if (!dealer) return null;
  // Nobody earns a share of a fee that they pay themselves.
  const isBuyer = dealer.id === dealerId || actor.dealers.some(({ id }) => id === dealer.id);
  return { id: dealer.id, percent: isBuyer ? '0' : dealer.install_share_percent };
}

/** Where the invoice is sent. That of a guest goes to the address they gave, never to another one. */
async function emailFor(db: Db, { actor }: Buyer, billing: AddressValues): Promise<string> {
  return actor.guestEmail ?? (billing.email || ((await userById(db, actor.userId))?.email ?? ''));
}

/** The card's part: everything, nothing, or the rest after a balance. */
function cardPart({ tender }: PurchaseInput, { totalMinor, currency }: PricedPurchase): bigint {
  if (tender.kind === 'card')
    return tender.prepaid
      ? totalMinor - readPart('prepaid.amount', tender.prepaid, money(totalMinor, currency))
      : totalMinor;
  if (tender.kind === 'account') return 0n;
  const part = tender.card.currency === currency ? parseMoney(tender.card.amount, currency) : null;
  if (!part || part.amountMinor <= 0n || part.amountMinor >= totalMinor)
    throw fieldRefusal({
      'card.amount': [`Enter an amount above zero and below ${moneyText(money(totalMinor, currency))}.`],
    });
  return part.amountMinor;
}

export function refusalOf(error: unknown, { totalMinor, currency, discounts }: PricedPurchase): unknown {
  if (error instanceof LedgerLimitReached && error.account.kind === 'credits') return usedUp();
  const short = balanceRefusal(error, money(totalMinor, currency));
  if (short) return short;
  if (isPaidTwice(error))
    return new Refusal('already_committed', { message: 'This request is already paid or being paid.' });
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  if (code === 'TP003') {
    const used = discounts.find(({ id }) => id === detail);
    return fieldRefusal({ codes: [`The code ${used?.code ?? used?.name ?? ''} has been used up.`] });
  }
  return error;
}
