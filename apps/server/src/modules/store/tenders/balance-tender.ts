import { isPaused, pausedSentence } from '@tuneport/domain/dealers/credit-control';
import { membershipIn } from '@tuneport/domain/identity/permissions';
import type { Account, Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, type Money, money, moneyText, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { BalanceSource } from '@tuneport/domain/store/tenders';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { dealerById, hasBillingInfo } from '../../dealers/index.ts';
import type { AddressValues } from '../../identity/index.ts';
import { LedgerLimitReached } from '../../ledger/index.ts';
import { balanceAccount } from '../../payments/index.ts';

// Payment from a balance, for orders and purchases. A card may pay the rest.

type WireMoney = { readonly amount: string; readonly currency: string };

/** The balance that pays. */
export type Balance = { readonly source: BalanceSource; readonly owner: Owner };
export type BalancePart = Balance & { readonly amountMinor: bigint };

/** The part the buyer wants to pay from a balance. */
export type BalanceInput = WireMoney & { readonly source: BalanceSource; readonly dealer?: string | undefined };

export const accountOf = ({ source, owner }: Balance, currency: Currency): Account =>
  balanceAccount(source, owner, currency);

type DealerAccount = {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly billing: AddressValues;
};

/** The account of a dealer the buyer is a member of; the first one by default. */
export async function dealerAccountFor(
  db: Db,
  actor: Actor,
  named: string | undefined,
  now: Date,
): Promise<DealerAccount> {
  const membership =
    named === undefined ? actor.dealers[0] : membershipIn(actor, /^\d+$/.test(named) ? Number(named) : named);
  const dealer = membership && (await dealerById(db, membership.id));
  if (!dealer) throw fieldRefusal({ dealer: ['You are not a member of this dealer.'] });
  if (!hasBillingInfo(dealer)) throw new Refusal('dealer_missing_billing_info');
  if (dealer.state === 'suspended')
    throw new Refusal('conflict', {
      message: 'This dealer account is suspended and cannot be charged. Pay by card, or contact us.',
    });
  if (isPaused(dealer, now)) throw new Refusal('dealer_hit_credit_limit', { message: pausedSentence });
  const address = dealer.billing_address as unknown as AddressValues;
  const billing = { ...address, full_name: dealer.legal_name, email: dealer.billing_email };
  return { id: dealer.id, name: dealer.name, currency: dealer.currency, billing };
}

/** Each dealer has prices and limits of its own, so its money pays only what was priced for it. */
export function requirePricedFor(payerId: number, pricedForId: number | null): void {
  if (payerId === pricedForId) return;
  throw fieldRefusal({ dealer: ['This price is not for this dealer. Choose the dealer first to see its price.'] });
}

/** Prepaid money of the buyer, or of a dealer the buyer is a member of. */
export function prepaidFor(actor: Actor, dealer: string | undefined, pricedForId: number | null): Balance {
  if (actor.userId === null) throw new Refusal('unauthenticated', { message: 'Log in to use your prepaid balance.' });
  if (dealer === undefined) return { source: 'prepaid', owner: `user:${actor.userId}` };
  const membership = membershipIn(actor, /^\d+$/.test(dealer) ? Number(dealer) : dealer);
  if (!membership) throw fieldRefusal({ dealer: ['You are not a member of this dealer.'] });
  requirePricedFor(membership.id, pricedForId);
  return { source: 'prepaid', owner: `dealer:${membership.id}` };
}

export function requireCurrency(account: DealerAccount, currency: Currency): void {
  if (account.currency === currency) return;
  throw fieldRefusal({
    currency: [`The account of ${account.name} is in ${account.currency}. Choose that currency to pay with it.`],
  });
}

/** The part of a price to pay from a balance: above zero and at most the price. */
export function readPart(field: string, input: WireMoney, total: Money): bigint {
  const part = input.currency === total.currency ? parseMoney(input.amount, total.currency) : null;
  if (part && part.amountMinor > 0n && part.amountMinor <= total.amountMinor) return part.amountMinor;
  throw fieldRefusal({ [field]: [`Enter an amount above zero and at most ${moneyText(total)}.`] });
}

/** The error shown if a balance is too low; null for any other error. */
export function balanceRefusal(error: unknown, total: Money): Refusal | null {
  if (!(error instanceof LedgerLimitReached) || (error.account.kind !== 'ar' && error.account.kind !== 'prepay'))
    return null;
  const left = error.leftMinor < total.amountMinor ? error.leftMinor : total.amountMinor;
  const current = {
    left: toWire(money(left, total.currency)),
    card: toWire(money(total.amountMinor - left, total.currency)),
  };
  if (error.account.kind === 'ar') return new Refusal('dealer_hit_credit_limit', { current });
  return new Refusal('conflict', {
    message: `Only ${moneyText(money(left > 0n ? left : 0n, total.currency))} of your prepaid balance is left. You have not been charged.`,
    current,
  });
}
