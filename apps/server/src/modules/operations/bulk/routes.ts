import type { bulkRuns } from '@tuneport/contract/operations/bulk-runs';
import { handlers } from '../../../platform/http/context.ts';
import { cancelBulkRun, findBulkRun, listBulkRuns, resumeBulkRun, startBulkRun } from './manage-bulk-runs.ts';

export const bulkRunRoutes = handlers<typeof bulkRuns>({
  'GET /v1/admin/bulk-runs': ({ db, actor, query }) => listBulkRuns(db, actor, query),
  'POST /v1/admin/bulk-runs': ({ db, actor, platform, body, now }) => startBulkRun(db, platform.jobs, actor, body, now),
  'GET /v1/admin/bulk-runs/:id': ({ db, actor, params, now }) => findBulkRun(db, actor, params.id, now),
  'POST /v1/admin/bulk-runs/:id/cancel': ({ db, actor, params, now }) => cancelBulkRun(db, actor, params.id, now),
  'POST /v1/admin/bulk-runs/:id/resume': ({ db, actor, platform, params, now }) =>
    resumeBulkRun(db, platform.jobs, actor, params.id, now),
});
