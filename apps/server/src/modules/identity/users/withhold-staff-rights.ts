import { isAdmin } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../../platform/actor.ts';

/**
 * If the site requires a second factor for staff, a session without one keeps only the rights of an ordinary user.
 * Removing the rights here means that access rules and endpoints need no check of their own.
 */
export function withholdStaffRights(actor: Actor, demanded: boolean): Actor {
  const isStaff = isAdmin(actor.role) || actor.flags.length > 0;
  if (!demanded || actor.secondFactor || !isStaff) return actor;
  return { ...actor, role: isAdmin(actor.role) ? 0 : actor.role, flags: [], withheld: true };
}
