// The door of the tuners area.
export { isTunerMember } from './queries.ts';
export { tunersAdminRoutes } from './routes.ts';
