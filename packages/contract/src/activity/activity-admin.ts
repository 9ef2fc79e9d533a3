import { recordKindNames, timelineKinds } from '@tuneport/domain/activity/record-kinds';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';

/** Decimal text with its unit: a currency or a kind of tune credit. */
const Amount = z.object({ amount: z.string(), currency: z.string() });
const Tone = z.enum(['neutral', 'busy', 'accent', 'good', 'careful', 'bad']);
const RecordKind = z.enum(recordKindNames);
const RecordParams = z.object({ kind: RecordKind, id: Id });

const TimelineEvent = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: WireDate,
  by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The audit event of a change; the title of anything else is complete. */
  act: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  tone: Tone,
  amount: Amount.nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** The record the event belongs to, unless it is the record of the timeline. */
  record: z.object({ kind: RecordKind, id: z.number(), title: z.string() }).nullable(),
  mail_id: z.number().nullable(),
  /** The note can be deleted by the caller. */
  note_id: z.number().nullable(),
});

const RelatedRow = z.object({
  id: z.string(),
  title: z.string(),
  /** Path of the record in the back office; null if it has no page. */
  to: z.string().nullable(),
  detail: z.string(),
  state: z.object({ label: z.string(), tone: Tone, hollow: z.boolean() }).nullable(),
  amount: Amount.nullable(),
  at: WireDate,
});

const Figure = z.object({
  label: z.string(),
  amounts: z.array(Amount),
  /** Instead of amounts. */
  count: z.number().nullable(),
  note: z.string(),
  tone: Tone,
});

/** Each kind of record has its own permission, which the use case checks; these are all of them. */
const readers = [
  'admin',
  'dealers.admin',
  'tuners.admin',
  'rescue.read',
  'credit-deals.admin',
  'tune-requests.admin',
] as const;

/** The place of the last event shown: its time with microseconds, and its id. */
const Cursor = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z~[a-z-]+:\d{1,19}$/, 'Invalid cursor.');

export const activityAdmin = {
  'GET /v1/admin/records/:kind/:id/timeline': {
    summary: 'Lists notes, changes, state steps, money and mails of a record, newest first. Paged by cursor.',
    access: readers,
    params: RecordParams,
    query: z.object({ show: z.enum(timelineKinds).optional(), before: Cursor.optional() }),
    reply: z.object({ data: z.array(TimelineEvent), next: z.string().nullable() }),
    refuses: ['not_found', 'forbidden'],
  },
  'POST /v1/admin/records/:kind/:id/notes': {
    summary: 'Adds a staff note to a record.',
    access: readers,
    params: RecordParams,
    body: z.object({ text: requiredText('The note', 4000) }),
    reply: TimelineEvent,
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found', 'forbidden', 'invalid_fields'],
  },
  'DELETE /v1/admin/staff-notes/:id': {
    summary: 'Deletes a staff note: its author, or a SuperAdmin. The audit log keeps its text.',
    access: readers,
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'forbidden'],
  },
  'GET /v1/admin/records/:kind/:id/overview': {
    summary: 'Shows key figures of a record and how many related records it has.',
    access: readers,
    params: RecordParams,
    reply: z.object({
      figures: z.array(Figure),
      lists: z.array(z.object({ list: z.string(), label: z.string(), count: z.number() })),
    }),
    refuses: ['not_found', 'forbidden'],
  },
  'GET /v1/admin/records/:kind/:id/related/:list': {
    summary: 'Lists related records of one kind, newest first.',
    access: readers,
    params: RecordParams.extend({ list: z.string().regex(/^[a-z-]{1,30}$/) }),
    query: PageQuery.pick({ page: true }),
    reply: Page(RelatedRow),
    refuses: ['not_found', 'forbidden'],
  },
} as const satisfies ContractMap;
