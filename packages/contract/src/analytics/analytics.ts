import { isBotCode } from '@tuneport/domain/site/page-view';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { numberFrom } from '../shapes.ts';

// Telemetry from browsers. Nothing here is needed to use the site, so every response is empty.

const BotCode = numberFrom(z.number().refine(isBotCode, 'Unknown bot code.'));

/** The fields of the open-source analytics script, in a query string or JSON. */
const PageViewFields = z.object({
  p: z.string().max(4000),
  r: z.string().max(4000).default(''),
  t: z.string().max(1000).default(''),
  e: z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1')])
    .default(false),
  /** 'width,height,scale', or only the width */
  s: z.union([z.string().max(60), z.number().transform(String)]).default(''),
  b: BotCode.default(0),
  q: z.string().max(4000).default(''),
  /** The browser's time zone, from which the country is read. Our own script adds it. */
  z: z.string().max(60).default(''),
});

/** Counted per process: a beacon costs no statement. */
const generous = { max: 600, windowS: 60, by: 'address', counted: 'process' } as const;

export const analytics = {
  'POST /global/prism/eyes': {
    summary: 'Records browser events and visit pings. An event that cannot be stored is dropped without an error.',
    access: 'public',
    body: z.object({
      name: z.string().catch(''),
      data: z.record(z.string(), z.unknown()).catch({}),
      path: z.string().catch(''),
    }),
    reply: null,
    beacon: 'silent',
    transaction: 'none',
    limit: generous,
  },
  'POST /global/v1/page-view': {
    summary: 'Records a page view: path, referrer, title, event flag, screen size, bot code and query.',
    access: 'public',
    body: PageViewFields,
    beacon: 'strict',
    reply: null,
    transaction: 'none',
    refuses: ['invalid_fields', 'too_many_requests'],
    limit: generous,
  },
  'GET /global/v1/page-view': {
    summary:
      'Records the same page view through an image, for pages that cannot send a beacon. Always returns an empty GIF.',
    access: 'public',
    query: PageViewFields,
    reply: null,
    raw: true,
    beacon: 'silent',
    transaction: 'none',
    limit: generous,
  },
  'POST /global/v1/tag': {
    summary: 'Records a tracking tag once per visitor. An unknown tag gets the same response.',
    access: 'public',
    body: z.object({ tag: z.string().trim().min(1).max(100) }),
    reply: null,
    transaction: 'none',
    refuses: ['invalid_fields', 'too_many_requests'],
    limit: { max: 60, windowS: 60, by: 'address' },
  },
  'POST /global/v1/client-error': {
    summary: 'Records a client error report.',
    access: 'public',
    body: z.object({
      message: z.string().trim().min(1).max(4000),
      path: z.string().max(4000).default(''),
      user_agent: z.string().max(1000).optional(),
    }),
    reply: null,
    transaction: 'none',
    refuses: ['invalid_fields', 'too_many_requests'],
    limit: { max: 60, windowS: 3600, by: 'address' },
  },
} as const satisfies ContractMap;
