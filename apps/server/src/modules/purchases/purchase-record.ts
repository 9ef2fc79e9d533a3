import type { SplitCredits } from '@tuneport/domain/catalog/pricing';
import type { CreditKind } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import {
  creditsPart,
  type Paid,
  type Share,
  type ShareKind,
  splitTender,
} from '@tuneport/domain/purchases/purchase-money';
import type { PurchaseState } from '@tuneport/domain/purchases/purchase-states';
import type { Selectable } from 'kysely';
import type { CatalogPurchaseLines, CatalogPurchases } from '../../platform/db/db.gen.ts';
import type { AddressValues } from '../identity/index.ts';
import type { AppliedDiscount, Balance } from '../store/index.ts';

type Row = Selectable<CatalogPurchases>;

/** A purchase of tunes as stored. */
export type Purchase = Omit<Row, 'state' | 'currency' | 'billing' | 'taxes' | 'discounts'> & {
  readonly state: PurchaseState;
  readonly currency: Currency;
  readonly billing: AddressValues;
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly amount_minor: string }[];
  readonly discounts: readonly AppliedDiscount[];
};
export const purchaseOf = (row: Row): Purchase => row as Purchase;

export type PurchaseLine = Omit<Selectable<CatalogPurchaseLines>, 'kind' | 'derivation' | 'credit_kind' | 'gives'> & {
  readonly kind: 'tune' | 'fee';
  /** The tune credit that pays for it. */
  readonly credit_kind: CreditKind | null;
  /** The tune credits a dealer gets instead of the tune. */
  readonly gives: SplitCredits | null;
  readonly derivation: readonly PriceStep[];
};
type Wire = { readonly amount: string; readonly currency: string };
type PriceStep = {
  readonly kind: string;
  readonly label: string;
  readonly amount: Wire | null;
  readonly after: Wire;
};

export type PurchaseShare = Share & { readonly owner: Owner; readonly kind: ShareKind };

type Sums = Pick<
  Purchase,
  | 'list_minor'
  | 'discount_minor'
  | 'contained_minor'
  | 'free_minor'
  | 'credit_minor'
  | 'credit_worth_minor'
  | 'split_minor'
>;

/** Paid with money, before tax: for work and for sold tune credits. */
export const moneyNetOf = (
  purchase: Pick<Sums, 'list_minor' | 'discount_minor' | 'credit_minor' | 'contained_minor'>,
): bigint => purchase.list_minor - purchase.discount_minor - purchase.credit_minor - purchase.contained_minor;

/** The value of a purchase's work: paid in money and tune credits, or given by the platform. */
export const netOf = (purchase: Sums): bigint =>
  purchase.free_minor > 0n
    ? purchase.free_minor
    : moneyNetOf(purchase) - purchase.split_minor + purchase.credit_worth_minor;

/** The parts paid by card and by account. */
export const tendersOf = (
  purchase: Pick<
    Purchase,
    'list_minor' | 'discount_minor' | 'credit_minor' | 'contained_minor' | 'tax_minor' | 'account_minor'
  >,
): { readonly account: Paid; readonly card: Paid } =>
  splitTender({ netMinor: moneyNetOf(purchase), taxMinor: purchase.tax_minor }, purchase.account_minor);

/** The parts of the sold tune credits paid by each. */
export function creditsSoldOf(purchase: Purchase): { readonly account: bigint; readonly card: bigint } {
  const { account } = tendersOf(purchase);
  const part = creditsPart(account.netMinor, moneyNetOf(purchase), purchase.split_minor);
  return { account: part, card: purchase.split_minor - part };
}

/** The balance that pays the part not paid by card; null if there is none. */
export function balanceOfPurchase(
  purchase: Pick<Purchase, 'account_minor' | 'balance_source' | 'balance_owner' | 'dealer_id'>,
): Balance | null {
  const owner = purchase.balance_owner ?? (purchase.dealer_id === null ? null : `dealer:${purchase.dealer_id}`);
  if (purchase.account_minor === 0n || owner === null) return null;
  return { source: purchase.balance_source as Balance['source'], owner: owner as Owner };
}

export const cardSubject = (id: number) => `purchase:${id}` as const;
export const accountSubject = (id: number) => `purchase-account:${id}` as const;
