import { ticketFileBytesMax, ticketFilesMax, ticketTextMax } from '@tuneport/domain/support/ticket';
import { ticketStates } from '@tuneport/domain/support/ticket-states';
import { z } from 'zod';
import { EstimateInput, WireMoneyShape } from '../catalog/catalog.ts';
import type { ContractMap } from '../endpoint.ts';
import { Email, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';

export const SupportFile = z
  .object({ id: z.string(), name: z.string(), kind: z.string(), size_bytes: z.number(), created_at: WireDate })
  .meta({ id: 'SupportFile' });

export const TicketMessage = z
  .object({
    id: z.number(),
    /** Who speaks: the customer, or the house. A note is between staff and tuners, and told to nobody else. */
    by: z.enum(['customer', 'house', 'note']),
    author: z.string(),
    text: z.string(),
    created_at: WireDate,
    files: z.array(SupportFile),
  })
  .meta({ id: 'TicketMessage' });

/** What was asked for instead of paying, as it was estimated then. */
export const TicketOffer = z
  .object({
    vehicle: z.string(),
    /** Where the selection can be looked at again. */
    path: z.string().nullable(),
    tunes: z.array(z.string()),
    tools: z.array(z.string()),
    lines: z.array(z.object({ label: z.string(), amount: WireMoneyShape })),
    discount: WireMoneyShape.nullable(),
    total: WireMoneyShape.nullable(),
    /** Why there is no price, in words; null when there is one. */
    without_price: z.string().nullable(),
    estimate: z.string().nullable(),
    estimate_expires_at: z.string().nullable(),
  })
  .meta({ id: 'TicketOffer' });

export const TicketLink = z.object({ id: z.number(), number: z.string() });

export const ticketHead = {
  id: z.number(),
  number: z.string(),
  title: z.string(),
  state: z.enum(ticketStates),
  created_at: WireDate,
  last_at: WireDate,
  replies: z.number(),
};

export const ListedTicket = z
  .object({
    ...ticketHead,
    /** Where it is and what happens next, in one sentence. */
    sentence: z.string(),
    waits_for_you: z.boolean(),
  })
  .meta({ id: 'ListedTicket' });

export const Ticket = z
  .object({
    ...ticketHead,
    sentence: z.string(),
    waits_for_you: z.boolean(),
    description: z.string(),
    customer_name: z.string(),
    email: z.string().nullable(),
    files: z.array(SupportFile),
    messages: z.array(TicketMessage),
    offer: TicketOffer.nullable(),
    accepted: z.boolean(),
    parked_until: WireDate.nullable(),
    reopen_until: WireDate.nullable(),
    continues: TicketLink.nullable(),
    continued_by: TicketLink.nullable(),
    merged_into: TicketLink.nullable(),
    helped: z.boolean().nullable(),
    /** Whom the caller speaks for here. */
    as: z.enum(['customer', 'tuner', 'staff']),
    can: z.object({ reply: z.boolean(), follow_up: z.boolean(), rate: z.boolean() }),
    updated_at: WireDate,
  })
  .meta({ id: 'Ticket' });

const Token = z.string().min(1).max(100);
const Uploads = z.array(z.uuid()).max(ticketFilesMax, `A message takes at most ${ticketFilesMax} files.`).default([]);
const text = (max: number, what: string) =>
  z.string().trim().max(max, `${what} can have at most ${max} characters.`).default('');

// Empty fields pass here: the rule that refuses them is the form's own, and says 'ticket is not valid'.
const ticketInput = {
  title: text(200, 'The title'),
  description: text(ticketTextMax, 'The description'),
  customer_name: text(120, 'The name'),
  /** Where answers are told. Left out: the caller's own, or nowhere. */
  email: z.union([z.literal(''), Email]).default(''),
  uploads: Uploads,
  recaptcha_token: z.string().max(4000).optional(),
};

export const ReplyInput = { text: text(ticketTextMax, 'The text'), uploads: Uploads };

export const supportTickets = {
  'POST /tickets': {
    summary: 'Opens a ticket. The token of its link is told here and in the mail, and never again.',
    access: 'public',
    body: z.object(ticketInput),
    reply: Ticket.extend({ token: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 12, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'too_many_requests'],
  },
  'POST /v1/catalog/via-ticket': {
    summary: 'Asks for a catalogue selection through a ticket instead of paying; the estimate is kept with it.',
    access: 'public',
    body: z.object({
      ...ticketInput,
      selection: EstimateInput,
      /** The address of the vehicle page, such as /catalog/bmw/2015/320i/n20. */
      vehicle: z.string().max(600).optional(),
    }),
    reply: Ticket.extend({ token: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 12, windowS: 3600, by: 'actor' },
    // The estimate is stored by itself before the ticket is written.
    transaction: 'none',
    refuses: ['invalid_fields', 'region_mismatch', 'too_many_requests'],
  },
  'POST /tickets/upload': {
    summary:
      'Sends one file for a ticket or a rescue. It belongs to nobody until a message names it, and is gone after a day.',
    access: 'public',
    upload: { maxBytes: ticketFileBytesMax, maxFiles: 1 },
    reply: z.object({ id: z.string(), name: z.string(), kind: z.string(), size_bytes: z.number() }),
    status: 201,
    idempotent: 'accepts',
    // Bytes are stored before the short transaction that gives them a row.
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'too_large', 'unsupported_media_type', 'too_many_requests'],
  },
  'GET /customer-tickets': {
    summary: "Lists the caller's tickets, the newest word first; for a tuner also those that were given to them.",
    access: 'user',
    query: PageQuery.pick({ page: true }).extend({ of: z.enum(['mine', 'given']).default('mine') }),
    reply: Page(ListedTicket),
  },
  'GET /customer-tickets/:id': {
    summary:
      'Shows a ticket with its replies to its owner, the tuner it was given to, staff, or whoever holds its link.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams,
    query: z.object({ token: Token.optional() }),
    reply: Ticket,
    refuses: ['not_found'],
  },
  'GET /customer-tickets/:id/live': {
    summary: 'Tells when a ticket changes, as server-sent events (version, gone), as long as the caller may read it.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams,
    query: z.object({ token: Token.optional() }),
    reply: z.string(),
    raw: true,
    live: true,
    refuses: ['not_found', 'too_many_requests', 'unavailable'],
  },
  'POST /customer-tickets/:id/replies': {
    summary: 'Answers in a ticket. On a closed one it begins a new ticket that continues it.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams,
    body: z.object({
      ...ReplyInput,
      token: Token.optional(),
      /** For staff and tuners: whether the answer is a question and the ticket waits for the customer. */
      asks: z.boolean().default(true),
    }),
    reply: TicketMessage.extend({
      ticket: TicketLink.extend({ state: z.enum(ticketStates) }),
      /** Of the ticket that was begun, for whoever came by link. */
      token: z.string().nullable(),
    }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 60, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'too_many_requests'],
  },
  'POST /customer-tickets/:id/feedback': {
    summary: 'Says whether a solved ticket helped.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({ token: Token.optional(), helped: z.boolean(), text: text(2000, 'The text') }),
    reply: Ticket,
    limit: { max: 20, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'conflict'],
  },
  'GET /customer-tickets/:id/files/:fileId': {
    summary: 'Downloads a file of a ticket, for those who may read the ticket.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams.extend({ fileId: z.uuid() }),
    query: z.object({ token: Token.optional() }),
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
