import { webhookDeliveryStates, webhookEventNames } from '@tuneport/domain/webhooks/webhook-events';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';

const Url = z
  .string()
  .trim()
  .max(500, 'The URL can have at most 500 characters.')
  .refine(
    (text) => !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'Enter a URL that starts with https://.',
  )
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'Remove the user name from the URL.',
  );
const Events = z
  .array(z.enum(webhookEventNames))
  .min(1, 'Select at least one event.')
  .max(webhookEventNames.length)
  .transform((events) => [...new Set(events)]);

const Webhook = z.object({
  id: z.number(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  /** Paused by its owner or after too many failures. */
  paused: z.boolean(),
  created_at: WireDate,
  last_delivery: z.object({ state: z.enum(webhookDeliveryStates), at: WireDate }).nullable(),
});
const WithSecret = Webhook.extend({ secret: z.string() });

const Delivery = z.object({
  id: z.string(),
  event: z.string(),
  event_id: z.string(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.number(),
  /** The HTTP status of the last answer. */
  status: z.number().nullable(),
  problem: z.string().nullable(),
  /** The beginning of the last answer. */
  response: z.string().nullable(),
  /** The body as it is sent. */
  payload: z.string(),
  next_attempt_at: WireDate.nullable(),
  created_at: WireDate,
});

export const webhooks = {
  'GET /user/webhooks': { summary: "Lists the caller's webhooks.", access: 'user', reply: z.array(Webhook) },
  'POST /user/webhooks': {
    summary: 'Adds a webhook and returns its signing secret, once.',
    access: 'user',
    confirmedEmail: true,
    freshLogin: true,
    body: z.object({ url: Url, events: Events }),
    reply: WithSecret,
    status: 201,
    refuses: ['invalid_fields', 'conflict'],
    limit: { max: 20, windowS: 3600, by: 'actor' },
  },
  'GET /user/webhooks/:id': {
    summary: 'Shows a webhook of the caller.',
    access: 'owner',
    params: IdParams,
    reply: Webhook,
    refuses: ['not_found'],
  },
  'PATCH /user/webhooks/:id': {
    summary: 'Changes URL and events of a webhook, pauses or resumes it.',
    access: 'owner',
    params: IdParams,
    freshLogin: true,
    body: z.object({ url: Url, events: Events, paused: z.boolean() }).partial(),
    reply: Webhook,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /user/webhooks/:id': {
    summary: 'Deletes a webhook with its log.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'POST /user/webhooks/:id/rotate-secret': {
    summary: 'Returns a new signing secret, once. The old one also signs for 24 hours.',
    access: 'owner',
    params: IdParams,
    freshLogin: true,
    reply: WithSecret,
    refuses: ['not_found'],
    limit: { max: 20, windowS: 3600, by: 'actor' },
  },
  'POST /user/webhooks/:id/test': {
    summary: 'Queues a notification with the event ping.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
    limit: { max: 20, windowS: 600, by: 'actor' },
  },
  'GET /user/webhooks/:id/deliveries': {
    summary: 'Lists the notifications of a webhook, newest first.',
    access: 'owner',
    params: IdParams,
    query: PageQuery.pick({ page: true }),
    reply: Page(Delivery),
    refuses: ['not_found'],
  },
  'POST /user/webhooks/:id/deliveries/:delivery/replay': {
    summary: 'Sends a notification again, with the same event id.',
    access: 'owner',
    params: IdParams.extend({ delivery: Id }),
    reply: null,
    refuses: ['not_found', 'conflict'],
    limit: { max: 60, windowS: 600, by: 'actor' },
  },
} as const satisfies ContractMap;
