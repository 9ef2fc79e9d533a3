import { tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { anyOf, dayRange, Id, IdParams, Page, PageQuery } from '../shapes.ts';
import { ListedRequest, RequestStep, TuneRequest } from './tuning-request-shapes.ts';

export const tuningRequestsAdmin = {
  'GET /v1/admin/tune-requests': {
    summary: 'Lists tune requests: all of them for staff, accessible ones for a tuner.',
    access: ['tune-requests.admin', 'tuner'],
    query: PageQuery.extend({
      ...dayRange,
      state: anyOf(z.enum([...tuneRequestStates, 'in_work'])).optional(),
      tuner: Id.optional(),
      customer: Id.optional(),
      /** The assignee: a user, the caller, or none. */
      assignee: z.union([z.enum(['me', 'nobody']), Id]).optional(),
    }),
    reply: Page(ListedRequest),
  },
  'GET /v1/admin/tune-requests/:id/tuners': {
    summary: 'Lists possible assignees of a request, its own tuner company first.',
    access: 'tune-requests.admin',
    params: IdParams,
    reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), firm: z.string().nullable() })) }),
    refuses: ['not_found'],
  },
  'POST /v1/admin/tune-requests/:id/assign': {
    summary: 'Assigns a request to a tuner. Taking over one in progress must be confirmed.',
    access: ['tune-requests.admin', 'tuner'],
    params: IdParams,
    body: z.object({
      /** The user to assign. */
      tuner: Id,
      take_over: z.boolean().default(false),
    }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed'],
  },
  'POST /v1/admin/tune-requests/:id/state': {
    summary: 'Moves a request to its next state, for staff and for tuners who work on it.',
    access: ['tune-requests.admin', 'tuner'],
    params: IdParams,
    body: RequestStep,
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed', 'conflict', 'stale_record'],
  },
} as const satisfies ContractMap;
