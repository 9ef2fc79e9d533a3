import { cartQuantityMax, cartQuantityMin } from '@tuneport/domain/store/cart';
import { toolOrderTypes } from '@tuneport/domain/store/tool-order';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { AddressFields } from '../identity/addresses.ts';
import { KnownCurrency, Page, PageQuery, WireMoneyShape } from '../shapes.ts';
import { ListedOrder, Order, orderRefusals } from './store-orders.ts';

// Orders of the flashing tool by name. They are ordinary orders: paid, displayed and cancelled by the same calls.

const Type = z.enum(toolOrderTypes, `Choose ${toolOrderTypes.join(' or ')}.`);

export const storeToolOrders = {
  'GET /fz-orders': {
    summary: 'Lists tool orders of the caller and their dealers, or with `all`, of everyone.',
    access: ['user', 'tool-orders.read'],
    query: PageQuery.pick({ page: true }).extend({ type: Type.optional(), all: z.enum(['yes']).optional() }),
    reply: Page(ListedOrder),
    refuses: ['forbidden'],
  },
  'POST /fz-orders': {
    summary: 'Orders a tool: FLASHZILLAV3 or FZPRO. It is paid like any other order.',
    access: ['user', 'dealer-member'],
    body: z.object({
      type: Type,
      quantity: z.number().int().min(cartQuantityMin).max(cartQuantityMax).default(1),
      billing: AddressFields,
      shipping: AddressFields.nullable().optional(),
      shipping_tier: z.string().max(60).nullable().optional(),
      dealer: z.string().max(120).optional(),
      currency: KnownCurrency.optional(),
      codes: z.array(z.string().trim().min(1).max(60)).max(8).default([]),
      total: WireMoneyShape.optional(),
    }),
    reply: Order.extend({ token: z.string() }),
    status: 201,
    idempotent: 'requires',
    transaction: 'none',
    refuses: orderRefusals,
  },
} as const satisfies ContractMap;
