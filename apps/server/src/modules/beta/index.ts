export { betaMailSamples } from './beta-mails.ts';
export { betaJobs, betaSchedules } from './jobs.ts';
export { giveFeedback, joinProgram, termsHash } from './join.ts';
export { programRecords as betaRecords } from './records.ts';
export { betaAdminRoutes, betaRoutes } from './routes.ts';
export { moveProgram } from './steps.ts';
