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

/** The tuners' view of requests: board, queues and recent activity. */
export const tuningWork = {
  'GET /pipeline': {
    summary: 'Lists tune requests in progress, by state.',
    access: ['tuner', 'tune-requests.admin'],
    query: z.object({ pool: Id.optional() }),
    reply: z.object({
      data: z.array(
        z.object({ state: z.enum(tuneRequestStates), total: z.number(), requests: z.array(ListedRequest) }),
      ),
    }),
  },
  'GET /recent-updates': {
    guest: true,
    summary: "Lists the caller's recently changed requests, with their latest events.",
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
    summary: 'Lists the queues of waiting requests, one per brand.',
    access: ['tuner', 'tune-requests.admin'],
    reply: z.object({ data: z.array(Pool) }),
  },
  'GET /tune-pools/:id': {
    summary: 'Lists the waiting requests of a queue, oldest first.',
    access: ['tuner', 'tune-requests.admin'],
    params: IdParams,
    reply: Pool.extend({ requests: z.array(ListedRequest) }),
    refuses: ['not_found'],
  },
  'POST /tune-pools/:id/requests/:requestId/take': {
    summary: 'Claims a waiting request; of two simultaneous claims, one succeeds.',
    access: 'tuner',
    params: IdParams.extend({ requestId: Id }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'already_committed', 'invalid_transition'],
  },
} as const satisfies ContractMap;
