// Public interface of the affiliates area.
export { affiliateById } from './queries.ts';
export { affiliateRoutes, affiliatesAdminRoutes } from './routes.ts';
