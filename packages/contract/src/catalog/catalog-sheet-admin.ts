import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, WireDate } from '../shapes.ts';
import { recordKinds } from './catalog-admin-shapes.ts';

// Records of one kind as a CSV file: exported, edited outside, sent back, previewed line by line, and stored in one
// step.

const SheetReport = z.object({
  rows: z.object({
    read: z.number(),
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
  /** Columns of the file that do not belong to this kind of record. */
  ignored: z.array(z.string()),
  /** The first changed lines with the old and new value of each cell. A new record has no id. */
  changes: z.array(
    z.object({
      line: z.number(),
      id: z.number().nullable(),
      name: z.string(),
      cells: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** The first errors that prevent storing. */
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
    summary: 'Exports all records of a kind as a CSV file that can be edited and imported.',
    access: 'catalog.read',
    params: KindParams,
    reply: null,
    raw: true,
  },
  'POST /v1/admin/ecu/sheets/:kind': {
    summary:
      'Uploads an edited file and starts comparing it; nothing is stored yet. Tools require the settings permission.',
    access: 'catalog.write',
    params: KindParams,
    body: z.object({}),
    reply: CatalogSheet,
    status: 201,
    upload: { maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    refuses: ['invalid_fields', 'too_large', 'forbidden'],
  },
  'GET /v1/admin/ecu/sheet-imports/:id': {
    summary: 'Shows the progress of the comparison or import, and the changes per row.',
    access: 'catalog.write',
    params: IdParams,
    reply: CatalogSheet,
    refuses: ['not_found'],
  },
  'POST /v1/admin/ecu/sheet-imports/:id/start': {
    summary: 'Stores the compared changes: every row, or none if one no longer applies.',
    access: 'catalog.write',
    params: IdParams,
    reply: CatalogSheet,
    refuses: ['not_found', 'conflict', 'forbidden'],
  },
} as const satisfies ContractMap;
