// Public interface of the support area: tickets, rescues and approvals of grants.
export { approvalAdminRoutes } from './approvals/approval-routes.ts';
export { type SupportContext, supportContextOf } from './desk.ts';
export { supportLinkRoutes } from './links/renew-link.ts';
export { supportMailSamples } from './mail-samples.ts';
export { answerRescue } from './rescue/answer-rescue.ts';
export { moveStep } from './rescue/move-rescue.ts';
export { supportRescueAdminRoutes, supportRescueRoutes } from './rescue/rescue-routes.ts';
export { abandonRescues, rescueJobs, rescueSchedules } from './rescue/rescue-timeouts.ts';
export { startRescue } from './rescue/start-rescue.ts';
export { assignTicket } from './tickets/assign-ticket.ts';
export { dealerTicketRoutes } from './tickets/dealer-ticket-routes.ts';
export { ticketReplies } from './tickets/mail-replies.ts';
export { openTicket } from './tickets/open-ticket.ts';
export { supportTicketAdminRoutes } from './tickets/ticket-admin-routes.ts';
export { ticketById } from './tickets/ticket-queries.ts';
export { supportTicketRoutes } from './tickets/ticket-routes.ts';
export { maintainTickets, ticketJobs, ticketSchedules } from './tickets/ticket-timeouts.ts';
export { writeAsCustomer, writeForStaff } from './tickets/write-reply.ts';
