import { z } from 'zod';
import { Brand, DealerParams, readers } from '../dealers/dealer-shapes.ts';
import type { ContractMap } from '../endpoint.ts';
import { Address } from '../identity/addresses.ts';
import { Id, IdParams, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';

/** As lists and invoices show it. */
export const ListedCreditNote = z.object({
  id: z.number(),
  number: z.string(),
  issued_at: WireDate,
  /** Negative if it cancels another credit note. */
  total: WireMoneyShape,
});

const CreditNote = z
  .object({
    id: z.number(),
    number: z.string(),
    issued_at: WireDate,
    /** The day printed on it, in the company's time zone. */
    issued_on: z.string(),
    seller: z.object({ name: z.string(), address: z.string(), email: z.string() }),
    sale: z.enum(['order', 'purchase', 'deal']),
    sale_number: z.string(),
    /** The invoice that it corrects. */
    invoice: z.object({ number: z.string(), issued_on: z.string() }),
    billing: Address.omit({ id: true, readonly: true }),
    /** What was cancelled or returned; empty for a refund of no item in particular. */
    lines: z.array(z.object({ name: z.string(), quantity: z.number() })),
    /** The credit note that it cancels; its amounts are negative then. */
    cancels: z.string().nullable(),
    /** For moved value: the number of the value transfer, its fee (negative) and what was added to the prepaid balance. */
    moved: z.object({ by: z.string(), fee: WireMoneyShape, prepaid: WireMoneyShape }).nullable(),
    net: WireMoneyShape,
    taxes: z.array(z.object({ name: z.string(), percent: z.string(), amount: WireMoneyShape })),
    total: WireMoneyShape,
    /** The sale was under reverse charge, and so is its correction. */
    reverse_charge: z.boolean(),
    brand: Brand.nullable(),
  })
  .meta({ id: 'CreditNote' });

const list = {
  apiScope: 'orders.read',
  query: PageQuery.pick({ page: true }),
  reply: Page(ListedCreditNote),
} as const;

/** A credit note is issued when a refund of an invoiced sale has settled, or a value transfer moved what was paid. */
export const creditNotes = {
  'GET /credit-notes': {
    ...list,
    summary: "Lists the caller's credit notes and those of their dealers, newest first.",
    access: 'user',
  },
  'GET /credit-notes/:id': {
    apiScope: 'orders.read',
    summary: 'Returns a credit note, to the buyer, the dealer or staff.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    reply: CreditNote,
    refuses: ['not_found'],
  },
  'GET /credit-notes/:id/pdf': {
    apiScope: 'orders.read',
    summary: 'Returns the same credit note as PDF.',
    access: ['owner', 'transactions.read'],
    params: IdParams,
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found'],
  },
  'GET /credit-notes/:id/link/:token': {
    summary: 'Returns a credit note, to anyone with the link of its invoice.',
    access: 'token',
    params: z.object({ id: Id, token: z.string().min(1).max(100) }),
    reply: CreditNote,
    refuses: ['not_found'],
    limit: { max: 60, windowS: 60, by: 'address' },
  },
  'GET /v1/dealers/:id/credit-notes': {
    ...list,
    summary: 'Lists the credit notes of a dealer, newest first.',
    access: readers,
    params: DealerParams,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
