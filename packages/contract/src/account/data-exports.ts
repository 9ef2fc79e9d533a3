import { dataExportStates } from '@tuneport/domain/identity/data-export-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, WireDate } from '../shapes.ts';

const DataExport = z.object({
  id: z.number(),
  state: z.enum(dataExportStates),
  /** Parts that are written, of all parts; 0 of 0 until the work begins. */
  parts_done: z.number(),
  parts_total: z.number(),
  size_bytes: z.number().nullable(),
  requested_at: WireDate,
  expires_at: WireDate.nullable(),
});

export const dataExports = {
  'GET /user/data-exports': {
    summary: "Lists the caller's data exports, newest first.",
    access: 'user',
    reply: z.array(DataExport),
  },
  'POST /user/data-exports': {
    summary: "Requests a ZIP file with all data of the caller's account. An e-mail tells when it is ready.",
    access: 'user',
    confirmedEmail: true,
    freshLogin: true,
    reply: DataExport,
    status: 202,
    refuses: ['conflict', 'too_many_requests'],
  },
  'GET /user/data-exports/:id/file': {
    summary: 'Downloads the ZIP file of a data export.',
    access: 'owner',
    params: IdParams,
    freshLogin: true,
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  'DELETE /user/data-exports/:id': {
    summary: 'Deletes a finished data export with its file.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
} as const satisfies ContractMap;
