import { tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery } from '../shapes.ts';
import { ListedRequest, TuneRequest } from './tuning-request-shapes.ts';

export const tuningRequestsAdmin = {
  'GET /v1/admin/tune-requests': {
    summary: 'Lists tune requests: all of them for staff, those within reach for a tuner.',
    access: ['tune-requests.admin', 'tuner'],
    query: PageQuery.extend({
      state: z.union([z.literal('in_work'), z.enum(tuneRequestStates)]).optional(),
      tuner: Id.optional(),
      customer: Id.optional(),
      /** Who works on it: a user, the caller, or nobody yet. */
      assignee: z.union([z.enum(['me', 'nobody']), Id]).optional(),
    }),
    reply: Page(ListedRequest),
  },
  'GET /v1/admin/tune-requests/:id/tuners': {
    summary: 'Whom a request can be given to, those of its own firm first.',
    access: 'tune-requests.admin',
    params: IdParams,
    reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), firm: z.string().nullable() })) }),
    refuses: ['not_found'],
  },
  'POST /v1/admin/tune-requests/:id/assign': {
    summary: 'Gives a request to a tuner. One that somebody works on is taken only when that is said.',
    access: ['tune-requests.admin', 'tuner'],
    params: IdParams,
    body: z.object({
      /** The user who works on it. */
      tuner: Id,
      take_over: z.boolean().default(false),
    }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed'],
  },
  'POST /v1/admin/tune-requests/:id/state': {
    summary: 'Moves a request to its next state by a step of the table: for staff, and for tuners who work on it.',
    access: ['tune-requests.admin', 'tuner'],
    params: IdParams,
    body: z.object({ event: z.string().trim().min(1).max(40), reason: z.string().trim().max(4000).default('') }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed', 'conflict'],
  },
} as const satisfies ContractMap;
