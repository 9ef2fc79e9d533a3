import { cartEntriesMax, cartQuantityMax, cartQuantityMin } from '@tuneport/domain/store/cart';
import { orderCancellers, orderDisputes, orderStates } from '@tuneport/domain/store/order-states';
import { carrierKeys } from '@tuneport/domain/store/shipments';
import { balanceSources } from '@tuneport/domain/store/tenders';
import { z } from 'zod';
import { ApprovalNote, approvalRefusals, PurchaseApproval } from '../dealers/purchase-approvals.ts';
import type { ContractMap } from '../endpoint.ts';
import { Address, AddressFields } from '../identity/addresses.ts';
import { BalanceChoice, CardChoice, cardRefusals, PaymentResult } from '../payments/payments.ts';
import { Id, IdParams, KnownCurrency, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';

// The server calculates prices, discounts, shipping and tax. The browser sends only the amounts it displayed, so that a
// difference is detected before payment.

const CartEntryInput = z.object({
  slug: z.string().min(1).max(120),
  options: z
    .array(z.object({ option: Id, selection: Id }))
    .max(30)
    .default([]),
  quantity: z
    .number()
    .int('The quantity must be a whole number.')
    .min(cartQuantityMin, `The quantity must be at least ${cartQuantityMin}.`)
    .max(cartQuantityMax, `The quantity must be at most ${cartQuantityMax}.`),
});

const cartInput = {
  entries: z
    .array(CartEntryInput)
    .min(1, 'Your cart is empty.')
    .max(cartEntriesMax, `An order can have at most ${cartEntriesMax} different items.`),
  currency: KnownCurrency.optional(),
  codes: z.array(z.string().trim().min(1).max(60)).max(8).default([]),
  /** Id or slug of the dealer the purchase is for; the buyer is one of its members. */
  dealer: z.string().max(120).optional(),
};

const Destination = z.object({
  country_code: z.string().trim().toUpperCase().length(2, 'Choose a country.'),
  state: z.string().trim().max(120).default(''),
  postal_code: z.string().trim().max(20).default(''),
});

/** How the amounts of a sale contain its taxes. */
export const taxTermFields = {
  /** The amounts shown contain the taxes; otherwise the taxes are added to them. */
  tax_included: z.boolean(),
  /** The buyer accounts for the tax: it is not charged, and `tax_removed` was taken off the amounts shown. */
  reverse_charge: z.boolean(),
  tax_removed: WireMoneyShape,
  /** The total before tax. */
  net: WireMoneyShape,
};
const Tax = z.object({ name: z.string(), percent: z.string(), amount: WireMoneyShape });
const Applied = z.object({ name: z.string(), code: z.string().nullable() });

const QuoteLine = z.object({
  slug: z.string(),
  name: z.string(),
  options: z.array(z.object({ option: z.string(), selection: z.string() })),
  quantity: z.number(),
  unit_price: WireMoneyShape,
  list: WireMoneyShape,
  discount: WireMoneyShape,
});

const Sums = {
  ...taxTermFields,
  list: WireMoneyShape,
  discount: WireMoneyShape,
  shipping: WireMoneyShape,
  taxes: z.array(Tax),
  tax: WireMoneyShape,
  total: WireMoneyShape,
};

const ShippingQuote = z
  .object({
    currency: z.string(),
    lines: z.array(QuoteLine),
    discounts: z.array(Applied),
    unknown_codes: z.array(z.string()),
    unused_codes: z.array(z.string()),
    /** False if nothing in the cart is shipped: there are no tiers, and `sums` has the total. */
    shipping_needed: z.boolean(),
    tiers: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        days_min: z.number().nullable(),
        days_max: z.number().nullable(),
        price: WireMoneyShape,
        sums: z.object(Sums),
      }),
    ),
    sums: z.object(Sums).nullable(),
  })
  .meta({ id: 'ShippingQuote' });

const orderHead = {
  id: z.number(),
  number: z.string(),
  /** Null until it is paid. */
  invoice_number: z.string().nullable(),
  kind: z.enum(['store', 'FLASHZILLAV3', 'FZPRO']),
  state: z.enum(orderStates),
  /** Current state and next step, in one sentence. */
  sentence: z.string(),
  total: WireMoneyShape,
  placed_at: WireDate,
  paid_at: WireDate.nullable(),
};

const Tracking = z.object({
  carrier: z.enum(carrierKeys),
  carrier_name: z.string(),
  tracking_number: z.string(),
  /** The carrier's tracking page; null if the carrier is unknown. */
  tracking_url: z.string().nullable(),
});

export const OrderPieces = z.object({ line: Id, quantity: z.number().int().min(1).max(cartQuantityMax) });

const FrozenAddress = Address.omit({ id: true, readonly: true });

export const Order = z
  .object({
    ...orderHead,
    ...Sums,
    email: z.string(),
    billing: FrozenAddress,
    shipping_address: FrozenAddress.nullable(),
    shipping_tier: z.object({ key: z.string(), name: z.string() }).nullable(),
    lines: z.array(
      QuoteLine.extend({
        line: z.number(),
        net: WireMoneyShape,
        /** Shipped and cancelled pieces. */
        shipped: z.number(),
        cancelled: z.number(),
        /** Pieces that ship when back in stock, and the announced month. */
        back_ordered: z.number(),
        back_order_month: z.string().nullable(),
      }),
    ),
    discounts: z.array(Applied),
    expires_at: WireDate,
    refunded: WireMoneyShape,
    /** The part that is paid or will be paid from a balance. */
    balance: WireMoneyShape.extend({ source: z.enum(balanceSources) }).nullable(),
    /** The payer's bank disputes the payment or has reversed it. */
    dispute: z.enum(orderDisputes).nullable(),
    cancelled: z.object({ at: WireDate, by: z.enum(orderCancellers) }).nullable(),
    shipments: z.array(Tracking.extend({ shipped_at: WireDate, lines: z.array(OrderPieces) })),
    can: z.object({ pay: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'Order' });

export const ListedOrder = z
  .object({
    ...orderHead,
    item_count: z.number(),
    first: z.string(),
    /** The last parcel. */
    tracking: Tracking.nullable(),
  })
  .meta({ id: 'ListedOrder' });

/** The format is not validated: an invalid token gets the same response as a missing order. */
export const OrderToken = z.string().max(400);

export const NewOrder = z.object({
  ...cartInput,
  billing: AddressFields,
  /** Default: goods ship to the billing address. */
  shipping: AddressFields.nullable().optional(),
  shipping_tier: z.string().max(60).nullable().optional(),
  /** The total shown to the buyer. A different total is refused with the new figures before anything is written. */
  total: WireMoneyShape.optional(),
});

/** Why an order cannot be placed. */
export const orderRefusals = [
  'invalid_fields',
  'no_shipping_for_destination',
  'shipping_tier_not_supported_for_destination',
  'total_changed',
  'out_of_stock',
  'too_many_requests',
] as const;

export const storeOrders = {
  'POST /order/shipping': {
    summary: 'Prices a cart for a destination: shipping tiers with prices, and all totals with tax and discounts.',
    access: 'public',
    body: z.object({ ...cartInput, address: Destination }),
    reply: ShippingQuote,
    refuses: ['invalid_fields', 'no_shipping_for_destination'],
    // Reads cached records only; writes nothing and opens no transaction.
    transaction: 'none',
  },
  'POST /order': {
    summary:
      'Places an order: totals are final and stock is reserved until `expires_at`. The token is only returned here.',
    access: 'public',
    body: NewOrder,
    reply: Order.extend({ token: z.string() }),
    status: 201,
    idempotent: 'requires',
    // Written in one statement under its own key, so stock is not locked while the response is built.
    transaction: 'none',
    refuses: orderRefusals,
  },
  'POST /order/request-approval': {
    summary:
      "Asks the dealer's managers to approve an order above the limits of the member. It is placed when one does.",
    access: 'dealer-member',
    body: NewOrder.extend({
      /** The balance of the dealer that pays all of it. */
      source: z.enum(balanceSources),
      note: ApprovalNote,
    }),
    reply: PurchaseApproval,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: [...approvalRefusals, 'no_shipping_for_destination', 'shipping_tier_not_supported_for_destination'],
  },
  'GET /order': {
    apiScope: 'orders.read',
    summary: "Lists the caller's orders, newest first.",
    access: 'user',
    query: PageQuery.pick({ page: true }),
    reply: Page(ListedOrder),
  },
  'GET /order/:id': {
    apiScope: 'orders.read',
    summary: 'Shows an order to its owner, staff or anyone with its token.',
    access: ['owner', 'transactions.read', 'token'],
    params: IdParams,
    query: z.object({ token: OrderToken.optional() }),
    reply: Order,
    refuses: ['not_found'],
  },
  'POST /order/:id/payment': {
    summary: 'Pays an order, once. While the bank requires authentication, repeat the same call.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({
      token: OrderToken.optional(),
      /** Omitted if a code covers the whole price or a balance pays all of it. */
      method: CardChoice.optional(),
      balance: BalanceChoice.optional(),
    }),
    reply: z.object({
      order_id: z.number(),
      order_number: z.string(),
      order_state: z.enum(orderStates),
      /** Null if nothing was charged to a card. */
      payment: PaymentResult.nullable(),
    }),
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    refuses: [
      'not_found',
      'conflict',
      'already_committed',
      'invalid_fields',
      'dealer_hit_credit_limit',
      'dealer_missing_billing_info',
      'purchase_needs_approval',
      'too_many_requests',
      ...cardRefusals,
    ],
  },
  'POST /order/:id/cancel': {
    summary: 'Cancels an order before any of it has shipped and refunds the original payment method.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({
      token: OrderToken.optional(),
      /** Refuses if the order has been paid in the meantime, for a checkout that releases a reservation. */
      unpaid_only: z.boolean().default(false),
    }),
    reply: Order,
    idempotent: 'accepts',
    movesMoney: true,
    transaction: 'none',
    refuses: ['not_found', 'conflict'],
  },
} as const satisfies ContractMap;
