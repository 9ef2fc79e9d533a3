import { creditCodeStates } from '@tuneport/domain/credits/credit-codes';
import { creditUnitsMax, creditUses, lotSources } from '@tuneport/domain/credits/tune-credits';
import { toolOrderTypes } from '@tuneport/domain/store/tool-order';
import { z } from 'zod';
import { CreditKind, CreditLot } from '../credits/tune-credits.ts';
import type { ContractMap } from '../endpoint.ts';
import { Address } from '../identity/addresses.ts';
import { CardChoice, PaymentResult } from '../payments/payments.ts';
import { ListedCreditNote } from '../sales/credit-notes.ts';
import { InvoicePayment } from '../sales/invoice-payment.ts';
import { Invoice } from '../sales/invoices.ts';
import { anyOf, Email, Id, numberFrom, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';
import { ListedOrder } from '../store/store-orders.ts';
import { creditDealFields } from './credit-deal-fields.ts';
import { DealerParams, DealerRef, readers } from './dealer-shapes.ts';

const Tax = z.object({ name: z.string(), percent: z.string(), amount: WireMoneyShape });

const Deal = z.object({
  uuid: z.string(),
  ...creditDealFields,
  /** The taxes that the price contains, and whether the dealer accounts for them instead. */
  taxes: z.array(Tax),
  reverse_charge: z.boolean(),
  /** Its invoice is at deal-invoices; null before it is paid. */
  invoice_id: z.number().nullable(),
  pay_on_account: z.boolean(),
  expires_at: WireDate.nullable(),
});
const DealInvoiceParams = z.object({ id: DealerRef, dealId: Id });
const DealInvoice = z
  .object({
    number: z.string(),
    issued_at: WireDate,
    /** The day printed on it, in the company's time zone. */
    issued_on: z.string(),
    seller: z.object({ name: z.string(), address: z.string(), email: z.string(), vat_id: z.string() }),
    deal: z.object({
      id: z.number(),
      number: z.string(),
      title: z.string(),
      lines: z.array(z.object({ name: z.string(), quantity: z.number() })),
      net: WireMoneyShape,
      taxes: z.array(Tax),
      total: WireMoneyShape,
      reverse_charge: z.boolean(),
      billing: Address.omit({ id: true, readonly: true }),
    }),
    /** Amount refunded since the sale. */
    refunded: WireMoneyShape,
    payment: InvoicePayment,
    credit_notes: z.array(ListedCreditNote),
  })
  .meta({ id: 'DealInvoice' });
const DealParams = z.object({ id: DealerRef, uuid: z.uuid() });

const Units = numberFrom(
  z
    .number('Enter a whole number.')
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(creditUnitsMax, `Enter at most ${creditUnitsMax}.`),
);
const Note = z.string().trim().max(500, 'The note can have at most 500 characters.').default('');

const Code = z.object({
  id: z.number(),
  hint: z.string(),
  state: z.enum(creditCodeStates),
  kind: CreditKind,
  units: z.number(),
  recipient: z.string().nullable(),
  note: z.string(),
  created_at: WireDate,
  expires_at: WireDate,
  claimed_at: WireDate.nullable(),
  claimed_by: z.string().nullable(),
});

/** What a dealer buys and gives: credit deals, tune credits, codes, tool orders and invoices. */
export const dealerSales = {
  'GET /v1/dealers/:id/credit-deals': {
    summary: 'Lists the published credit deals of a dealer.',
    access: readers,
    params: DealerParams,
    reply: z.array(Deal),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/credit-deals/:uuid': {
    summary: 'Shows a credit deal by its secret link. Drafts and withdrawn deals are not found.',
    access: readers,
    params: DealParams,
    reply: Deal,
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/credit-deals/:uuid/payment': {
    summary: 'Pays a credit deal by card, or on account if the deal allows it, and books what it gives.',
    access: 'dealer-member',
    params: DealParams,
    /** Without a method the account pays. */
    body: z.object({ method: CardChoice.optional() }),
    reply: z.object({ deal: Deal, payment: PaymentResult.nullable() }),
    idempotent: 'accepts',
    movesMoney: true,
    transaction: 'none',
    refuses: [
      'not_found',
      'conflict',
      'already_committed',
      'dealer_hit_credit_limit',
      'dealer_missing_billing_info',
      'payments_off',
    ],
  },
  'GET /v1/dealers/:id/tune-credits': {
    apiScope: 'credits.read',
    summary: 'Lists the tune credits of a dealer: sums by kind, lots by expiry, and their use.',
    access: readers,
    params: DealerParams,
    reply: z.object({
      kinds: z.array(z.object({ kind: CreditKind, available: z.number(), held: z.number() })),
      lots: z.array(CreditLot),
      history: z.array(
        z.object({
          at: WireDate,
          kind: CreditKind,
          units: z.number(),
          what: z.enum([...lotSources, ...creditUses, 'return']),
          words: z.string(),
        }),
      ),
    }),
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/tune-credits': {
    summary: 'Gives tune credits of the dealer to a person. Without an account they get a code by e-mail.',
    access: 'dealer-member',
    params: DealerParams,
    body: z.object({ kind: CreditKind, amount: Units, recipient: Email, note: Note }),
    reply: z.object({ given: z.enum(['now', 'by_code']), units: z.number() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'dealer_hit_credit_limit', 'invalid_fields', 'too_many_requests'],
  },
  'GET /v1/dealers/:id/tune-credit-codes': {
    summary: 'Lists the credit codes a dealer created, newest first.',
    access: readers,
    params: DealerParams,
    query: PageQuery.extend({ state: anyOf(z.enum(creditCodeStates)).optional() }),
    reply: Page(Code),
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/tune-credit-codes': {
    summary: 'Creates a code backed by the dealer’s credits. Only this response contains the code.',
    access: 'dealer-member',
    params: DealerParams,
    body: z.object({
      kind: CreditKind,
      amount: Units,
      note: Note,
      recipient: z.union([Email, z.literal('')]).default(''),
    }),
    reply: Code.extend({ code: z.string(), link: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'dealer_hit_credit_limit', 'invalid_fields', 'too_many_requests'],
  },
  'DELETE /v1/dealers/:id/tune-credit-codes/:codeId': {
    summary: 'Withdraws an unclaimed code; its credits return to the dealer.',
    access: 'dealer-member',
    params: z.object({ id: DealerRef, codeId: Id }),
    reply: null,
    refuses: ['not_found', 'already_committed', 'conflict'],
  },
  'GET /v1/dealers/:id/fz-orders': {
    apiScope: 'orders.read',
    summary: 'Lists the tool orders of a dealer, newest first.',
    access: readers,
    params: DealerParams,
    query: PageQuery.pick({ page: true }).extend({ type: z.enum(toolOrderTypes).optional() }),
    reply: Page(ListedOrder),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/invoices': {
    apiScope: 'orders.read',
    summary: 'Lists the invoices of a dealer: orders, tunes and tune credits, newest first.',
    access: readers,
    params: DealerParams,
    query: PageQuery.pick({ page: true }),
    reply: Page(
      z.object({
        sale: z.enum(['order', 'purchase', 'deal']),
        id: z.number(),
        number: z.string(),
        issued_at: WireDate,
        total: WireMoneyShape,
      }),
    ),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/invoices/:invoiceId': {
    summary: 'Shows the invoice of an order of the dealer, to print.',
    access: readers,
    params: z.object({ id: DealerRef, invoiceId: Id }),
    reply: Invoice,
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/deal-invoices/:dealId': {
    summary: 'Returns the invoice of tune credits that the dealer bought with a credit deal.',
    access: readers,
    params: DealInvoiceParams,
    reply: DealInvoice,
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/deal-invoices/:dealId/pdf': {
    summary: 'Returns the same invoice as PDF.',
    access: readers,
    params: DealInvoiceParams,
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/snapshot': {
    summary: 'Shows an order of the dealer as it was sold.',
    access: readers,
    params: DealerParams,
    query: z.object({ order: Id.optional() }),
    reply: Invoice,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
