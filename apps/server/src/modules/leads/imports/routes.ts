import type { leadImports } from '@tuneport/contract/leads/lead-imports';
import { handlers } from '../../../platform/http/context.ts';
import { contactImports, findImport, listImports, uploadContacts } from './manage-imports.ts';

export const leadImportRoutes = handlers<typeof leadImports>({
  'GET /v1/admin/lead-engine/imports': ({ db, query }) => listImports(db, query.page),
  'POST /v1/admin/lead-engine/imports': async ({ db, platform, actor, files, now }) =>
    findImport(db, await uploadContacts(db, platform, actor, files), now),
  'GET /v1/admin/lead-engine/imports/:id': ({ db, params, now }) => findImport(db, params.id, now),
  'POST /v1/admin/lead-engine/imports/:id/check': async ({ db, platform, actor, params, body, now }) => {
    await contactImports.check(db, platform, actor, params.id, body.columns, now);
    return findImport(db, params.id, now);
  },
  'POST /v1/admin/lead-engine/imports/:id/start': async ({ db, platform, actor, params, now }) => {
    await contactImports.start(db, platform, actor, params.id, now);
    return findImport(db, params.id, now);
  },
  'DELETE /v1/admin/lead-engine/imports/:id': ({ db, actor, params, now }) =>
    contactImports.delete(db, actor, params.id, now),
  'GET /v1/admin/lead-engine/imports/:id/report-csv': async ({ db, params }) => ({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="contacts-import-${params.id}.csv"`,
    },
    body: await contactImports.skippedCsv(db, params.id),
  }),
});
