// The door of the tuners area.
export { ownTuner } from './own-tuner.ts';
export { tunersRoutes } from './portal-routes.ts';
export { isTunerMember } from './queries.ts';
export { tunersAdminRoutes } from './routes.ts';
