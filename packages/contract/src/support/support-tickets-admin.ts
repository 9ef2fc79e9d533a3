import { isCurrency } from '@tuneport/domain/money/money';
import { ticketTextMax } from '@tuneport/domain/support/ticket';
import { ticketStates } from '@tuneport/domain/support/ticket-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import {
  anyOf,
  dayRange,
  Id,
  IdParams,
  numberFrom,
  Page,
  PageQuery,
  requiredText,
  WireDate,
  WireMoneyShape,
} from '../shapes.ts';
import { ReplyInput, Ticket, TicketLink, TicketMessage, ticketHead } from './support-tickets.ts';

const Person = z.object({ id: z.number(), name: z.string() });

/** The two deadlines: first response and solution. Null if the clock has ended or is paused. */
const clocks = {
  response_due_at: WireDate.nullable(),
  resolve_due_at: WireDate.nullable(),
  /** 'late' missed a deadline, 'soon' has one within a support day, 'paused' waits for another party. */
  clock: z.enum(['late', 'soon', 'running', 'paused', 'ended']),
};

const AdminListedTicket = z
  .object({
    ...ticketHead,
    ...clocks,
    customer_name: z.string(),
    email: z.string().nullable(),
    assignee: Person.nullable(),
    last_by: z.enum(['customer', 'house']),
    via_catalog: z.boolean(),
  })
  .meta({ id: 'AdminListedTicket' });

const AdminTicket = Ticket.omit({ as: true, can: true, waits_for_you: true, sentence: true })
  .extend({
    ...clocks,
    user_id: z.number().nullable(),
    assignee: Person.nullable(),
    responded_at: WireDate.nullable(),
    feedback: z.string().nullable(),
    /** Actions available to staff now. */
    events: z.array(z.string()),
    may_grant_goodwill: z.boolean(),
    merged: z.array(TicketLink),
    history: z.array(
      z.object({
        at: WireDate,
        event: z.string(),
        to_state: z.enum(ticketStates),
        by: z.string(),
        reason: z.string(),
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
    /** Other tickets of the same person. */
    others: z.array(z.object({ ...ticketHead })),
    orders: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        state: z.string(),
        first: z.string().nullable(),
        total: WireMoneyShape,
        placed_at: WireDate,
      }),
    ),
  })
  .meta({ id: 'AdminTicket' });

const reason = z.string().trim().max(500).default('');

const SavedReply = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  created_at: WireDate,
  updated_at: WireDate,
});
const replyFields = { title: requiredText('The title', 120), text: requiredText('The text', ticketTextMax) };
export const savedReplyNoun = defineNoun({
  path: '/v1/admin/saved-replies',
  one: 'a saved reply',
  many: 'saved replies',
  read: 'tickets.admin',
  write: 'tickets.admin',
  row: SavedReply,
  record: SavedReply,
  create: z.object(replyFields),
  change: z.object(replyFields).partial(),
  idempotent: 'accepts',
});

export const supportTicketsAdmin = {
  ...recordCalls(savedReplyNoun),
  'GET /v1/admin/tickets': {
    summary: 'Lists all tickets for staff, nearest deadline first.',
    access: 'tickets.admin',
    query: PageQuery.extend({
      ...dayRange,
      state: anyOf(z.enum([...ticketStates, 'with_us'])).optional(),
      /** 'me', 'none' or a user id. */
      assignee: z
        .string()
        .regex(/^(me|none|\d{1,9})$/)
        .optional(),
      clock: z.enum(['late', 'soon', 'paused']).optional(),
      /** Minimum age in days. */
      age: numberFrom(z.number().int().min(0).max(3650)).optional(),
      customer: Id.optional(),
    }),
    reply: Page(AdminListedTicket),
  },
  'GET /v1/admin/tickets/:id': {
    summary: 'Shows a ticket with everything staff need.',
    access: 'tickets.admin',
    params: IdParams,
    reply: AdminTicket,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/tickets/:id': {
    summary: 'Assigns a ticket or changes its state.',
    access: 'tickets.admin',
    params: IdParams,
    body: z.object({
      state: z.enum(['open', 'parked', 'resolved', 'closed', 'spam']).optional(),
      /** null removes the assignee. */
      assignee: Id.nullable().optional(),
      /** Only with state parked. */
      parked_until: z.iso.datetime({ offset: true }).optional(),
      reason,
    }),
    reply: AdminTicket,
    precondition: true,
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'stale_record'],
  },
  'POST /v1/admin/tickets/:id/reply': {
    summary: 'Replies to the customer, or adds a note that only staff and tuners see.',
    access: 'tickets.admin',
    params: IdParams,
    body: z.object({
      ...ReplyInput,
      /**
       * ask: waits for the customer; tell: stays with us; note: internal, no notification; resolve: replies and solves.
       */
      as: z.enum(['ask', 'tell', 'note', 'resolve']),
      /** The newest message the author has read. 409 with the newer one if someone else replied since. */
      seen: z.number().int().min(0).max(2_147_483_647).optional(),
    }),
    reply: TicketMessage,
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'conflict'],
  },
  'GET /v1/admin/tickets/:id/replying': {
    summary: 'Shows who else is writing a reply, and the newest message.',
    access: 'tickets.admin',
    params: IdParams,
    reply: z.object({ people: z.array(Person), last_message: z.number(), updated_at: WireDate }),
    refuses: ['not_found'],
  },
  'PUT /v1/admin/tickets/:id/replying': {
    summary: 'Shows other staff for some seconds that the caller is writing a reply.',
    access: 'tickets.admin',
    params: IdParams,
    reply: null,
    limit: { max: 60, windowS: 60, by: 'actor', counted: 'process' },
    refuses: ['not_found', 'too_many_requests'],
  },
  'GET /v1/admin/tickets/:id/live': {
    summary: 'Streams changes of a ticket and of the people who are writing as server-sent events (version, gone).',
    access: 'tickets.admin',
    params: IdParams,
    reply: z.string(),
    raw: true,
    live: true,
    refuses: ['not_found', 'too_many_requests', 'unavailable'],
  },
  'GET /v1/admin/tickets/:id/merge-preview': {
    summary: 'Previews a merge with another ticket, and why it may be refused.',
    access: 'tickets.admin',
    params: IdParams,
    query: z.object({ into: Id }),
    reply: z.object({
      into: z.object({ ...ticketHead, customer_name: z.string(), email: z.string().nullable() }),
      messages: z.number(),
      files: z.number(),
      /** Null if the action is allowed. */
      problem: z.string().nullable(),
    }),
    refuses: ['not_found'],
  },
  'POST /v1/admin/tickets/:id/merge': {
    summary: 'Merges a ticket into another one of the same customer, with its messages and files.',
    access: 'tickets.admin',
    params: IdParams,
    body: z.object({ into: Id }),
    reply: TicketLink,
    idempotent: 'accepts',
    refuses: ['not_found', 'conflict', 'invalid_transition'],
  },
  'POST /v1/admin/tickets/:id/accept': {
    summary: 'Accepts a catalogue request, so that it can be bought as usual.',
    access: 'tickets.admin',
    params: IdParams,
    body: z.object({ reason }),
    reply: AdminTicket,
    idempotent: 'accepts',
    refuses: ['not_found', 'already_committed', 'invalid_transition'],
  },
  'POST /v1/admin/tickets/:id/goodwill': {
    summary: "Credits the customer's account as goodwill.",
    access: 'tickets.admin',
    params: IdParams,
    body: z.object({
      amount: z.string().trim().max(20),
      currency: z.string().trim().toUpperCase().refine(isCurrency, 'Unknown currency.'),
      reason: requiredText('A reason', 500),
    }),
    reply: AdminTicket,
    idempotent: 'requires',
    movesMoney: true,
    refuses: ['not_found', 'forbidden', 'approval_required', 'invalid_fields', 'invalid_transition'],
  },
} as const satisfies ContractMap;
