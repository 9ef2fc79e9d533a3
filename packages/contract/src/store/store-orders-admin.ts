import { carrierKeys } from '@tuneport/domain/store/shipments';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, requiredText, WireDate } from '../shapes.ts';
import { Order, OrderPieces } from './store-orders.ts';

/** Order actions available to staff. */
const staffOrderEvents = ['hold', 'clear', 'deliver', 'ship', 'cancel'] as const;

const StaffOrder = z.object({
  order: Order,
  /** The buyer's account; null for a guest. */
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  dealer: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The payment, if there was one. */
  transaction_id: z.number().nullable(),
  can: z.record(z.enum(staffOrderEvents), z.boolean()),
  history: z.array(
    z.object({
      at: WireDate,
      event: z.string(),
      state: z.string(),
      actor_name: z.string().nullable(),
      reason: z.string(),
    }),
  ),
});

const Lines = z.array(OrderPieces).min(1, 'Choose at least one item.').max(100).optional();

export const storeOrdersAdmin = {
  'GET /v1/admin/orders/:id': {
    summary: 'Shows an order with its parcels, history and available actions.',
    access: 'transactions.read',
    params: IdParams,
    reply: StaffOrder,
    refuses: ['not_found'],
  },
  'POST /v1/admin/orders/:id/steps': {
    summary: 'Holds an order for review, clears it, or marks it as delivered.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({ event: z.enum(['hold', 'clear', 'deliver']), reason: z.string().trim().max(500).default('') }),
    reply: StaffOrder,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition'],
  },
  'POST /v1/admin/orders/:id/ship': {
    summary:
      'Ships a parcel: everything not yet shipped, or the given pieces. Their stock is deducted and their revenue is recognized.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({
      tracking_number: requiredText('A tracking number', 100),
      /** Default: detected from the number's format. */
      carrier: z.enum(carrierKeys).optional(),
      lines: Lines,
    }),
    reply: StaffOrder,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'conflict'],
  },
  'POST /v1/admin/orders/:id/cancel': {
    summary: 'Cancels everything not yet shipped, or the given pieces, and refunds it.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({ reason: requiredText('A reason', 500), lines: Lines }),
    reply: StaffOrder,
    idempotent: 'accepts',
    movesMoney: true,
    transaction: 'none',
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'invalid_transition', 'conflict'],
  },
} as const satisfies ContractMap;
