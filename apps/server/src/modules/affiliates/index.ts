// The door of the affiliates area.
export { affiliateById } from './queries.ts';
export { affiliatesAdminRoutes } from './routes.ts';
