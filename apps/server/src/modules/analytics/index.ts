export { backOfficeRoutes } from './back-office/routes.ts';
export { homeJobs, homeSchedules } from './home/home-proof.ts';
export { homeRoutes } from './home/routes.ts';
export { dealerStatisticsRoutes } from './metrics/dealer-statistics.ts';
export { partnerDashboardRoutes } from './metrics/partner-dashboards.ts';
export { metricRoutes } from './metrics/routes.ts';
export { analyticsRemovals } from './queries.ts';
export {
  reportAttachment,
  reportJobs,
  reportMailSamples,
  reportSchedules,
  scheduledReportRoutes,
} from './reports/scheduled-reports.ts';
export { analyticsRoutes } from './routes.ts';
export { countTraffic } from './traffic/count-traffic.ts';
export { trafficJobs, trafficSchedules } from './traffic/expire-traffic.ts';
export { valueSales } from './traffic/place-sales.ts';
export { webTrafficRoutes } from './traffic/routes.ts';
