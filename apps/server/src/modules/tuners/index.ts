// Public interface of the tuners area.
export { ownTuner, tunerIdsOf } from './own-tuner.ts';
export { tunersRoutes } from './portal-routes.ts';
export { worksAsTuner } from './queries.ts';
export { tunersAdminRoutes } from './routes.ts';
