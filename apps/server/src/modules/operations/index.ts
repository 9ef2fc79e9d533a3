export { type BulkList, namesIn, registerBulkLists } from './bulk/bulk-lists.ts';
export { bulkRunRoutes } from './bulk/routes.ts';
export { runBulkJob } from './bulk/run-bulk.ts';
export { mailFrame } from './mail-kinds.ts';
export { inboundMailRoutes } from './receive-inbound-mail.ts';
export { operationsAdminRoutes } from './routes.ts';
