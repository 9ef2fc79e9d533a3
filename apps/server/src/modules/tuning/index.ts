export { graphJobs, graphSchedules } from './graphs/graph-jobs.ts';
export { tuningGraphRoutes } from './graphs/graph-routes.ts';
export { ownFile, type TakenUpload, takeUpload } from './uploads/take-upload.ts';
export { tuningUploadJobs, tuningUploadSchedules } from './uploads/upload-jobs.ts';
export { tuningUploadRoutes } from './uploads/upload-routes.ts';
