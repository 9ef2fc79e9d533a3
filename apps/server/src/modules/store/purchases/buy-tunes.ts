import { createHash } from 'node:crypto';
import { money, moneyText, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { type AddressValues, checkAddress } from '../../identity/index.ts';
import { LedgerLimitReached } from '../../ledger/index.ts';
import { type ChosenMethod, clientsOf, type PaymentOutcome, takePayment } from '../../payments/index.ts';
import { settingsOf } from '../../settings/index.ts';
import { usedUp } from '../credits/cover-purchase.ts';
import {
  type Balance,
  balanceRefusal,
  dealerAccountFor,
  prepaidFor,
  readPart,
  requireCurrency,
} from '../tenders/balance-tender.ts';
import { alreadyBought, type PurchasePlan, placePurchase } from './place-purchase.ts';
import { type Buyer, type PricedPurchase, pricePurchase, vehicleOf } from './price-purchase.ts';
import { isPaidTwice, purchaseById } from './purchase-queries.ts';
import { cardSubject, type Purchase } from './purchase-record.ts';

/** How it is paid; tune credits pay before it. */
export type Tender =
  | {
      readonly kind: 'card';
      readonly billing: AddressValues;
      readonly method: ChosenMethod | null;
      /** So much from the buyer's prepaid money, or from that of a dealer of theirs; the card pays the rest. */
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
  /** The lots of tune credits that pay what they can. */
  readonly credits?: readonly number[] | undefined;
  /** One wish, one purchase: made from the caller's Idempotency-Key and what was sent with it. */
  readonly requestKey: string;
  /** The tune request it is for; without one it waits for its file. */
  readonly requestId?: number | undefined;
  /** What the buyer saw. Another sum is refused before anything is written. */
  readonly total?: { readonly amount: string; readonly currency: string } | undefined;
  readonly disclaimerHash?: string | undefined;
  /** The dealer who installs it, by id or slug. */
  readonly installer?: string | undefined;
  readonly vehiclePath?: string | undefined;
  readonly again?: boolean | undefined;
};

export type Bought = { readonly purchase: Purchase; readonly outcome: PaymentOutcome | null };

export const disclaimerHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Buys what was estimated, once. Outside any transaction: the card's provider is asked between two of them. */
export async function buyTunes(platform: Platform, buyer: Buyer, input: PurchaseInput): Promise<Bought> {
  const { tender } = input;
  await requireAgreed(platform, input.disclaimerHash);
  const account = tender.kind === 'card' ? null : await dealerAccountFor(platform.db, buyer.actor, tender.dealer);
  const billing = tender.kind === 'card' ? readBilling(tender.billing) : (account?.billing as AddressValues);
  const taxed = { countryCode: billing.country_code, state: billing.state };
  const priced = await pricePurchase(
    platform,
    { ...buyer, requestId: input.requestId ?? null },
    input.estimateHash,
    taxed,
    input.credits,
  );
  if (input.requestId !== undefined) requireNotSoldAsCredits(priced.lines.filter(({ gives }) => gives !== null));
  const total = money(priced.totalMinor, priced.currency);
  const shown = toWire(total);
  if (input.total && (input.total.amount !== shown.amount || input.total.currency !== shown.currency))
    throw new Refusal('total_changed', { current: { total: shown } });
  if (account) requireCurrency(account, priced.currency);
  const cardMinor = cardPart(input, priced);
  // Nothing is reserved before a payment starts.
  if (cardMinor > 0n && tender.kind === 'card' && !tender.method) throw methodMissing();
  const dealerId = account?.id ?? priced.made.dealer?.id ?? null;
  const plan: PurchasePlan = {
    requestKey: input.requestKey,
    priced,
    billing,
    email: billing.email || (await emailOf(platform, buyer.actor.userId)),
    dealerId,
    installer: await installerFor(platform, buyer, input, priced, dealerId),
    requestId: input.requestId ?? null,
    vehicle: await vehicleOf(platform, priced.made, input.vehiclePath),
    disclaimerHash: input.disclaimerHash ?? null,
    accountMinor: priced.totalMinor - cardMinor,
    balance: balanceFor(buyer, tender, account?.id ?? null),
    cardMinor,
    again: input.again ?? false,
  };
  const place = (tx: Db) => placePurchase(tx, platform, buyer, plan);
  const purchase = await retryOnDeadlock(platform.db, place).catch((error: unknown) => {
    throw refusalOf(error, priced);
  });
  if (purchase.state !== 'pending_payment') return { purchase, outcome: null };
  return payByCard(platform, buyer, purchase, tender.kind === 'account' ? null : tender.method);
}

/** A build that dealers get as credits is no tune for one car: the credits it gives pay for that. */
export function requireNotSoldAsCredits(sold: readonly { readonly label: string }[]): void {
  if (sold.length === 0) return;
  const names = sold.map(({ label }) => label).join(' and ');
  throw fieldRefusal({
    tune_ids: [
      `${names} is sold to dealers as tune credits. Buy it in the catalogue, choose the tune for this car here, and pay it with them.`,
    ],
  });
}

const methodMissing = () => fieldRefusal({ method: ['Choose how you want to pay.'] });

async function payByCard(
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
    method,
    clients: clientsOf(actor),
  }).catch((error: unknown) => {
    // Two tries at once: the other one was quicker, and the buyer is told which purchase it was.
    if (error instanceof Refusal && error.code === 'already_committed') throw alreadyBought(purchase);
    throw error;
  });
  const now = (await purchaseById(platform.db, purchase.id)) ?? purchase;
  if (now.state === 'cancelled')
    throw new Refusal('conflict', {
      message: 'This purchase ended while the card was charged. The money is on its way back; please buy again.',
    });
  return { purchase: now, outcome };
}

async function requireAgreed(platform: Platform, given: string | undefined): Promise<void> {
  const { tuning_disclaimer: text } = await settingsOf(platform);
  if (text === '' || given === disclaimerHash(text)) return;
  throw fieldRefusal({
    disclaimer_hash: [
      given === undefined
        ? 'Read the disclaimer and agree to it.'
        : 'The disclaimer has changed. Read it and agree again.',
    ],
  });
}

function readBilling(given: AddressValues): AddressValues {
  const billing = checkAddress(given, 'billing.');
  if (Object.keys(billing.errors).length > 0) throw fieldRefusal(billing.errors);
  return billing.address;
}

/** Which balance pays beside the card, or instead of it. */
function balanceFor({ actor }: Buyer, tender: Tender, dealerId: number | null): Balance | null {
  if (dealerId !== null) return { source: 'account', owner: `dealer:${dealerId}` };
  return tender.kind === 'card' && tender.prepaid ? prepaidFor(actor, tender.prepaid.dealer) : null;
}

/** Who installs is part of the price; naming another one when it is paid would pay one for the fee of the other. */
function installerOf({ installer: named }: PurchaseInput, { made: { installer } }: PricedPurchase): string | undefined {
  if (installer === null || named === undefined || named === installer.slug || named === String(installer.id))
    return installer === null ? named : String(installer.id);
  throw fieldRefusal({ installer: [`The price is with ${installer.name}. Choose again to see another price.`] });
}

/** The dealer who installs. One that is not in the price would work without a fee; only the buyer's own workshop does. */
async function installerFor(
  platform: Platform,
  { actor }: Buyer,
  input: PurchaseInput,
  priced: PricedPurchase,
  dealerId: number | null,
): Promise<PurchasePlan['installer']> {
  const named = installerOf(input, priced);
  const { made } = priced;
  if (named === undefined && dealerId === null) return null;
  // The fee for our own workshop is nobody else's.
  if (made.installer === null && made.tools.some(({ is_inhouse }) => is_inhouse)) {
    if (named === undefined) return null;
    throw fieldRefusal({
      installer: ['Our own workshop installs this. Choose other tools to have it installed by a dealer.'],
    });
  }
  let query = platform.db.selectFrom('dealers').select(['id', 'install_share_percent']).where('state', '=', 'active');
  if (named === undefined) query = query.where('id', '=', dealerId);
  else query = /^\d{1,9}$/.test(named) ? query.where('id', '=', Number(named)) : query.where('slug', '=', named);
  const dealer = await query.executeTakeFirst();
  if (!dealer && named !== undefined)
    throw fieldRefusal({ installer: ['This dealer does not install at the moment.'] });
  if (dealer && priced.made.installer === null && dealer.id !== dealerId)
    throw fieldRefusal({
      installer: ['The price is without an installer. Choose the installer first to see the price.'],
    });
  if (!dealer) return null;
  // Nobody earns a share of a fee that they pay themselves.
  const isBuyer = dealer.id === dealerId || actor.dealers.some(({ id }) => id === dealer.id);
  return { id: dealer.id, percent: isBuyer ? '0' : dealer.install_share_percent };
}

async function emailOf(platform: Platform, userId: number): Promise<string> {
  const user = await platform.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? '';
}

/** What the card pays: all of it, nothing, or what a balance leaves. */
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

function refusalOf(error: unknown, { totalMinor, currency, discounts }: PricedPurchase): unknown {
  if (error instanceof LedgerLimitReached && error.account.kind === 'credits') return usedUp();
  const short = balanceRefusal(error, money(totalMinor, currency));
  if (short) return short;
  if (isPaidTwice(error))
    return new Refusal('already_committed', { message: 'This request is paid already, or being paid.' });
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  if (code === 'TP003') {
    const used = discounts.find(({ id }) => id === detail);
    return fieldRefusal({ codes: [`The code ${used?.code ?? used?.name ?? ''} has been used up.`] });
  }
  return error;
}
