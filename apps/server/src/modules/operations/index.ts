export { mailFrame } from './mail-kinds.ts';
export { operationsAdminRoutes } from './routes.ts';
