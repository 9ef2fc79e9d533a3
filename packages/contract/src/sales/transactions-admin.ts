import { paymentStates } from '@tuneport/domain/payments/payment-states';
import { purchaseStates } from '@tuneport/domain/purchases/purchase-states';
import { orderStates } from '@tuneport/domain/store/order-states';
import { rentalStates } from '@tuneport/domain/store/rental-states';
import { carrierKeys } from '@tuneport/domain/store/shipments';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { refundRefusals } from '../payments/payments.ts';
import { Purchase } from '../purchases/purchases.ts';
import { anyOf, dayRange, IdParams, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { Rental } from '../store/rentals.ts';
import { Order } from '../store/store-orders.ts';
import { ListedCreditNote } from './credit-notes.ts';

const orderKinds = ['store', 'FLASHZILLAV3', 'FZPRO'] as const;

const soldKinds = [...orderKinds, 'tunes', 'deposit', 'damage'] as const;

const TransactionRow = z.object({
  id: z.number(),
  /** The subject of the payment: a store order, a purchase of tunes, or the deposit for a rented tool. */
  order_id: z.number().nullable(),
  purchase_id: z.number().nullable(),
  rental_id: z.number().nullable(),
  /** Human-readable number. */
  number: z.string(),
  /** Null for deposits and fees of rentals. */
  invoice_number: z.string().nullable(),
  kind: z.enum(soldKinds),
  state: z.enum(paymentStates),
  order_state: z.enum([...orderStates, ...purchaseStates, ...rentalStates]),
  email: z.string(),
  buyer: z.string(),
  /** null for a guest. */
  user_id: z.number().nullable(),
  dealer: z.object({ id: z.number(), name: z.string() }).nullable(),
  amount: WireMoneyShape,
  refunded: WireMoneyShape,
  tracking_number: z.string(),
  at: WireDate,
});

const Refund = z.object({
  id: z.number(),
  amount: WireMoneyShape,
  reason: z.string(),
  state: z.enum(['open', 'pending', 'settled', 'failed']),
  at: WireDate,
  actor_name: z.string().nullable(),
  /** Issued once the refund has settled. */
  credit_note: ListedCreditNote.pick({ id: true, number: true }).nullable(),
});

const Transaction = TransactionRow.extend({
  order: Order.nullable(),
  purchase: Purchase.nullable(),
  rental: Rental.extend({ full_name: z.string(), email: z.string() }).nullable(),
  /** The payment provider, or the dealer's own account here. */
  provider: z.string(),
  /** The amount that can still be refunded. */
  refundable: WireMoneyShape,
  refunds: z.array(Refund),
  history: z.array(z.object({ at: WireDate, event: z.string(), state: z.string(), actor_name: z.string().nullable() })),
  can: z.object({ refund: z.boolean(), set_tracking_number: z.boolean() }),
});

const range = { ...dayRange, kind: anyOf(z.enum(soldKinds)).optional() };
const Reason = requiredText('A reason', 500);

const refund = {
  access: 'transactions.write',
  params: IdParams,
  reply: Transaction,
  idempotent: 'accepts',
  movesMoney: true,
  transaction: 'none',
  refuses: refundRefusals,
} as const;

export const transactionsAdmin = {
  'GET /v1/admin/transactions': {
    summary: 'Lists transactions, newest first.',
    access: 'transactions.read',
    query: PageQuery.extend({ ...range, state: anyOf(z.enum(paymentStates)).optional() }),
    reply: Page(TransactionRow),
  },
  'GET /v1/admin/transactions/export': {
    summary: 'Exports transactions as CSV, one row per line item, with formulas escaped.',
    access: 'transactions.export',
    query: z.object(range),
    reply: z.string(),
    raw: true,
  },
  'GET /v1/admin/transactions/:id': {
    summary: 'Shows a transaction with its order, refunds and history.',
    access: 'transactions.read',
    params: IdParams,
    reply: Transaction,
    refuses: ['not_found'],
  },
  'POST /v1/admin/transactions/:id/set-tracking-number': {
    summary:
      'Sets the tracking number. A paid order ships at this moment: its stock is deducted and its revenue is recognized.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({
      tracking_number: requiredText('A tracking number', 100),
      /** Default: detected from the number's format. */
      carrier: z.enum(carrierKeys).optional(),
    }),
    reply: Transaction,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'conflict'],
  },
  'POST /v1/admin/transactions/:id/inspect-refund': {
    summary: 'Previews a refund without making it. Without an amount, previews a full refund.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({ amount: z.string().trim().max(20).nullable().default(null) }),
    reply: z.object({
      amount: WireMoneyShape,
      /** Where the refund goes: to the card, or to the balance that paid. */
      to: z.object({ label: z.string(), owner: z.string() }),
      left: WireMoneyShape,
      postings: z.array(z.object({ label: z.string(), owner: z.string(), amount: WireMoneyShape })),
      /** Tune credits returned to their owner; negative if taken away. */
      credits: z.array(z.object({ owner: z.string(), kind: z.string(), units: z.number() })),
    }),
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'conflict'],
  },
  'POST /v1/admin/transactions/:id/fully-refund': {
    summary: 'Refunds everything left of a transaction.',
    body: z.object({ reason: Reason }),
    ...refund,
  },
  'POST /v1/admin/transactions/:id/partially-refund': {
    summary: 'Refunds part of a transaction.',
    body: z.object({ amount: z.string().trim().min(1, 'Enter an amount above zero.').max(20), reason: Reason }),
    ...refund,
  },
  'GET /v1/admin/purchases/:id': {
    summary: 'Shows a purchase of tunes with its buyer and payments.',
    access: 'transactions.read',
    params: IdParams,
    reply: z.object({
      purchase: Purchase,
      user: z.object({ id: z.number(), name: z.string() }),
      /** Payments of the purchase; empty if tune credits paid for all of it. */
      transactions: z.array(z.number()),
    }),
    refuses: ['not_found'],
  },
  'GET /v1/admin/orders': {
    summary: 'Lists the orders of all customers; a paid order includes its transaction.',
    access: 'tool-orders.read',
    query: PageQuery.extend({
      ...dayRange,
      state: anyOf(z.enum(orderStates)).optional(),
      kind: anyOf(z.enum(orderKinds)).optional(),
    }),
    reply: Page(
      z.object({
        id: z.number(),
        number: z.string(),
        invoice_number: z.string().nullable(),
        kind: z.enum(orderKinds),
        state: z.enum(orderStates),
        email: z.string(),
        buyer: z.string(),
        /** null for a guest. */
        user_id: z.number().nullable(),
        total: WireMoneyShape,
        item_count: z.number(),
        placed_at: WireDate,
        transaction_id: z.number().nullable(),
      }),
    ),
  },
} as const satisfies ContractMap;
