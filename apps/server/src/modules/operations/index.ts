export { mailFrame } from './mail-kinds.ts';
export { inboundMailRoutes } from './receive-inbound-mail.ts';
export { operationsAdminRoutes } from './routes.ts';
