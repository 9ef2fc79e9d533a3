import { logBytesMax } from '@tuneport/domain/tuning/logs/log-types';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { numberFrom, WireDate } from '../shapes.ts';

// An uploaded log. Its id is the link: anyone who has it can read the log until it expires.

const graphDays = [1, 7, 30, 90, 365] as const;
/** For visitors without an account: default and maximum retention in days. */
export const anonymousGraphDays = 7;
export const anonymousGraphDaysMax = 30;

const EncodingHeaders = z.object({ 'accept-encoding': z.string().max(500).optional() });

const GraphParams = z.object({ id: z.string().min(1).max(100) });
const Days = numberFrom(
  z.number({ error: 'Choose how long the link is valid.' }).pipe(z.union(graphDays.map((days) => z.literal(days)))),
);
/** The secret returned by the upload; not needed if the user was logged in for the upload and still is. */
const Token = z.string().max(100).optional();

const GraphChannel = z.object({
  /** The name in the file. */
  name: z.string(),
  label: z.string(),
  unit: z.string(),
  quantity: z.string().nullable(),
  source: z.string(),
  clock: z.number(),
});

const About = z.object({
  id: z.string(),
  name: z.string(),
  format: z.string(),
  rows: z.number(),
  duration_s: z.number(),
  time_base: z.enum(['seconds', 'rows']),
  channels: z.array(GraphChannel),
  notes: z.array(z.string()),
  expires_at: WireDate,
  created_at: WireDate,
});

/** Includes every sample, as returned by `GET /graph/{id}`. */
const Graph = About.extend({
  clocks: z.array(z.array(z.number())).meta({ description: 'Seconds since the start, one list per clock.' }),
  channels: z.array(
    GraphChannel.extend({
      words: z.array(z.string()).nullable(),
      /** One per time of the channel's clock; null where a sample is missing. */
      samples: z.array(z.number().nullable()),
    }),
  ),
}).meta({ id: 'Graph' });

const points = (text: string) => text.split(',').map(Number);

export const tuningGraphs = {
  'POST /graph': {
    summary:
      'Uploads a log, at most 256 MiB, as the form part `file`, and returns its path. It is kept for 7 days without an account and a year with one, unless `days` is set.',
    access: 'public',
    body: z.object({ days: Days.optional() }),
    reply: About.extend({ redirect: z.string(), token: z.string() }),
    status: 201,
    upload: { maxBytes: logBytesMax, maxFiles: 1 },
    // Parsing a log takes a while, so no transaction is open.
    transaction: 'none',
    limit: { max: 120, windowS: 600, by: 'address' },
    refuses: ['invalid_fields', 'unrecognised_log', 'too_large', 'too_many_requests', 'unavailable'],
  },
  'GET /graph/:id': {
    summary:
      'Returns the channels of an uploaded log with units and samples, in file order; narrow it with `channels`, `from`, `to` and `points`.',
    access: 'token',
    params: GraphParams,
    query: z.object({
      channels: z
        .string()
        .regex(/^\d{1,4}(,\d{1,4}){0,255}$/, 'Enter channels by position, such as 0,3,4.')
        .transform(points)
        .optional(),
      from: numberFrom(z.number()).optional(),
      to: numberFrom(z.number()).optional(),
      points: numberFrom(z.number().int().min(2).max(1_000_000)).optional(),
    }),
    headers: EncodingHeaders,
    reply: Graph,
    raw: true,
    limit: { max: 240, windowS: 60, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'unavailable'],
  },
  'GET /graph/:id/about': {
    summary: 'Returns the contents of an uploaded log without its samples.',
    access: 'token',
    params: GraphParams,
    reply: About,
    limit: { max: 600, windowS: 60, by: 'address' },
    refuses: ['not_found'],
  },
  'GET /graph/:id/samples': {
    summary: 'Returns all samples of an uploaded log as packed floats, for the graph page.',
    access: 'token',
    params: GraphParams,
    headers: EncodingHeaders,
    reply: z.any().meta({ description: 'A packed log: a JSON header, then one column of numbers after another.' }),
    raw: true,
    limit: { max: 240, windowS: 60, by: 'address' },
    refuses: ['not_found', 'unavailable'],
  },
  'PATCH /graph/:id': {
    summary: 'Sets how many days from now the link is valid, for the uploader.',
    access: 'token',
    params: GraphParams,
    body: z.object({ days: Days, token: Token }),
    reply: About,
    limit: { max: 60, windowS: 60, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
  'DELETE /graph/:id': {
    summary: 'Deletes a log, for the uploader.',
    access: 'token',
    params: GraphParams,
    body: z.object({ token: Token }),
    reply: null,
    // The bytes are deleted after the commit.
    transaction: 'none',
    limit: { max: 60, windowS: 60, by: 'address' },
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
