export { type ImportReport, importVehicles } from './imports/import-vehicles.ts';
export { TableError } from './imports/read-table.ts';
export { catalogRoutes } from './routes.ts';
