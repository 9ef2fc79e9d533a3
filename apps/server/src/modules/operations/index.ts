export { operationsAdminRoutes } from './routes.ts';
