import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, WireDate } from '../shapes.ts';
import { recordKinds } from './catalog-admin-shapes.ts';

// Records of one kind as a CSV file: taken out, changed outside, sent back, looked at line by line, and stored all at once.

const SheetReport = z.object({
  rows: z.object({
    read: z.number(),
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
  /** Columns of the file that are nothing of this kind of record. */
  ignored: z.array(z.string()),
  /** The first of the lines that change something: what each cell was and becomes. A new record has no number. */
  changes: z.array(
    z.object({
      line: z.number(),
      id: z.number().nullable(),
      name: z.string(),
      cells: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** The first of the reasons why nothing can be stored yet. */
  problems: z.array(z.object({ line: z.number(), column: z.string().nullable(), message: z.string() })),
});
export type SheetReport = z.output<typeof SheetReport>;

const CatalogSheet = z
  .object({
    id: z.number(),
    kind: z.enum(recordKinds),
    file_name: z.string(),
    state: z.enum(['checking', 'checked', 'running', 'done', 'failed']),
    rows_done: z.number(),
    rows_total: z.number(),
    report: SheetReport.nullable(),
    problem: z.string().nullable(),
    updated_at: WireDate,
  })
  .meta({ id: 'CatalogSheet' });

const KindParams = z.object({ kind: z.enum(recordKinds) });

export const catalogSheetAdmin = {
  'GET /v1/admin/ecu/sheets/:kind': {
    summary: 'All records of a kind as a CSV file that can be changed and sent back.',
    access: 'catalog.read',
    params: KindParams,
    reply: null,
    raw: true,
  },
  'POST /v1/admin/ecu/sheets/:kind': {
    summary:
      'Takes such a file back and begins to compare it; nothing is stored yet. Tools need the right to the settings.',
    access: 'catalog.write',
    params: KindParams,
    body: z.object({}),
    reply: CatalogSheet,
    status: 201,
    upload: { maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    refuses: ['invalid_fields', 'too_large', 'forbidden'],
  },
  'GET /v1/admin/ecu/sheet-imports/:id': {
    summary: 'How far the comparison or the storing is, and what each line changes.',
    access: 'catalog.write',
    params: IdParams,
    reply: CatalogSheet,
    refuses: ['not_found'],
  },
  'POST /v1/admin/ecu/sheet-imports/:id/start': {
    summary: 'Stores what was compared: every line, or none when one no longer fits.',
    access: 'catalog.write',
    params: IdParams,
    reply: CatalogSheet,
    refuses: ['not_found', 'conflict', 'forbidden'],
  },
} as const satisfies ContractMap;
