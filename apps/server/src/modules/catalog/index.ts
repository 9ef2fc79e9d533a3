export { estimateByHash } from './estimate-queries.ts';
export { type ImportReport, importVehicles } from './imports/import-vehicles.ts';
export { readTable, TableError } from './imports/read-table.ts';
export { searchWords } from './imports/store-vehicles.ts';
export { catalogAdminRoutes } from './manage/routes.ts';
export { roleDiscountKeys } from './price-view.ts';
export { catalogRoutes } from './routes.ts';
export { tellSubscribers } from './subscribe.ts';
