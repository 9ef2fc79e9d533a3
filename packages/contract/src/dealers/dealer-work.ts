import { tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { anyOf, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';
import { ListedTicket } from '../support/support-tickets.ts';
import { ListedRequest } from '../tuning/tuning-request-shapes.ts';
import { DealerParams, readers } from './dealer-shapes.ts';

/** Tickets of a dealer. */
export const dealerTickets = {
  'GET /v1/dealers/:id/tickets': {
    apiScope: 'tickets.read',
    summary: 'Lists the tickets that members opened for a dealer, latest reply first.',
    access: readers,
    params: DealerParams,
    query: PageQuery.pick({ page: true }),
    reply: Page(ListedTicket.extend({ author: z.string() })),
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/tickets': {
    summary: 'Opens a ticket for a dealer.',
    access: 'dealer-member',
    params: DealerParams,
    body: z.object({
      title: requiredText('The title', 200),
      description: requiredText('The description', 5000),
      customer_name: requiredText('The name', 120),
    }),
    reply: ListedTicket.extend({ author: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 12, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
} as const satisfies ContractMap;

/** Tune requests and logs of a dealer's members. */
export const dealerWork = {
  'GET /v1/dealers/:id/tune-requests': {
    apiScope: 'requests.read',
    summary: 'Lists the tune requests of a dealer, newest first.',
    access: readers,
    params: DealerParams,
    query: PageQuery.extend({ state: anyOf(z.enum(tuneRequestStates)).optional() }),
    reply: Page(ListedRequest),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/logs': {
    summary: 'Lists the logs that members uploaded since they joined, newest first.',
    access: readers,
    params: DealerParams,
    query: PageQuery.pick({ page: true }),
    reply: Page(
      z.object({
        /** The path of its graph is /graph/:id. */
        id: z.string(),
        name: z.string(),
        format: z.string(),
        duration_s: z.number(),
        uploaded_by: z.string(),
        created_at: WireDate,
        expires_at: WireDate,
      }),
    ),
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
