import { importMachine } from '@tuneport/domain/catalog/import-steps';
import type { CustomFieldName } from '@tuneport/domain/leads/custom-fields';
import { statesOf } from '@tuneport/domain/states/machine';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, numberFrom, Page, WireDate } from '../shapes.ts';
import { CustomFieldKey } from './lead-fields.ts';

export const contactColumns = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'organization',
  'label',
  'owner',
  'note',
] as const;
export type ContactColumn = (typeof contactColumns)[number];
export type ContactColumnName = ContactColumn | CustomFieldName;

/** Zero-based column index by meaning. */
const ColumnIndex = z.number().int().min(0).max(999);
const ColumnChoice = z
  .partialRecord(z.union([z.enum(contactColumns), CustomFieldKey]), ColumnIndex)
  .transform((columns) => columns as Partial<Record<ContactColumnName, number>>);

const Report = z.object({
  rows: z.object({
    read: z.number(),
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    skipped: z.number(),
  }),
  /** Parts of imported rows that were left out, such as one wrong address of two. */
  warnings: z.number(),
  by_reason: z.record(z.string(), z.number()),
  /** The first skipped rows and warnings; the report file lists all that were recorded. */
  lines: z.array(z.object({ line: z.number(), reason: z.string() })),
});

const LeadImport = z
  .object({
    id: z.number(),
    file_name: z.string(),
    state: z.enum(statesOf(importMachine)),
    rows_done: z.number(),
    rows_total: z.number(),
    header: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    columns: ColumnChoice,
    check_report: Report.nullable(),
    report: Report.nullable(),
    problem: z.string().nullable(),
    started_by: z.string().nullable(),
    started_at: WireDate,
    updated_at: WireDate,
    /** Whether it has made no progress for so long that it should be restarted. */
    stalled: z.boolean(),
  })
  .meta({ id: 'LeadImport' });

const one = { access: 'leads', params: IdParams, reply: LeadImport } as const;

export const leadImports = {
  'GET /v1/admin/lead-engine/imports': {
    summary: 'Lists imports of contacts, newest first.',
    access: 'leads',
    query: z.object({ page: numberFrom(z.number().int().min(1).max(100_000)).default(1) }),
    reply: Page(
      LeadImport.pick({
        id: true,
        file_name: true,
        state: true,
        rows_done: true,
        rows_total: true,
        started_by: true,
        started_at: true,
      }),
    ),
  },
  'POST /v1/admin/lead-engine/imports': {
    summary: 'Uploads a file of contacts (CSV or TSV, plain or gzip), reads its header and suggests a column mapping.',
    access: 'leads',
    body: z.object({}),
    reply: LeadImport,
    status: 201,
    upload: { maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    refuses: ['invalid_fields', 'too_large'],
  },
  'GET /v1/admin/lead-engine/imports/:id': {
    summary: 'Shows an import of contacts: its progress, columns and results.',
    ...one,
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/imports/:id/check': {
    summary: 'Checks the whole file with this column mapping without changing anything.',
    ...one,
    body: z.strictObject({ columns: ColumnChoice }),
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
  'POST /v1/admin/lead-engine/imports/:id/start': {
    summary: 'Imports a checked file, or resumes an import that stopped.',
    ...one,
    refuses: ['not_found', 'conflict'],
  },
  'DELETE /v1/admin/lead-engine/imports/:id': {
    summary: 'Deletes an import that is not running. Imported contacts stay.',
    access: 'leads',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'GET /v1/admin/lead-engine/imports/:id/report-csv': {
    summary: 'Exports the skipped rows and warnings with their reasons as a CSV file.',
    access: 'leads',
    params: IdParams,
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
