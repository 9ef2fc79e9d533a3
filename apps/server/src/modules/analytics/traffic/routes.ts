import type { webTraffic } from '@tuneport/contract/analytics/web-traffic';
import type { Dimension } from '@tuneport/domain/analytics/traffic-dimensions';
import { handlers } from '../../../platform/http/context.ts';
import { settingsOf } from '../../settings/index.ts';
import { visitsSince } from './expire-traffic.ts';
import { listPageViews, listVisits } from './traffic-lists.ts';
import { annotations, goals } from './traffic-records.ts';
import { acquisition, breakdown, newVersusReturning, overview, searchStats, visitStats } from './traffic-reports.ts';

export const webTrafficRoutes = handlers<typeof webTraffic>({
  ...goals.routes,
  ...annotations.routes,
  'GET /v1/admin/analytics/visit-stats': ({ db, query }) => visitStats(db, query),
  'GET /v1/admin/analytics/new-vs-returning': ({ db, query }) => newVersusReturning(db, query),
  'GET /v1/admin/analytics/search-stats': ({ db, query }) => searchStats(db, query),
  'GET /v1/admin/analytics/traffic-acquisition-scoped': ({ db, query }) => acquisition(db, query),
  'GET /v1/admin/analytics/breakdown': ({ db, query }) =>
    breakdown(db, { ...query, dimension: query.dimension as Dimension }),
  'GET /v1/admin/analytics/overview': async ({ db, platform, query, now }) => {
    const { traffic_raw_days } = await settingsOf(platform);
    return overview(db, query, now, visitsSince(traffic_raw_days, now));
  },
  'GET /v1/admin/analytics/visits': ({ db, query }) => listVisits(db, query),
  'GET /v1/admin/analytics/page-views': ({ db, query }) => listPageViews(db, query),
});
