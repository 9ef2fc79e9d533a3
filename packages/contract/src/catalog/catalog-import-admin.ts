import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { statesOf } from '@tuneport/domain/states/machine';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, numberFrom, Page, WireDate } from '../shapes.ts';

// Vehicle table imports: uploaded, mapped, validated by a dry run, then imported by a job.

/** The possible meanings of a column in a vehicle table, in display order. */
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

/** Zero-based column index by meaning. */
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
  /** The first skipped lines; the report file lists all that were recorded. */
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  resumed_after: z.number(),
  seconds: z.number(),
});

const VehicleImport = z
  .object({
    id: z.number(),
    file_name: z.string(),
    region: z.union([z.literal(1), z.literal(2)]),
    state: z.enum(statesOf(importMachine)),
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
    /** Whether it has made no progress for so long that it should be restarted. */
    stalled: z.boolean(),
    /** Whether the file is still stored: an import from the command line has none. */
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
    summary: 'Lists vehicle imports, newest first.',
    access: 'catalog.settings.read',
    query: z.object({ page: numberFrom(z.number().int().min(1).max(100_000)).default(1) }),
    reply: Page(ImportRow),
  },
  'POST /v1/admin/ecu/imports': {
    summary: 'Uploads a vehicle file (CSV or TSV, plain or gzip), reads its header and suggests a column mapping.',
    access: 'catalog.settings',
    body: z.object({ region: z.enum(['1', '2'], 'Choose a region.') }),
    reply: VehicleImport,
    status: 201,
    upload: { maxBytes: 100 * 1024 * 1024, maxFiles: 1 },
    refuses: ['invalid_fields', 'too_large'],
  },
  'GET /v1/admin/ecu/imports/:id': {
    summary: 'Shows an import: its progress, columns and results.',
    access: 'catalog.settings.read',
    params: IdParams,
    reply: VehicleImport,
    refuses: ['not_found'],
  },
  'POST /v1/admin/ecu/imports/:id/check': {
    summary: 'Checks the whole file with this column mapping without changing anything.',
    access: 'catalog.settings',
    params: IdParams,
    body: z.strictObject({ columns: ColumnChoice, region: z.union([z.literal(1), z.literal(2)]) }),
    reply: VehicleImport,
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
  'POST /v1/admin/ecu/imports/:id/start': {
    summary: 'Imports a checked file, or resumes an import that stopped.',
    access: 'catalog.settings',
    params: IdParams,
    reply: VehicleImport,
    refuses: ['not_found', 'conflict'],
  },
  'DELETE /v1/admin/ecu/imports/:id': {
    summary: 'Deletes an import that is not running. Imported records stay.',
    access: 'catalog.settings',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'GET /v1/admin/ecu/imports/:id/skipped-csv': {
    summary: 'Exports the skipped rows with their reasons as a CSV file.',
    access: 'catalog.settings.read',
    params: IdParams,
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
