export { searchAdminRoutes, searchRoutes } from './routes.ts';
