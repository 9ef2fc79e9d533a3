export { garageJobs, garageSchedules } from './hand-over.ts';
export { garageMailSamples } from './hand-over-mails.ts';
export { addEntry } from './passport-entries.ts';
export { passportRoutes } from './passport-routes.ts';
export { garageRoutes } from './routes.ts';
export { addVehicle } from './save-vehicle.ts';
