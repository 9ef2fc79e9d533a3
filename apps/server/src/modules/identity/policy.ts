import { isAdmin, isSuperAdmin, may, permissionsOf } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { UserRow } from './queries.ts';

/** A user's own record, or any record for staff. */
export const mayReadUser = (actor: Actor, userId: number) => actor.userId === userId || isAdmin(actor.role);
export const mayEditUser = mayReadUser;

/**
 * The address controls the account, so only its owner may change that of staff. A user with a staff flag may be the
 * second approver, so an Admin must not take over that account either.
 */
export const mayChangeAddress = (actor: Actor, user: Pick<UserRow, 'id' | 'role' | 'flags'>) =>
  actor.userId === user.id || (!isAdmin(user.role) && (permissionsOf(user).size === 0 || isSuperAdmin(actor.role)));

/** Users cannot grant rights to themselves, so the last SuperAdmin cannot be demoted by accident. */
export const mayGrant = (actor: Actor, user: Pick<UserRow, 'id'>) =>
  may(actor, 'users.write') && actor.userId !== user.id;
export const mayBan = (actor: Actor, user: Pick<UserRow, 'id' | 'banned_at'>) =>
  may(actor, 'users.write') && actor.userId !== user.id && user.banned_at === null;
export const mayUnban = (actor: Actor, user: Pick<UserRow, 'banned_at'>) =>
  may(actor, 'users.write') && user.banned_at !== null;
/** Users remove their own factors on the account page, where another factor or the password confirms their identity. */
export const mayRemoveFactors = (actor: Actor, user: Pick<UserRow, 'id'>) =>
  may(actor, 'users.write') && actor.userId !== user.id;
export const mayEndSessions = (actor: Actor, user: Pick<UserRow, 'role'>) =>
  may(actor, 'users.read') && (!isAdmin(user.role) || may(actor, 'users.write'));
