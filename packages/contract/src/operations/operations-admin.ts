import { mailKindNames } from '@tuneport/domain/site/mail-kinds';
import { languages } from '@tuneport/domain/text/languages';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { anyOf, dayRange, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';

const MailState = z.enum(['queued', 'sent', 'failed', 'kept']);

const MailRow = z.object({
  id: z.number(),
  kind: z.string(),
  to_address: z.string(),
  subject: z.string(),
  state: MailState,
  attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: WireDate,
  sent_at: WireDate.nullable(),
  /** Set until the mail is sent. */
  next_attempt_at: WireDate.nullable(),
});

const MailRecord = MailRow.extend({
  /** As stored: tokens and codes are masked. */
  text: z.string(),
  /**
   * Whether tokens or codes are masked: `live` if they still exist, `erased` after sending or by age, `none` if there
   * were none.
   */
  hidden: z.enum(['live', 'erased', 'none']),
  can: z.object({ retry: z.boolean(), reveal: z.boolean() }),
});

const Queue = z.object({
  name: z.string(),
  waiting: z.number(),
  /** Scheduled for later: a postponed job, or the delay before a retry. */
  postponed: z.number(),
  running: z.number(),
  failed: z.number(),
  done: z.number(),
});

const ScheduleRow = z.object({
  name: z.string(),
  cron: z.string(),
  time_zone: z.string(),
  last_due_at: WireDate.nullable(),
  last_state: z.enum(['waiting', 'running', 'failed', 'done']).nullable(),
  next_due_at: WireDate.nullable(),
});

const FailedJob = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.number(),
  error: z.string(),
  created_at: WireDate,
  failed_at: WireDate.nullable(),
});

const KindParams = z.object({ kind: z.enum(mailKindNames, 'There is no such kind of e-mail.') });
/** The language of the sample. */
const SampleQuery = z.object({ language: z.enum(languages, 'Choose en, de or fr.').default('en') });
const MailKindRow = z.object({
  kind: z.string(),
  label: z.string(),
  to: z.string(),
  when: z.string(),
  subject: z.string(),
});

export const operationsAdmin = {
  'GET /v1/admin/mail-kinds': {
    summary: 'Lists every kind of mail, with the subject of its sample.',
    access: 'mail.read',
    reply: z.object({ data: z.array(MailKindRow) }),
  },
  'GET /v1/admin/mail-kinds/:kind': {
    summary: 'Shows a kind of mail with sample data, as plain text.',
    access: 'mail.read',
    params: KindParams,
    query: SampleQuery,
    reply: MailKindRow.extend({ text: z.string() }),
  },
  'GET /v1/admin/mail-kinds/:kind/html': {
    summary: 'Shows a kind of mail with sample data, as HTML. For a frame of the back office.',
    access: 'mail.read',
    params: KindParams,
    query: SampleQuery,
    reply: null,
    raw: true,
  },
  'POST /v1/admin/mail-kinds/:kind/test': {
    summary: "Sends the sample of a kind of mail to the caller's own address.",
    access: 'mail.read',
    params: KindParams,
    body: SampleQuery,
    reply: z.object({ to: z.string() }),
    limit: { max: 20, windowS: 3600, by: 'actor' },
  },
  'GET /v1/admin/mail': {
    summary: 'Lists the outbox, newest first, without bodies.',
    access: 'mail.read',
    query: PageQuery.extend({
      ...dayRange,
      state: anyOf(MailState).optional(),
      kind: z.string().trim().max(80).optional(),
    }),
    reply: Page(MailRow),
  },
  'GET /v1/admin/mail/:id': {
    summary: 'Shows one mail, with its secret links and codes masked.',
    access: 'mail.read',
    params: IdParams,
    reply: MailRecord,
    refuses: ['not_found'],
  },
  'POST /v1/admin/mail/:id/retry': {
    summary: 'Sends a failed or unsent mail again.',
    access: 'superadmin',
    params: IdParams,
    reply: MailRecord,
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/mail/:id/reveal': {
    summary: 'Shows a mail with its working links, only while no mail server is configured. Recorded in the audit log.',
    access: 'superadmin',
    params: IdParams,
    reply: z.object({ subject: z.string(), text: z.string() }),
    refuses: ['not_found', 'conflict'],
  },
  'GET /v1/admin/jobs': {
    summary: 'Shows the queues with their counts and the schedules with their last and next run.',
    access: 'jobs.read',
    reply: z.object({ queues: z.array(Queue), schedules: z.array(ScheduleRow) }),
  },
  'GET /v1/admin/jobs/failed': {
    summary: 'Lists failed jobs, newest first.',
    access: 'jobs.read',
    query: PageQuery.extend({ name: z.string().trim().max(80).optional() }),
    reply: Page(FailedJob),
  },
  'POST /v1/admin/jobs/failed/:id/retry': {
    summary: 'Retries a failed job.',
    access: 'superadmin',
    params: z.object({ id: z.uuid() }),
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
