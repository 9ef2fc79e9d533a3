import { reportFormats, reportIntervals, reportRights } from '@tuneport/domain/site/report-periods';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, requiredText, WireDate } from '../shapes.ts';

const Run = z.object({
  id: z.number(),
  /** The days of the company that it is about, both included. */
  first_day: z.string(),
  last_day: z.string(),
  rows: z.number(),
  has_pdf: z.boolean(),
  size_bytes: z.number(),
  at: WireDate,
});
const ScheduledReport = z
  .object({
    id: z.number(),
    report: z.string(),
    title: z.string(),
    every: z.enum(reportIntervals),
    format: z.enum(reportFormats),
    /** Why it is not sent any more; null while it is. */
    paused: z.string().nullable(),
    created_at: WireDate,
    runs: z.array(Run),
  })
  .meta({ id: 'ScheduledReport' });

/** Reports that staff get by e-mail. Everyone sees and changes their own only. */
export const scheduledReports = {
  'GET /v1/admin/scheduled-reports': {
    summary: "Lists the caller's scheduled reports and the reports they may schedule.",
    access: reportRights,
    reply: z.object({
      data: z.array(ScheduledReport),
      available: z.array(z.object({ report: z.string(), title: z.string() })),
    }),
  },
  'POST /v1/admin/scheduled-reports': {
    summary: 'Schedules a report that the caller gets by e-mail, as a CSV or PDF file.',
    access: reportRights,
    body: z.object({
      report: requiredText('The report', 60),
      every: z.enum(reportIntervals, 'Choose how often it is sent.'),
      format: z.enum(reportFormats, 'Choose CSV or PDF.').default('csv'),
    }),
    reply: ScheduledReport,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'conflict', 'email_unconfirmed'],
  },
  'DELETE /v1/admin/scheduled-reports/:id': {
    summary: 'Ends a scheduled report of the caller.',
    access: reportRights,
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'GET /v1/admin/scheduled-reports/runs/:id/file': {
    summary: "Downloads the file of one of the caller's reports, while they may read it.",
    access: reportRights,
    params: IdParams,
    query: z.object({ format: z.enum(reportFormats).default('csv') }),
    reply: null,
    raw: true,
    refuses: ['not_found', 'forbidden'],
  },
} as const satisfies ContractMap;
