import { isAdmin, isSuperAdmin, may, permissionsOf } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { UserRow } from './queries.ts';

/** A user's own record, and everybody's for staff. */
export const mayReadUser = (actor: Actor, userId: number) => actor.userId === userId || isAdmin(actor.role);
export const mayEditUser = mayReadUser;

/**
 * The address is the key to the account, so that of staff is left to its owner. Somebody with a flag of staff may be the second person
 * who approves, so an Admin must not take that account either.
 */
export const mayChangeAddress = (actor: Actor, user: Pick<UserRow, 'id' | 'role' | 'flags'>) =>
  actor.userId === user.id || (!isAdmin(user.role) && (permissionsOf(user).size === 0 || isSuperAdmin(actor.role)));

/** Nobody grants to themselves: a SuperAdmin cannot lock everybody out by lowering the last one by accident. */
export const mayGrant = (actor: Actor, user: Pick<UserRow, 'id'>) =>
  may(actor, 'users.write') && actor.userId !== user.id;
export const mayBan = (actor: Actor, user: Pick<UserRow, 'id' | 'banned_at'>) =>
  may(actor, 'users.write') && actor.userId !== user.id && user.banned_at === null;
export const mayUnban = (actor: Actor, user: Pick<UserRow, 'banned_at'>) =>
  may(actor, 'users.write') && user.banned_at !== null;
export const mayEndSessions = (actor: Actor, user: Pick<UserRow, 'role'>) =>
  may(actor, 'users.read') && (!isAdmin(user.role) || may(actor, 'users.write'));
