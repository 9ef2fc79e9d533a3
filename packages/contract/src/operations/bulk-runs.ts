import { type BulkListName, bulkActions, bulkLists, bulkRunMachine } from '@tuneport/domain/operations/bulk-runs';
import { statesOf } from '@tuneport/domain/states/machine';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';

const List = z.enum(bulkLists as readonly [BulkListName, ...BulkListName[]]);
const Action = z.enum(bulkActions);
const State = z.enum(statesOf(bulkRunMachine));

const Run = z.object({
  id: z.number(),
  list: List,
  action: Action,
  state: State,
  total: z.number(),
  processed: z.number(),
  changed: z.number(),
  refused: z.number(),
  problem: z.string().nullable(),
  started_by: z.object({ id: z.number(), name: z.string() }),
  created_at: WireDate,
  updated_at: WireDate,
  finished_at: WireDate.nullable(),
});
const RunRecord = Run.extend({
  change: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
  /** No progress for a while: it can be resumed. */
  stalled: z.boolean(),
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** The first refused rows. */
  refusals: z.array(z.object({ id: z.number(), name: z.string(), reason: z.string() })),
});

/** Each list also checks its own permission. */
const access = ['catalog.write', 'leads'] as const;

export const bulkRuns = {
  'GET /v1/admin/bulk-runs': {
    summary: 'Lists bulk actions on all matching rows, newest first.',
    access,
    query: PageQuery.extend({ list: List.optional(), state: State.optional() }),
    reply: Page(Run),
  },
  'POST /v1/admin/bulk-runs': {
    summary: 'Starts a bulk action on every row of a list that matches its filters, or only on the given ids.',
    access,
    body: z.strictObject({
      list: List,
      action: Action,
      /** Search and filters, as the list call takes them. */
      query: z.record(z.string().max(60), z.union([z.string().max(200), z.number()])).default({}),
      /** Limits the run to these of the matching rows. */
      ids: z.array(Id).min(1).max(100).optional(),
      /** The fields to set, for "edit". */
      change: z.record(z.string(), z.unknown()).default({}),
      /** The number of rows the caller saw; another number is refused. */
      expected: z.number().int().min(1),
    }),
    reply: RunRecord,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'conflict', 'forbidden'],
  },
  'GET /v1/admin/bulk-runs/:id': {
    summary: 'Shows the progress of a bulk action and the rows it refused.',
    access,
    params: IdParams,
    reply: RunRecord,
    refuses: ['not_found'],
  },
  'POST /v1/admin/bulk-runs/:id/cancel': {
    summary: 'Stops a bulk action. Rows already changed stay changed.',
    access,
    params: IdParams,
    reply: RunRecord,
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/bulk-runs/:id/resume': {
    summary: 'Continues a bulk action that makes no progress.',
    access,
    params: IdParams,
    reply: RunRecord,
    refuses: ['not_found', 'conflict'],
  },
} as const satisfies ContractMap;
