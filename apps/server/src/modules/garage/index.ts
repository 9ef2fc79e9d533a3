export { garageRoutes } from './routes.ts';
export { addVehicle } from './save-vehicle.ts';
