// Public interface of the account area: what a person does with all of their data.
export { accountMailSamples } from './account-mails.ts';
export { accountJobs, accountSchedules } from './jobs.ts';
export { accountDeletionRoutes, dataExportRoutes, notificationRoutes } from './routes.ts';
