import { lineDisputeStates } from '@tuneport/domain/ledger/line-dispute-states';
import { ticketFileBytesMax, ticketFilesMax, ticketTextMax } from '@tuneport/domain/support/ticket';
import { ticketStates } from '@tuneport/domain/support/ticket-states';
import { z } from 'zod';
import { EstimateInput } from '../catalog/estimate-shapes.ts';
import type { ContractMap } from '../endpoint.ts';
import { Email, IdParams, Page, PageQuery, PersonName, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';

export const SupportFile = z
  .object({ id: z.string(), name: z.string(), kind: z.string(), size_bytes: z.number(), created_at: WireDate })
  .meta({ id: 'SupportFile' });

export const TicketMessage = z
  .object({
    id: z.number(),
    /** The author: the customer or staff (`house`). A note is visible to staff and tuners only. */
    by: z.enum(['customer', 'house', 'note']),
    author: z.string(),
    text: z.string(),
    created_at: WireDate,
    /** Whether it was received as an answer to one of our mails. */
    by_mail: z.boolean(),
    files: z.array(SupportFile),
  })
  .meta({ id: 'TicketMessage' });

/** The quote requested instead of paying, as estimated at that time. */
const TicketOffer = z
  .object({
    vehicle: z.string(),
    /** Link back to the selection. */
    path: z.string().nullable(),
    tunes: z.array(z.string()),
    tools: z.array(z.string()),
    lines: z.array(z.object({ label: z.string(), amount: WireMoneyShape })),
    discount: WireMoneyShape.nullable(),
    total: WireMoneyShape.nullable(),
    /** Why there is no price, as text; null if there is one. */
    without_price: z.string().nullable(),
    estimate: z.string().nullable(),
    estimate_expires_at: z.string().nullable(),
  })
  .meta({ id: 'TicketOffer' });

export const TicketLink = z.object({ id: z.number(), number: z.string() });

/** The line of a partner's balance or earnings that the ticket is about. */
const TicketDispute = z.object({
  id: z.number(),
  number: z.string(),
  label: z.string(),
  state: z.enum(lineDisputeStates),
  sentence: z.string(),
});

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
    /** Current state and next step, in one sentence. */
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
    /** Whether the description was received as an answer to one of our mails. */
    by_mail: z.boolean(),
    customer_name: z.string(),
    email: z.string().nullable(),
    files: z.array(SupportFile),
    messages: z.array(TicketMessage),
    offer: TicketOffer.nullable(),
    accepted: z.boolean(),
    parked_until: WireDate.nullable(),
    reopen_until: WireDate.nullable(),
    dispute: TicketDispute.nullable(),
    continues: TicketLink.nullable(),
    continued_by: TicketLink.nullable(),
    merged_into: TicketLink.nullable(),
    helped: z.boolean().nullable(),
    /** The caller's role in this ticket. */
    as: z.enum(['customer', 'tuner', 'staff']),
    can: z.object({ reply: z.boolean(), follow_up: z.boolean(), rate: z.boolean() }),
    updated_at: WireDate,
  })
  .meta({ id: 'Ticket' });

const Token = z.string().min(1).max(100);
const Uploads = z
  .array(z.uuid())
  .max(ticketFilesMax, `A message can have at most ${ticketFilesMax} files.`)
  .default([]);
const text = (max: number, what: string) =>
  z.string().trim().max(max, `${what} can have at most ${max} characters.`).default('');

// Empty fields pass here; the form's own rule rejects them with 'ticket is not valid'.
const ticketInput = {
  title: text(200, 'The title'),
  description: text(ticketTextMax, 'The description'),
  customer_name: text(120, 'The name'),
  /** Address for reply notifications. Default: the caller's own, or none. */
  email: z.union([z.literal(''), Email]).default(''),
  uploads: Uploads,
  recaptcha_token: z.string().max(4000).optional(),
};

export const ReplyInput = { text: text(ticketTextMax, 'The text'), uploads: Uploads };

export const supportTickets = {
  'POST /contact-us': {
    summary: 'Sends a message to us. It becomes a ticket, and replies come by e-mail.',
    access: 'public',
    body: z.object({
      name: PersonName('Your name'),
      email: Email,
      message: requiredText('The message', ticketTextMax),
      recaptcha_token: z.string().max(4000).optional(),
    }),
    reply: null,
    limit: { max: 6, windowS: 3600, by: 'address' },
    refuses: ['invalid_fields', 'too_many_requests'],
  },
  'POST /tickets': {
    apiScope: 'tickets.write',
    summary: "Opens a ticket. The link's token is only returned here and sent by e-mail.",
    access: 'public',
    body: z.object(ticketInput),
    reply: Ticket.extend({ token: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 12, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'too_many_requests'],
  },
  'POST /v1/catalog/via-ticket': {
    summary: 'Requests a catalogue selection through a ticket instead of paying; the estimate is saved with it.',
    access: 'public',
    body: z.object({
      ...ticketInput,
      selection: EstimateInput,
      /** The path of the vehicle page, such as /catalog/bmw/2015/320i/n20. */
      vehicle: z.string().max(600).optional(),
    }),
    reply: Ticket.extend({ token: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 12, windowS: 3600, by: 'actor' },
    // The estimate is stored separately before the ticket is written.
    transaction: 'none',
    refuses: ['invalid_fields', 'region_mismatch', 'too_many_requests'],
  },
  'POST /tickets/upload': {
    summary: 'Uploads one file for a ticket or a rescue. It is deleted after a day unless a message uses it.',
    access: 'public',
    upload: { maxBytes: ticketFileBytesMax, maxFiles: 1 },
    reply: z.object({ id: z.string(), name: z.string(), kind: z.string(), size_bytes: z.number() }),
    status: 201,
    idempotent: 'accepts',
    // Bytes are stored before the short transaction that inserts their row.
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'too_large', 'unsupported_media_type', 'too_many_requests'],
  },
  'GET /customer-tickets': {
    apiScope: 'tickets.read',
    summary: "Lists the caller's tickets, latest reply first; for a tuner, also those assigned to them.",
    access: 'user',
    query: PageQuery.pick({ page: true }).extend({ of: z.enum(['mine', 'given']).default('mine') }),
    reply: Page(ListedTicket),
  },
  'GET /customer-tickets/:id': {
    apiScope: 'tickets.read',
    summary: 'Shows a ticket with its replies to its owner, its assigned tuner, staff, or anyone with its link.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams,
    query: z.object({ token: Token.optional() }),
    reply: Ticket,
    refuses: ['not_found'],
  },
  'GET /customer-tickets/:id/live': {
    summary: 'Streams ticket changes as server-sent events (version, gone), while the caller can read the ticket.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams,
    query: z.object({ token: Token.optional() }),
    reply: z.string(),
    raw: true,
    live: true,
    refuses: ['not_found', 'too_many_requests', 'unavailable'],
  },
  'POST /customer-tickets/:id/replies': {
    apiScope: 'tickets.write',
    summary: 'Replies to a ticket. A reply to a closed ticket opens a new one that continues it.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams,
    body: z.object({
      ...ReplyInput,
      token: Token.optional(),
      /** For staff and tuners: whether the reply is a question, so that the ticket waits for the customer. */
      asks: z.boolean().default(true),
    }),
    reply: TicketMessage.extend({
      ticket: TicketLink.extend({ state: z.enum(ticketStates) }),
      /** Token of the new ticket, for visitors who came by link. */
      token: z.string().nullable(),
    }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 60, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'too_many_requests'],
  },
  'POST /customer-tickets/:id/feedback': {
    summary: 'Rates whether a solved ticket helped.',
    access: ['owner', 'token'],
    params: IdParams,
    body: z.object({ token: Token.optional(), helped: z.boolean(), text: text(2000, 'The text') }),
    reply: Ticket,
    limit: { max: 20, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'conflict'],
  },
  'GET /customer-tickets/:id/files/:fileId': {
    summary: 'Downloads a file of a ticket, for anyone who can read the ticket.',
    access: ['owner', 'token', 'tickets.admin'],
    params: IdParams.extend({ fileId: z.uuid() }),
    query: z.object({ token: Token.optional() }),
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
