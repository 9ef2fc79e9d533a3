import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import type { OrderCanceller, OrderDispute, OrderState } from '@tuneport/domain/store/order-states';
import type { Carrier } from '@tuneport/domain/store/shipments';
import type { BalanceSource } from '@tuneport/domain/store/tenders';
import type { AddressValues } from '../../identity/index.ts';

/** An order as returned by `read_order`: amounts and times as text. */
export type OrderRecord = {
  readonly id: number;
  readonly kind: 'store' | 'FLASHZILLAV3' | 'FZPRO';
  readonly state: OrderState;
  readonly region: 1 | 2;
  readonly user_id: number | null;
  readonly dealer_id: number | null;
  readonly email: string;
  readonly currency: Currency;
  readonly billing: AddressValues;
  readonly shipping: AddressValues | null;
  readonly tier_key: string | null;
  readonly tier_name: string | null;
  readonly list_minor: string;
  readonly discount_minor: string;
  /** The tax contained in list − discount; zero if taxes were added to the prices. */
  readonly contained_minor: string;
  /** Before tax, and the tax contained in the price shown. */
  readonly shipping_minor: string;
  readonly shipping_contained_minor: string;
  readonly tax_included: boolean;
  readonly reverse_charge: boolean;
  readonly tax_minor: string;
  readonly total_minor: string;
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly amount_minor: string }[];
  readonly discounts: readonly AppliedDiscount[];
  readonly affiliate_id: number | null;
  /** The affiliate's share of the goods; null if it is part of a code of an older order. */
  readonly affiliate_share_percent: string | null;
  /** The part paid from a balance; the card pays the rest. */
  readonly balance_minor: string;
  readonly balance_source: BalanceSource | null;
  readonly balance_owner: Owner | null;
  readonly balance_hold_id: string | null;
  readonly placed_at: string;
  readonly expires_at: string;
  readonly paid_at: string | null;
  /** In the series of its region; null until it is paid. */
  readonly invoice_no: number | null;
  readonly shipped_at: string | null;
  readonly delivered_at: string | null;
  readonly cancelled_at: string | null;
  readonly cancelled_by: OrderCanceller | null;
  readonly dispute: OrderDispute | null;
  /** Refunded so far. */
  readonly refunded_minor: string;
  readonly shipments: readonly ShipmentRecord[];
  readonly updated_at: string;
  readonly lines: readonly OrderLineRecord[];
};

/** A parcel. */
export type ShipmentRecord = {
  readonly carrier: Carrier;
  readonly tracking_number: string;
  readonly lines: readonly { readonly line: number; readonly quantity: number }[];
  readonly shipped_at: string;
};

export type AppliedDiscount = {
  /** `sale:3` or `code:7` */
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly affiliate_id?: number;
  readonly share_percent?: string;
};

export type OrderLineRecord = {
  readonly line: number;
  readonly product_id: number;
  readonly slug: string;
  readonly name: string;
  readonly sku: string;
  readonly options: readonly { readonly option: string; readonly selection: string }[];
  readonly quantity: number;
  readonly unit_minor: string;
  readonly list_minor: string;
  readonly discount_minor: string;
  readonly contained_minor: string;
  /** list − discount − contained tax. */
  readonly net_minor: string;
  readonly shipped: number;
  readonly cancelled: number;
  readonly back_ordered: number;
  readonly back_order_month: string | null;
};
