export { chooseTunes, readSides } from './estimate/choose-tunes.ts';
export { describeSelection } from './estimate/describe-selection.ts';
export {
  derivationOf,
  estimate,
  type Input as SelectionInput,
  type MadeEstimate,
  makeEstimate,
  storeMadeEstimate,
} from './estimate/estimate.ts';
export { estimateByHash, estimateRemovals, storedInput } from './estimate/estimate-queries.ts';
export { installersFor, nearestFirst, placeNear } from './estimate/installers.ts';
export { presentEstimate } from './estimate/present-estimate.ts';
export { writesTune } from './estimate/tool-restrictions.ts';
export { catalogImportJobs } from './imports/import-jobs.ts';
export { isStalled, readHead, refusingTables, sampleOf, sampleRows } from './imports/import-rules.ts';
export { importSteps } from './imports/import-steps.ts';
export { columnsNamed, importVehicles } from './imports/import-vehicles.ts';
export { checkProgress, ImportJob, settleImport, workOnImport } from './imports/import-work.ts';
export { readTable, TableError } from './imports/read-table.ts';
export { catalogImportRoutes } from './imports/routes.ts';
export { searchWords, storeSearchWords } from './imports/search-words.ts';
export { catalogBulkLists } from './manage/bulk-lists.ts';
export { catalogAdminRoutes } from './manage/routes.ts';
export { renameVehicles } from './manage/vehicles/rename-vehicles.ts';
export { manifestMailSamples } from './manifests/manifest-mails.ts';
export { toolManifestRoutes } from './manifests/routes.ts';
export { catalogRoutes } from './routes.ts';
export { findVehicle } from './search/find-vehicles.ts';
export { searchCatalog } from './search/search-catalog.ts';
export { catalogVinRoutes, vinFacts } from './search/vin.ts';
export { catalogSheetRoutes } from './sheets/routes.ts';
export { catalogSheetJobs } from './sheets/sheet-jobs.ts';
export { subscriptionMailSamples } from './subscribe.ts';
