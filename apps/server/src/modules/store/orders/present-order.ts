import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import { eventsFrom } from '@tuneport/domain/states/machine';
import {
  type OrderCanceller,
  type OrderDispute,
  orderMachine,
  orderNumber,
  orderSentence,
} from '@tuneport/domain/store/order-states';
import type { OrderTotal } from '@tuneport/domain/store/order-total';
import { type Carrier, carriers, trackingUrl } from '@tuneport/domain/store/shipments';
import type { TaxTerms } from '@tuneport/domain/store/tax/tax-table';
import { t } from '@tuneport/domain/text/text';
import type { OrderLineRecord, OrderRecord } from './order-record.ts';
import type { CartLine, PricedCart } from './price-cart.ts';

export function presentOrder(order: OrderRecord) {
  const amount = (minor: string) => toWire(money(BigInt(minor), order.currency));
  return {
    id: order.id,
    number: orderNumber(order.id),
    invoice_number: invoiceNumberOf(order),
    kind: order.kind,
    state: order.state,
    sentence: sentenceOf(order),
    list: amount(order.list_minor),
    discount: amount(order.discount_minor),
    shipping: toWire(money(shippingShown(order), order.currency)),
    ...presentTerms(
      {
        included: order.tax_included,
        reverseCharge: order.reverse_charge,
        containedMinor: BigInt(order.contained_minor) + BigInt(order.shipping_contained_minor),
        netMinor: BigInt(order.total_minor) - BigInt(order.tax_minor),
      },
      order.currency,
    ),
    taxes: order.taxes.map(({ name, percent, amount_minor }) => ({ name, percent, amount: amount(amount_minor) })),
    tax: amount(order.tax_minor),
    total: amount(order.total_minor),
    email: order.email,
    billing: order.billing,
    shipping_address: order.shipping,
    shipping_tier: order.tier_key === null ? null : { key: order.tier_key, name: order.tier_name ?? order.tier_key },
    lines: order.lines.map((line) => ({
      line: line.line,
      shipped: line.shipped,
      cancelled: line.cancelled,
      slug: line.slug,
      name: line.name,
      options: [...line.options],
      quantity: line.quantity,
      unit_price: amount(line.unit_minor),
      list: amount(line.list_minor),
      discount: amount(line.discount_minor),
      net: toWire(money(lineShown(line), order.currency)),
      back_ordered: line.back_ordered,
      back_order_month: line.back_order_month,
    })),
    discounts: order.discounts.map(({ name, code }) => ({ name, code })),
    placed_at: new Date(order.placed_at),
    expires_at: new Date(order.expires_at),
    paid_at: order.paid_at === null ? null : new Date(order.paid_at),
    refunded: amount(order.refunded_minor),
    balance: order.balance_source && { source: order.balance_source, ...amount(order.balance_minor) },
    dispute: order.dispute,
    cancelled:
      order.cancelled_at === null
        ? null
        : { at: new Date(order.cancelled_at), by: order.cancelled_by ?? ('system' as const) },
    shipments: order.shipments.map(({ lines, shipped_at, ...parcel }) => ({
      ...presentTracking(parcel),
      shipped_at: new Date(shipped_at),
      lines: [...lines],
    })),
    can: {
      pay: order.state === 'pending_payment',
      cancel: order.dispute === null && eventsFrom(orderMachine, order.state, 'buyer').length > 0,
    },
  };
}

/** What was shown for shipping, and for a line after discounts. */
export const shippingShown = (order: Pick<OrderRecord, 'shipping_minor' | 'shipping_contained_minor'>): bigint =>
  BigInt(order.shipping_minor) + BigInt(order.shipping_contained_minor);
const lineShown = (line: Pick<OrderLineRecord, 'net_minor' | 'contained_minor'>): bigint =>
  BigInt(line.net_minor) + BigInt(line.contained_minor);

/** How the amounts of a sale contain its taxes, for orders and purchases. */
export function presentTerms(
  sale: TaxTerms & { readonly containedMinor: bigint; readonly netMinor: bigint },
  currency: Currency,
) {
  const amount = (minor: bigint) => toWire(money(minor, currency));
  return {
    tax_included: sale.included,
    reverse_charge: sale.reverseCharge,
    tax_removed: amount(sale.reverseCharge ? sale.containedMinor : 0n),
    net: amount(sale.netMinor),
  };
}

const presentTracking = (parcel: { readonly carrier: Carrier; readonly tracking_number: string }) => ({
  carrier: parcel.carrier,
  carrier_name: carriers[parcel.carrier].name,
  tracking_number: parcel.tracking_number,
  tracking_url: trackingUrl(parcel.carrier, parcel.tracking_number),
});

function sentenceOf(order: OrderRecord): string {
  const { state, placed_at, expires_at } = order;
  if (state !== 'pending_payment')
    return orderSentence({
      state,
      cancelledBy: order.cancelled_by,
      dispute: order.dispute,
      isPaid: order.paid_at !== null && order.total_minor !== '0',
      isRefunded: order.refunded_minor === order.total_minor,
    });
  const minutes = Math.round((Date.parse(expires_at) - Date.parse(placed_at)) / 60_000);
  return t('Waiting for your payment. Your items are reserved for {minutes} minutes.', { minutes });
}

export function presentListedOrder(row: {
  id: number;
  region: number;
  invoice_no: number | null;
  kind: string;
  state: string;
  currency: string;
  total_minor: bigint;
  placed_at: Date;
  paid_at: Date | null;
  item_count: number;
  first: string;
  cancelled_by: string | null;
  dispute: string | null;
  refunded_minor: bigint;
  tracking_number: string;
  carrier: string | null;
}) {
  const state = row.state as OrderRecord['state'];
  return {
    id: row.id,
    number: orderNumber(row.id),
    invoice_number: invoiceNumberOf(row),
    kind: row.kind as OrderRecord['kind'],
    state,
    sentence: orderSentence({
      state,
      cancelledBy: row.cancelled_by as OrderCanceller | null,
      dispute: row.dispute as OrderDispute | null,
      isPaid: row.paid_at !== null && row.total_minor > 0n,
      isRefunded: row.refunded_minor === row.total_minor,
    }),
    tracking:
      row.carrier === null || row.tracking_number === ''
        ? null
        : presentTracking({ carrier: row.carrier as Carrier, tracking_number: row.tracking_number }),
    total: toWire(money(row.total_minor, row.currency as Currency)),
    placed_at: row.placed_at,
    paid_at: row.paid_at,
    item_count: row.item_count,
    first: row.first,
  };
}

export function presentSums(total: OrderTotal, currency: Currency) {
  const amount = (minor: bigint) => toWire(money(minor, currency));
  return {
    list: amount(total.listMinor),
    discount: amount(total.discountMinor),
    shipping: amount(total.shippingMinor + total.shippingContainedMinor),
    ...presentTerms(
      {
        ...total.terms,
        containedMinor: total.containedMinor + total.shippingContainedMinor,
        netMinor: total.totalMinor - total.taxMinor,
      },
      currency,
    ),
    taxes: total.taxes.map(({ name, percent, amountMinor }) => ({ name, percent, amount: amount(amountMinor) })),
    tax: amount(total.taxMinor),
    total: amount(total.totalMinor),
  };
}

export function presentQuote(cart: PricedCart, total: OrderTotal) {
  const { currency } = cart.view;
  const amount = (minor: bigint) => toWire(money(minor, currency));
  return {
    currency,
    lines: cart.lines.map((line: CartLine, at) => ({
      slug: line.product.slug,
      name: line.product.name,
      options: [...line.options],
      quantity: line.quantity,
      unit_price: toWire(line.unit),
      list: amount(total.lines[at]?.listMinor ?? 0n),
      discount: amount(total.lines[at]?.discountMinor ?? 0n),
    })),
    discounts: total.applied.map(({ name, code }) => ({ name, code })),
    unknown_codes: [...total.unknownCodes],
    unused_codes: [...total.unusedCodes],
  };
}
