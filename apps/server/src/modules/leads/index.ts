// Public interface of the leads area.

export { leadBulkLists } from './bulk-lists.ts';
export { addDeals, type DealWithHistory } from './deals/add-deals.ts';
export { leadImportRoutes } from './imports/routes.ts';
export { leadJobs, leadSchedules } from './jobs/jobs.ts';
export { leadMailSamples } from './jobs/remind.ts';
export { dealReplies } from './mails/mail-replies.ts';
export { dealMailFile } from './mails/send-mail.ts';
export { addOpportunities } from './opportunities.ts';
export { listPipelines } from './pipelines.ts';
export {
  leadActivityRoutes,
  leadContactRoutes,
  leadDealerRoutes,
  leadDealRoutes,
  leadFieldRoutes,
  leadMailRoutes,
  leadNoteRoutes,
  leadOpportunityRoutes,
  leadPipelineRoutes,
  leadReportRoutes,
} from './routes.ts';
