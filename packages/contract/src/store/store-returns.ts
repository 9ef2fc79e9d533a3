import { returnConditions, returnReasons, returnStates } from '@tuneport/domain/store/return-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { anyOf, Id, IdParams, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { OrderPieces, OrderToken } from './store-orders.ts';

const returned = {
  id: z.number(),
  state: z.enum(returnStates),
  reason: z.enum(returnReasons),
  lines: z.array(OrderPieces.extend({ name: z.string() })),
  requested_at: WireDate,
};

const OrderReturn = z
  .object({
    ...returned,
    sentence: z.string(),
    note: z.string(),
    /** What we told the buyer about a refused return. */
    answer: z.string(),
    /** What was refunded; before, what can be refunded at most. */
    refund: WireMoneyShape,
    can: z.object({ cancel: z.boolean(), receive: z.boolean(), accept: z.boolean(), refuse: z.boolean() }),
  })
  .meta({ id: 'OrderReturn' });

const OrderReturns = z
  .object({
    returns: z.array(OrderReturn),
    /** Pieces that can still be returned; empty outside the return period. */
    returnable: z.array(OrderPieces.extend({ name: z.string() })),
    /** Until when a return can be requested. */
    until: WireDate.nullable(),
    /** Where to send items; empty if the site has no address. */
    send_to: z.string(),
  })
  .meta({ id: 'OrderReturns' });

const ReturnParams = z.object({ id: Id, return: Id });

export const storeReturns = {
  'GET /order/:id/returns': {
    summary: 'Lists the returns of an order, and what can still be returned.',
    access: ['owner', 'transactions.read', 'token'],
    params: IdParams,
    query: z.object({ token: OrderToken.optional() }),
    reply: OrderReturns,
    refuses: ['not_found'],
  },
  'POST /order/:id/returns': {
    summary: 'Requests to return shipped items. The buyer gets an e-mail that says where to send them.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({
      token: OrderToken.optional(),
      reason: z.enum(returnReasons, 'Choose a reason.'),
      note: z.string().trim().max(2000).default(''),
      lines: z.array(OrderPieces).min(1, 'Choose at least one item.').max(100),
    }),
    reply: OrderReturns,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'conflict', 'too_many_requests'],
  },
  'POST /order/:id/returns/:return/cancel': {
    summary: 'Cancels a return before the items have arrived.',
    access: ['owner', 'token'],
    params: ReturnParams,
    body: z.object({ token: OrderToken.optional() }),
    reply: OrderReturns,
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_transition'],
  },
} as const satisfies ContractMap;

export const storeReturnsAdmin = {
  'GET /v1/admin/returns': {
    summary: 'Lists the returns of all orders.',
    access: 'transactions.read',
    query: PageQuery.extend({ state: anyOf(z.enum(returnStates)).optional() }),
    reply: Page(
      z.object({
        ...returned,
        order_id: z.number(),
        order_number: z.string(),
        buyer: z.string(),
        user_id: z.number().nullable(),
        item_count: z.number(),
      }),
    ),
  },
  'POST /v1/admin/returns/:id/steps': {
    summary: 'Marks a return as received, or refuses it and tells the buyer why.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({ event: z.enum(['receive', 'refuse']), reason: z.string().trim().max(2000).default('') }),
    reply: OrderReturns,
    idempotent: 'accepts',
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'invalid_transition'],
  },
  'POST /v1/admin/returns/:id/accept': {
    summary: 'Accepts a received return: refunds it to the original payment and puts the items back into stock.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({
      /** `none` leaves the stock as it is. */
      condition: z.enum(returnConditions, 'Choose what happens to the items.'),
      /** Less than the price of the items, for example if they came back damaged. */
      refund: WireMoneyShape.optional(),
      reason: requiredText('A reason', 500),
    }),
    reply: OrderReturns,
    idempotent: 'accepts',
    movesMoney: true,
    transaction: 'none',
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'invalid_transition', 'conflict'],
  },
} as const satisfies ContractMap;
