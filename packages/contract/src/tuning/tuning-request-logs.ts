import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, WireDate } from '../shapes.ts';
import { readers } from './tuning-request-shapes.ts';

/** The id of the log. It is the log's link, so its name is one that is removed from server logs. */
const LogParams = IdParams.extend({ key: z.string().min(1).max(100) });

/** A log attached to a request, with what its automatic review found. */
const AttachedLog = z
  .object({
    /** The path of its page is /graph/:id. */
    id: z.string(),
    name: z.string(),
    format: z.string(),
    rows: z.number(),
    /** Null for logs uploaded before reviews existed. */
    findings: z
      .array(
        z.object({
          title: z.string(),
          severity: z.enum(['careful', 'serious']),
          value: z.number(),
          unit: z.string(),
          at_s: z.number(),
          /** The log at this moment, with the channels concerned. */
          path: z.string(),
        }),
      )
      .nullable(),
    expires_at: WireDate,
    attached_at: WireDate,
  })
  .meta({ id: 'AttachedLog' });

const AttachedLogs = z.object({ data: z.array(AttachedLog) });

/** Logs attached to a tune request. */
export const tuningRequestLogs = {
  'GET /v1/tune-requests/:id/logs': {
    guest: true,
    summary: 'Lists the logs attached to a request with the findings of their automatic review.',
    access: readers,
    params: IdParams,
    reply: AttachedLogs,
    refuses: ['not_found'],
  },
  'PUT /v1/tune-requests/:id/logs/:key': {
    summary:
      'Attaches an uploaded log to a request and notifies the other side. A log of the caller is kept for a year from now.',
    access: readers,
    params: LogParams,
    body: z.object({
      /** The secret returned by the upload, for a log that was uploaded without an account. */
      token: z.string().max(100).optional(),
    }),
    reply: AttachedLogs,
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'conflict', 'too_many_requests'],
  },
  'DELETE /v1/tune-requests/:id/logs/:key': {
    summary: 'Removes a log from a request. The log itself stays.',
    access: ['owner', 'dealer-member', 'tune-requests.admin'],
    params: LogParams,
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
