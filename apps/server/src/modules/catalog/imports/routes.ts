import type { catalogImportAdmin } from '@tuneport/contract/catalog/catalog-import-admin';
import type { Region } from '../../../platform/http/context.ts';
import { handlers } from '../../../platform/http/context.ts';
import { checkTable, findImport, listImports, uploadTable, vehicleImports } from './manage-imports.ts';

export const catalogImportRoutes = handlers<typeof catalogImportAdmin>({
  'GET /v1/admin/ecu/imports': ({ db, query }) => listImports(db, query.page),
  'POST /v1/admin/ecu/imports': async ({ db, platform, actor, body, files, now }) => {
    const id = await uploadTable(db, platform, actor, Number(body.region) as Region, files);
    return findImport(db, id, now);
  },
  'GET /v1/admin/ecu/imports/:id': ({ db, params, now }) => findImport(db, params.id, now),
  'POST /v1/admin/ecu/imports/:id/check': async ({ db, platform, actor, params, body, now }) => {
    await checkTable(db, platform, actor, params.id, body, now);
    return findImport(db, params.id, now);
  },
  'POST /v1/admin/ecu/imports/:id/start': async ({ db, platform, actor, params, now }) => {
    await vehicleImports.start(db, platform, actor, params.id, now);
    return findImport(db, params.id, now);
  },
  'DELETE /v1/admin/ecu/imports/:id': ({ db, actor, params, now }) => vehicleImports.delete(db, actor, params.id, now),
  'GET /v1/admin/ecu/imports/:id/skipped-csv': async ({ db, params }) => ({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="import-${params.id}-skipped.csv"`,
    },
    body: await vehicleImports.skippedCsv(db, params.id),
  }),
});
