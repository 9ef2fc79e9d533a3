import { logBytesMax } from '@tuneport/domain/tuning/logs/log-types';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { WireDate } from '../shapes.ts';

// A log that was uploaded to be looked at. Its id is the link: whoever has it reads the log until it expires.

export const graphDays = [1, 7, 30, 90, 365] as const;
/** Without an account: how long a log is kept unless asked otherwise, and at most. */
export const anonymousGraphDays = 7;
export const anonymousGraphDaysMax = 30;

const GraphParams = z.object({ id: z.string().min(1).max(100) });
const Days = z.coerce
  .number({ error: 'Choose how long the link works.' })
  .pipe(z.union(graphDays.map((days) => z.literal(days))));
/** The secret the upload answered; needless for somebody who was logged in then and is now. */
const Token = z.string().max(100).optional();

export const GraphChannel = z.object({
  /** As the file names it. */
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

/** The same with every sample, as `GET /graph/{id}` sends it. */
export const Graph = About.extend({
  clocks: z.array(z.array(z.number())).meta({ description: 'Seconds since the beginning, one list for each clock.' }),
  channels: z.array(
    GraphChannel.extend({
      words: z.array(z.string()).nullable(),
      /** One for each moment of the channel's clock; null where there is none. */
      samples: z.array(z.number().nullable()),
    }),
  ),
}).meta({ id: 'Graph' });

const points = (text: string) => text.split(',').map(Number);

export const tuningGraphs = {
  'POST /graph': {
    summary:
      'Uploads a log, at most 256 MiB, as the part `file` of a form, and answers the path to follow. It is kept for 7 days without an account, for a year with one, unless `days` asks otherwise.',
    access: 'public',
    body: z.object({ days: Days.optional() }),
    reply: About.extend({ redirect: z.string(), token: z.string() }),
    status: 201,
    upload: { maxBytes: logBytesMax, maxFiles: 1 },
    // Reading a log takes a while; no transaction is open meanwhile.
    transaction: 'none',
    limit: { max: 120, windowS: 600, by: 'address' },
    refuses: ['invalid_fields', 'unrecognised_log', 'too_large', 'too_many_requests', 'unavailable'],
  },
  'GET /graph/:id': {
    summary:
      'The channels of an uploaded log with units and samples, in the order of the file; `channels`, `from`, `to` and `points` ask for less.',
    access: 'token',
    params: GraphParams,
    query: z.object({
      channels: z
        .string()
        .regex(/^\d{1,4}(,\d{1,4}){0,255}$/, 'Name channels by their places, such as 0,3,4.')
        .transform(points)
        .optional(),
      from: z.coerce.number().optional(),
      to: z.coerce.number().optional(),
      points: z.coerce.number().int().min(2).max(1_000_000).optional(),
    }),
    reply: Graph,
    raw: true,
    limit: { max: 240, windowS: 60, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'unavailable'],
  },
  'GET /graph/:id/about': {
    summary: 'What an uploaded log holds, without its samples.',
    access: 'token',
    params: GraphParams,
    reply: About,
    limit: { max: 600, windowS: 60, by: 'address' },
    refuses: ['not_found'],
  },
  'GET /graph/:id/samples': {
    summary: 'All samples of an uploaded log as packed floats, for the graph page.',
    access: 'token',
    params: GraphParams,
    headers: z.object({ 'accept-encoding': z.string().max(500).optional() }),
    reply: z.any().meta({ description: 'A packed log: a JSON head and one column of numbers after another.' }),
    raw: true,
    limit: { max: 240, windowS: 60, by: 'address' },
    refuses: ['not_found', 'unavailable'],
  },
  'PATCH /graph/:id': {
    summary: 'Sets how many days from now the link works, for whoever uploaded the log.',
    access: 'token',
    params: GraphParams,
    body: z.object({ days: Days, token: Token }),
    reply: About,
    limit: { max: 60, windowS: 60, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
  'DELETE /graph/:id': {
    summary: 'Deletes a log, for whoever uploaded it.',
    access: 'token',
    params: GraphParams,
    body: z.object({ token: Token }),
    reply: null,
    // The bytes go after the commit.
    transaction: 'none',
    limit: { max: 60, windowS: 60, by: 'address' },
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
