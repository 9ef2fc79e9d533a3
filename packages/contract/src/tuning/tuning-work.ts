import { tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, WireDate } from '../shapes.ts';
import { ListedRequest, TuneRequest } from './tuning-request-shapes.ts';

const Pool = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  waiting: z.number(),
  oldest_at: WireDate.nullable(),
});

/** Requests as work: the board, the queues, and what happened lately. */
export const tuningWork = {
  'GET /pipeline': {
    summary: 'Tune requests in work, by step.',
    access: ['tuner', 'tune-requests.admin'],
    query: z.object({ pool: Id.optional() }),
    reply: z.object({
      data: z.array(
        z.object({ state: z.enum(tuneRequestStates), total: z.number(), requests: z.array(ListedRequest) }),
      ),
    }),
  },
  'GET /recent-updates': {
    summary: "The caller's requests that changed lately, with what happened.",
    access: 'user',
    query: z.object({ since: z.iso.datetime().optional() }),
    reply: z.object({
      data: z.array(
        z.object({
          id: z.number(),
          number: z.string(),
          vehicle: z.string(),
          sentence: z.string(),
          event: z.string(),
          at: WireDate,
        }),
      ),
    }),
  },
  'GET /tune-pools': {
    summary: 'The queues of waiting requests, one for each brand.',
    access: ['tuner', 'tune-requests.admin'],
    reply: z.object({ data: z.array(Pool) }),
  },
  'GET /tune-pools/:id': {
    summary: 'The waiting requests of a queue, the oldest first.',
    access: ['tuner', 'tune-requests.admin'],
    params: IdParams,
    reply: Pool.extend({ requests: z.array(ListedRequest) }),
    refuses: ['not_found'],
  },
  'POST /tune-pools/:id/requests/:requestId/take': {
    summary: 'Takes a waiting request; of two at once one gets it.',
    access: 'tuner',
    params: IdParams.extend({ requestId: Id }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'already_committed', 'invalid_transition'],
  },
} as const satisfies ContractMap;
