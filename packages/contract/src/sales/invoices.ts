import { z } from 'zod';
import { Brand } from '../dealers/dealer-shapes.ts';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';
import { Order } from '../store/store-orders.ts';
import { ListedCreditNote } from './credit-notes.ts';
import { InvoicePayment } from './invoice-payment.ts';

export const Invoice = z
  .object({
    number: z.string(),
    issued_at: WireDate,
    /** The day printed on it, in the company's time zone. */
    issued_on: z.string(),
    /** The address is followed by the tax numbers. */
    seller: z.object({ name: z.string(), address: z.string(), email: z.string(), vat_id: z.string() }),
    /** As it was sold; `sentence`, `shipments` and `can` reflect the current state. */
    order: Order.omit({ expires_at: true }),
    /** Amount refunded since the sale. */
    refunded: WireMoneyShape,
    payment: InvoicePayment,
    credit_notes: z.array(ListedCreditNote),
    /** Of the dealer that sold it. */
    brand: Brand.nullable(),
  })
  .meta({ id: 'Invoice' });

export const invoices = {
  'GET /order/:id/:token/invoice': {
    summary: 'Returns the invoice of a paid order, to anyone with its link.',
    access: 'token',
    params: z.object({ id: Id, token: z.string().min(1).max(100) }),
    reply: Invoice,
    refuses: ['not_found'],
    limit: { max: 60, windowS: 60, by: 'address' },
  },
  'GET /invoices': {
    apiScope: 'orders.read',
    summary: "Lists the caller's invoices and those of their dealers, newest first.",
    access: 'user',
    query: PageQuery.pick({ page: true }),
    reply: Page(
      z.object({
        /**
         * The kind of sale. The invoice of an order is at /invoices/:id, that of tunes at
         * /catalog-purchases/:id/invoice, that of tune credits at /v1/dealers/:id/deal-invoices/:dealId.
         */
        sale: z.enum(['order', 'purchase', 'deal']),
        id: z.number(),
        number: z.string(),
        issued_at: WireDate,
        total: WireMoneyShape,
      }),
    ),
  },
  'GET /invoices/:id': {
    apiScope: 'orders.read',
    summary: 'Returns the invoice of a paid order by order number, to its buyer, its dealer or staff.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    /** A dealer's slug: only returns an invoice of that dealer. */
    query: z.object({ dealer: z.string().trim().min(1).max(120).optional() }),
    reply: Invoice,
    refuses: ['not_found'],
  },
  'GET /invoices/:id/pdf': {
    apiScope: 'orders.read',
    summary: 'Returns the same invoice as PDF.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    query: z.object({ dealer: z.string().trim().min(1).max(120).optional() }),
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
