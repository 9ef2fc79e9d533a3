import { tradeInConditions, tradeInStates } from '@tuneport/domain/store/trade-in-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Email, Id, IdParams, numberFrom, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';

const Token = z.string().min(1).max(100);
const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);

const about = {
  tool: requiredText('The tool', 120),
  serial: requiredText('The serial number', 80),
  condition: z.enum(tradeInConditions, 'Choose the condition of the tool.'),
};
export const NewTradeIn = z.object({
  ...about,
  full_name: requiredText('Name', 120),
  email: Email,
  phone: text('Phone', 40).default(''),
  note: text('The note', 2000).default(''),
  /** The slug of a store product. */
  wanted_product: z.string().max(120).nullable().default(null),
  recaptcha_token: z.string().max(4000).optional(),
});

const Offer = z.object({
  value: WireMoneyShape,
  until: WireDate.nullable(),
  conditions: z.string(),
});

/** Narrowest first. Loaded with the request's token or by actors who may read it. */
const Photo = z.object({
  id: z.number(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
});

const tradeIn = {
  id: z.number(),
  number: z.string(),
  state: z.enum(tradeInStates),
  sentence: z.string(),
  tool: z.string(),
  serial: z.string(),
  condition: z.enum(tradeInConditions),
  note: z.string(),
  wanted_product: z.object({ slug: z.string(), name: z.string() }).nullable(),
  offer: Offer.nullable(),
  pay_as: z.enum(['balance', 'bank']).nullable(),
  tracking_number: z.string(),
  created_at: WireDate,
  updated_at: WireDate,
};
const TradeIn = z
  .object({
    ...tradeIn,
    full_name: z.string(),
    email: z.string(),
    photos: z.array(Photo),
    /** Since when the licence of the tool cannot be used any more. */
    licence_locked_at: WireDate.nullable(),
    history: z.array(z.object({ at: WireDate, state: z.enum(tradeInStates), note: z.string() })),
    can: z.object({
      answer: z.boolean(),
      accept: z.boolean(),
      decline: z.boolean(),
      ship: z.boolean(),
      add_photos: z.boolean(),
    }),
  })
  .meta({ id: 'TradeIn' });

export const tradeIns = {
  'POST /trade-in-requests': {
    summary: "Requests a trade-in. The link's token is returned here and sent by e-mail.",
    access: 'public',
    body: NewTradeIn,
    reply: TradeIn.extend({ token: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 10, windowS: 3600, by: 'address' },
    refuses: ['invalid_fields', 'conflict', 'too_many_requests'],
  },
  'GET /trade-in-requests/:id': {
    summary: 'Shows a trade-in to its owner or anyone with its token.',
    access: ['owner', 'token'],
    params: IdParams,
    query: z.object({ token: Token.optional() }),
    reply: TradeIn,
    refuses: ['not_found'],
  },
  'POST /trade-in-requests/:id/photos': {
    summary: 'Adds a photo of the tool. It is re-encoded and its metadata is removed.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({ token: Token.optional() }),
    reply: TradeIn,
    status: 201,
    upload: { maxBytes: 15 * 1024 * 1024, maxFiles: 1 },
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'too_large', 'too_many_requests'],
  },
  'GET /trade-in-requests/:id/photos/:photo/:width': {
    summary: 'Returns a photo of the tool in one of its widths.',
    access: ['owner', 'token', 'trade-ins'],
    params: z.object({ id: Id, photo: Id, width: numberFrom(z.number().int().min(1).max(10_000)) }),
    query: z.object({ token: Token.optional() }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  'POST /trade-in-requests/:id/answer': {
    summary: 'Answers our question about the tool.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({ token: Token.optional(), note: requiredText('Your answer', 2000) }),
    reply: TradeIn,
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_transition', 'invalid_fields'],
  },
  'POST /trade-in-requests/:id/accept': {
    summary: "Accepts the offer: as credit on the caller's account, or by bank transfer.",
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({
      token: Token.optional(),
      pay_as: z.enum(['balance', 'bank'], 'Choose how you want to be paid.'),
      /** The offer that the caller saw; another one is not accepted by mistake. */
      offer: WireMoneyShape.optional(),
    }),
    reply: TradeIn,
    idempotent: 'accepts',
    movesMoney: true,
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_transition', 'invalid_fields', 'conflict'],
  },
  'POST /trade-in-requests/:id/decline': {
    summary: 'Declines the offer. A tool we already received is sent back.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({ token: Token.optional() }),
    reply: TradeIn,
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_transition'],
  },
  'POST /trade-in-requests/:id/ship': {
    summary: 'Reports that the tool has shipped.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({ token: Token.optional(), tracking_number: requiredText('The tracking number', 80) }),
    reply: TradeIn,
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_transition', 'invalid_fields'],
  },
} as const satisfies ContractMap;

const AdminTradeIn = z
  .object({
    ...tradeIn,
    full_name: z.string(),
    email: z.string(),
    phone: z.string(),
    user: z.object({ id: z.number(), name: z.string() }).nullable(),
    dealer: z.object({ id: z.number(), name: z.string() }).nullable(),
    product: z.object({ slug: z.string(), name: z.string() }).nullable(),
    location: z.object({ slug: z.string(), name: z.string() }).nullable(),
    photos: z.array(Photo),
    /** The lock on the licence of this serial number, from this or an earlier trade-in. */
    licence_lock: z.object({ holder: z.string(), reason: z.string(), locked_at: WireDate }).nullable(),
    /** Other requests with the same serial number, in any state. */
    same_serial: z.array(
      z.object({ id: z.number(), number: z.string(), state: z.enum(tradeInStates), full_name: z.string() }),
    ),
    /** States that staff may set now. */
    next: z.array(z.enum(tradeInStates)),
    history: z.array(
      z.object({
        at: WireDate,
        event: z.string(),
        state: z.enum(tradeInStates),
        by: z.string().nullable(),
        note: z.string(),
        transfer_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'AdminTradeIn' });

export const TradeInMove = z.object({
  state: z.enum(tradeInStates),
  /** Sent to the customer with a question, a rejection or an offer. */
  note: text('The note', 2000).default(''),
  offer: z
    .object({
      amount: z.string().trim().max(20),
      currency: z.string().trim().toUpperCase().length(3, 'Choose a currency.'),
      /** Validity of the offer in days. */
      days: numberFrom(z.number().int().min(1, 'Enter at least one day.').max(365, 'Enter at most one year.')).default(
        14,
      ),
    })
    .optional(),
  /** The location that received it and the product it is stocked as. */
  location: z.string().max(120).optional(),
  product: z.string().max(120).optional(),
});

export const tradeInsAdmin = {
  'GET /v1/admin/trade-in-requests': {
    summary: 'Lists trade-in requests, newest first.',
    access: 'trade-ins',
    query: PageQuery.extend({ state: z.enum(tradeInStates).optional(), user: Id.optional() }),
    reply: Page(z.object({ ...tradeIn, full_name: z.string(), email: z.string() })),
  },
  'GET /v1/admin/trade-in-requests/:id': {
    summary: 'Shows a trade-in request with its history.',
    access: 'trade-ins',
    params: IdParams,
    reply: AdminTradeIn,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/trade-in-requests/:id': {
    summary: 'Moves a trade-in to this state: asks, rejects, offers, receives, credits or sends back.',
    access: 'trade-ins',
    params: IdParams,
    body: TradeInMove,
    reply: AdminTradeIn,
    precondition: true,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'stale_record', 'invalid_transition', 'invalid_fields'],
  },
} as const satisfies ContractMap;
