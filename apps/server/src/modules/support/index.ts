// The door of the support area: tickets and rescue.
export { answerRescue } from './rescue/answer-rescue.ts';
export { supportRescueAdminRoutes, supportRescueRoutes } from './rescue/rescue-routes.ts';
export { abandonRescues, rescueJobs, rescueSchedules } from './rescue/silent-rescues.ts';
export { startRescue } from './rescue/start-rescue.ts';
export { openTicket } from './tickets/open-ticket.ts';
export { keepTickets, ticketJobs, ticketSchedules } from './tickets/silent-rules.ts';
export type { Desk } from './tickets/step-ticket.ts';
export { supportTicketAdminRoutes } from './tickets/ticket-admin-routes.ts';
export { supportTicketRoutes } from './tickets/ticket-routes.ts';
