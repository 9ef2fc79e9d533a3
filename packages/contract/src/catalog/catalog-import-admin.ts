import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, Page, WireDate } from '../shapes.ts';

// Vehicle tables on their way into the catalogue: sent, mapped, checked without changing anything, then read in by a job.

/** What a column of a vehicle table can mean, in the order an editor offers it. */
export const importColumns = [
  'make',
  'model',
  'family',
  'year',
  'yearFrom',
  'yearTo',
  'engine',
  'engineCode',
  'displacementL',
  'displacementCc',
  'cylinders',
  'fuel',
  'powertrain',
  'aspiration',
  'supercharged',
  'powerHp',
  'powerPs',
  'powerKw',
  'torqueNm',
  'torqueLbFt',
  'transmission',
  'drive',
  'vehicleClass',
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Which column of the file, counted from 0, holds what. */
const ColumnChoice = z.partialRecord(z.enum(importColumns), z.number().int().min(0).max(999));

const ImportReport = z.object({
  rows: z.object({
    read: z.number(),
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    skipped: z.number(),
  }),
  records: z.record(z.string(), z.number()),
  skipped_by_reason: z.record(z.string(), z.number()),
  /** The first of them; the file of the report names all that were kept. */
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  resumed_after: z.number(),
  seconds: z.number(),
});

const VehicleImport = z
  .object({
    id: z.number(),
    file_name: z.string(),
    region: z.union([z.literal(1), z.literal(2)]),
    state: z.enum(['uploaded', 'checking', 'checked', 'running', 'done', 'failed']),
    rows_done: z.number(),
    rows_total: z.number(),
    header: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    columns: ColumnChoice,
    check_report: ImportReport.nullable(),
    report: ImportReport.nullable(),
    problem: z.string().nullable(),
    started_by: z.string().nullable(),
    started_at: WireDate,
    updated_at: WireDate,
    finished_at: WireDate.nullable(),
    /** Whether nothing has moved for so long that it should be set going again. */
    stalled: z.boolean(),
    /** Whether the file is still here: an import of the command line has none. */
    has_file: z.boolean(),
  })
  .meta({ id: 'VehicleImport' });

const ImportRow = VehicleImport.pick({
  id: true,
  file_name: true,
  region: true,
  state: true,
  rows_done: true,
  rows_total: true,
  started_by: true,
  started_at: true,
  finished_at: true,
});

export const catalogImportAdmin = {
  'GET /v1/admin/ecu/imports': {
    summary: 'Lists imports of vehicle tables, newest first.',
    access: 'catalog.settings.read',
    query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    reply: Page(ImportRow),
  },
  'POST /v1/admin/ecu/imports': {
    summary: 'Takes a vehicle table (CSV or TSV, plain or gzip), reads its header and guesses what its columns mean.',
    access: 'catalog.settings',
    body: z.object({ region: z.enum(['1', '2'], 'Choose a region.') }),
    reply: VehicleImport,
    status: 201,
    upload: { maxBytes: 100 * 1024 * 1024, maxFiles: 1 },
    refuses: ['invalid_fields', 'too_large'],
  },
  'GET /v1/admin/ecu/imports/:id': {
    summary: 'Shows an import: where it stands, its columns and what came of it.',
    access: 'catalog.settings.read',
    params: IdParams,
    reply: VehicleImport,
    refuses: ['not_found'],
  },
  'POST /v1/admin/ecu/imports/:id/check': {
    summary: 'Goes through the whole table with these columns and changes nothing.',
    access: 'catalog.settings',
    params: IdParams,
    body: z.strictObject({ columns: ColumnChoice, region: z.union([z.literal(1), z.literal(2)]) }),
    reply: VehicleImport,
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
  'POST /v1/admin/ecu/imports/:id/start': {
    summary: 'Reads a checked table in; sets one that stands still going again where it stopped.',
    access: 'catalog.settings',
    params: IdParams,
    reply: VehicleImport,
    refuses: ['not_found', 'conflict'],
  },
  'DELETE /v1/admin/ecu/imports/:id': {
    summary: 'Forgets an import that is not at work; what it brought stays.',
    access: 'catalog.settings',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'GET /v1/admin/ecu/imports/:id/skipped-csv': {
    summary: 'The lines that were skipped, each with its reason, as a CSV file.',
    access: 'catalog.settings.read',
    params: IdParams,
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
