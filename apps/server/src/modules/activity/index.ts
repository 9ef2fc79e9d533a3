export { activityAdminRoutes } from './routes.ts';
