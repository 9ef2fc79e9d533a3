import type { metrics } from '@tuneport/contract/analytics/metrics';
import { handlers } from '../../../platform/http/context.ts';
import { businessMetrics } from './business-metrics.ts';
import { metricBreakdown } from './metric-breakdown.ts';
import { listMetricRows } from './metric-rows.ts';

export const metricRoutes = handlers<typeof metrics>({
  'GET /v1/admin/metrics': ({ platform, db, query, now }) => businessMetrics(platform, db, query, now),
  'GET /v1/admin/metrics/breakdown': ({ db, query, now }) => metricBreakdown(db, query.by, query, now),
  'GET /v1/admin/metrics/tunes': ({ db, query, now }) => metricBreakdown(db, 'tune', query, now),
  'GET /v1/admin/metrics/vehicles': ({ db, query, now }) => metricBreakdown(db, query.by, query, now),
  'GET /v1/admin/metrics/rows': ({ db, query, now }) => listMetricRows(db, query, now),
});
