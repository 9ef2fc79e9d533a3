import { isAdmin } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../../platform/actor.ts';

/**
 * Where the site demands a second factor of its staff, a session without one keeps what every user has and none of what role or flags
 * add: access rules need not know, and no endpoint can forget.
 */
export function withholdStaffRights(actor: Actor, demanded: boolean): Actor {
  const isStaff = isAdmin(actor.role) || actor.flags.length > 0;
  if (!demanded || actor.secondFactor || !isStaff) return actor;
  return { ...actor, role: isAdmin(actor.role) ? 0 : actor.role, flags: [], withheld: true };
}
