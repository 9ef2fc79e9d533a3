// The door of the tuners area.
export { tunersAdminRoutes } from './routes.ts';
