export { chooseTunes, readSides } from './choose-tunes.ts';
export { describeSelection } from './describe-selection.ts';
export {
  derivationOf,
  estimate,
  type Input as SelectionInput,
  type MadeEstimate,
  makeEstimate,
  storeMadeEstimate,
} from './estimate.ts';
export { estimateByHash, storedInput } from './estimate-queries.ts';
export { findVehicle } from './find-vehicles.ts';
export { catalogImportJobs } from './imports/import-jobs.ts';
export { columnsNamed, type ImportReport, importVehicles } from './imports/import-vehicles.ts';
export { readTable, TableError } from './imports/read-table.ts';
export { catalogImportRoutes } from './imports/routes.ts';
export { searchWords, storeSearchWords } from './imports/search-words.ts';
export { installersFor, nearestFirst, placeNear } from './installers.ts';
export { renameVehicles } from './manage/rename-vehicles.ts';
export { catalogAdminRoutes } from './manage/routes.ts';
export { presentEstimate } from './present-estimate.ts';
export { catalogRoutes } from './routes.ts';
export { searchCatalog } from './search-catalog.ts';
export { catalogSheetRoutes } from './sheets/routes.ts';
export { catalogSheetJobs } from './sheets/sheet-jobs.ts';
export { notifySubscribers } from './subscribe.ts';
export { writesTune } from './tool-restrictions.ts';
export { catalogVinRoutes, vinFacts } from './vin.ts';
