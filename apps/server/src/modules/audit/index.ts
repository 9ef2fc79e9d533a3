import type { AuditActor } from '../../platform/actor.ts';

export { writeAudit } from '../../platform/audit.ts';
export { exportAudit } from './export-audit.ts';
export { auditRemovals, listActs } from './queries.ts';

/** The actor of actions without a user: schedules and the command line. */
export const system: AuditActor = {
  userId: null,
  sessionId: null,
  address: 'system',
};
