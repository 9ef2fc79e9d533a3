import { cartEntriesMax, cartQuantityMax, cartQuantityMin } from '@tuneport/domain/store/cart';
import { orderCancellers, orderDisputes, orderStates } from '@tuneport/domain/store/order-states';
import { carrierKeys } from '@tuneport/domain/store/shipments';
import { balanceSources } from '@tuneport/domain/store/tenders';
import { z } from 'zod';
import { WireMoneyShape } from '../catalog/catalog.ts';
import type { ContractMap } from '../endpoint.ts';
import { Address, AddressFields } from '../identity/addresses.ts';
import { BalanceChoice, CardChoice, PaymentResult } from '../payments/payments.ts';
import { Id, IdParams, KnownCurrency, Page, PageQuery, WireDate } from '../shapes.ts';

// Prices, discounts, shipping and tax are the server's. What a browser sends of them is only what it showed, so that a difference
// is noticed before anybody pays.

const CartEntryInput = z.object({
  slug: z.string().min(1).max(120),
  options: z
    .array(z.object({ option: Id, selection: Id }))
    .max(30)
    .default([]),
  quantity: z
    .number()
    .int('A quantity is a whole number.')
    .min(cartQuantityMin, `A quantity is at least ${cartQuantityMin}.`)
    .max(cartQuantityMax, `A quantity is at most ${cartQuantityMax}.`),
});

const cartInput = {
  entries: z
    .array(CartEntryInput)
    .min(1, 'Your cart is empty.')
    .max(cartEntriesMax, `An order has at most ${cartEntriesMax} different things.`),
  currency: KnownCurrency.optional(),
  codes: z.array(z.string().trim().min(1).max(60)).max(8).default([]),
  /** Id or slug of the dealer this is bought for, by one of its members. */
  dealer: z.string().max(120).optional(),
};

const Destination = z.object({
  country_code: z.string().trim().toUpperCase().length(2, 'Choose a country.'),
  state: z.string().trim().max(120).default(''),
  postal_code: z.string().trim().max(20).default(''),
});

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
  list: WireMoneyShape,
  discount: WireMoneyShape,
  shipping: WireMoneyShape,
  taxes: z.array(Tax),
  tax: WireMoneyShape,
  total: WireMoneyShape,
};

export const ShippingQuote = z
  .object({
    currency: z.string(),
    lines: z.array(QuoteLine),
    discounts: z.array(Applied),
    unknown_codes: z.array(z.string()),
    unused_codes: z.array(z.string()),
    /** False when nothing of the cart is sent: then there are no tiers, and `sums` says what it costs. */
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
  kind: z.enum(['store', 'FLASHZILLAV3', 'FZPRO']),
  state: z.enum(orderStates),
  /** Where it is and what happens next, in one sentence. */
  sentence: z.string(),
  total: WireMoneyShape,
  placed_at: WireDate,
  paid_at: WireDate.nullable(),
};

const Tracking = z.object({
  carrier: z.enum(carrierKeys),
  carrier_name: z.string(),
  tracking_number: z.string(),
  /** Where the carrier shows the parcel; null when the carrier is not known. */
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
        /** Pieces that have left, and pieces that will not. */
        shipped: z.number(),
        cancelled: z.number(),
        /** Sent once there are any, and the month that was told. */
        back_ordered: z.number(),
        back_order_month: z.string().nullable(),
      }),
    ),
    discounts: z.array(Applied),
    expires_at: WireDate,
    refunded: WireMoneyShape,
    /** The part that a balance pays or paid. */
    balance: WireMoneyShape.extend({ source: z.enum(balanceSources) }).nullable(),
    /** The payer's bank disputes the payment, or has taken it back. */
    dispute: z.enum(orderDisputes).nullable(),
    cancelled: z.object({ at: WireDate, by: z.enum(orderCancellers) }).nullable(),
    shipments: z.array(Tracking.extend({ shipped_at: WireDate, lines: z.array(OrderPieces) })),
    can: z.object({ pay: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'Order' });

export const ListedOrder = z
  .object({
    ...orderHead,
    things: z.number(),
    first: z.string(),
    /** The last parcel. */
    tracking: Tracking.nullable(),
  })
  .meta({ id: 'ListedOrder' });

/** Of any length: a token that opens nothing answers like an order that is not there. */
export const OrderToken = z.string().max(400);

export const storeOrders = {
  'POST /order/shipping': {
    summary:
      'What a cart costs at a destination: shipping tiers with their prices, and every sum with tax and discounts.',
    access: 'public',
    body: z.object({ ...cartInput, address: Destination }),
    reply: ShippingQuote,
    refuses: ['invalid_fields', 'no_shipping_for_destination'],
    // Made from kept records alone: nothing is written and no transaction is opened.
    transaction: 'none',
  },
  'POST /order': {
    summary:
      'Places an order: sums are final, goods are reserved until `expires_at`. The token is returned here and never again.',
    access: 'public',
    body: z.object({
      ...cartInput,
      billing: AddressFields,
      /** Left out: goods go to the billing address. */
      shipping: AddressFields.nullable().optional(),
      shipping_tier: z.string().max(60).nullable().optional(),
      /** What the buyer saw. Another sum is refused, with the new figures, before anything is written. */
      total: WireMoneyShape.optional(),
    }),
    reply: Order.extend({ token: z.string() }),
    status: 201,
    idempotent: 'requires',
    // Written in one statement under its own key: goods are not held up while the answer is made.
    transaction: 'none',
    refuses: [
      'invalid_fields',
      'no_shipping_for_destination',
      'shipping_tier_not_supported_for_destination',
      'total_changed',
      'out_of_stock',
      'too_many_requests',
    ],
  },
  'GET /order': {
    summary: "Lists the caller's orders, newest first.",
    access: 'user',
    query: PageQuery.pick({ page: true }),
    reply: Page(ListedOrder),
  },
  'GET /order/:id': {
    summary: 'Shows an order to its owner, to staff or to whoever holds its token.',
    access: ['owner', 'transactions.read', 'token'],
    params: IdParams,
    query: z.object({ token: OrderToken.optional() }),
    reply: Order,
    refuses: ['not_found'],
  },
  'POST /order/:id/payment': {
    summary: 'Pays an order, once. While the bank asks the payer something, the same call is made again.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({
      token: OrderToken.optional(),
      /** Left out where a code took everything off, or a balance pays all of it. */
      method: CardChoice.optional(),
      balance: BalanceChoice.optional(),
    }),
    reply: z.object({
      order_id: z.number(),
      order_number: z.string(),
      order_state: z.enum(orderStates),
      /** Null where nothing had to be paid by card. */
      payment: PaymentResult.nullable(),
    }),
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    refuses: [
      'not_found',
      'conflict',
      'already_committed',
      'payments_off',
      'invalid_fields',
      'dealer_hit_credit_limit',
      'dealer_missing_billing_info',
      'too_many_requests',
      'network_down_retry',
      'avs_cvv',
      'duplicate',
      'card_expired',
      'revoked_payment_method',
    ],
  },
  'POST /order/:id/cancel': {
    summary: 'Cancels an order before anything of it has shipped; what was paid goes back the way it came.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({
      token: OrderToken.optional(),
      /** Refused if the order is paid meanwhile, for a checkout that gives up a reservation. */
      unpaid_only: z.boolean().default(false),
    }),
    reply: Order,
    idempotent: 'accepts',
    movesMoney: true,
    transaction: 'none',
    refuses: ['not_found', 'conflict'],
  },
} as const satisfies ContractMap;
