import type { catalogSheetAdmin } from '@tuneport/contract/catalog/catalog-sheet-admin';
import { writeAudit } from '../../../platform/audit.ts';
import { handlers } from '../../../platform/http/context.ts';
import { findSheet, sendSheet, startSheet } from './manage-sheets.ts';
import { wholeSheet } from './sheet-rows.ts';

export const catalogSheetRoutes = handlers<typeof catalogSheetAdmin>({
  'GET /v1/admin/ecu/sheets/:kind': async ({ db, actor, params }) => {
    await writeAudit(db, actor, 'catalog.export', 'catalog', { kind: params.kind });
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${params.kind}.csv"`,
      },
      body: await wholeSheet(db, params.kind),
    };
  },
  'POST /v1/admin/ecu/sheets/:kind': async ({ db, platform, actor, params, files }) =>
    findSheet(db, await sendSheet(db, platform, actor, params.kind, files)),
  'GET /v1/admin/ecu/sheet-imports/:id': ({ db, params }) => findSheet(db, params.id),
  'POST /v1/admin/ecu/sheet-imports/:id/start': async ({ db, platform, actor, params, now }) => {
    await startSheet(db, platform, actor, params.id, now);
    return findSheet(db, params.id);
  },
});
