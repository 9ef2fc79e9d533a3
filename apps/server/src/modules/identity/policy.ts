import { isAdmin, may } from '@tuneport/domain/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { UserRow } from './queries.ts';

/** A user's own record, and everybody's for staff. */
export const mayReadUser = (actor: Actor, userId: number) => actor.userId === userId || isAdmin(actor.role);
export const mayEditUser = mayReadUser;

/** Nobody grants to themselves: a SuperAdmin cannot lock everybody out by lowering the last one by accident. */
export const mayGrant = (actor: Actor, user: Pick<UserRow, 'id'>) =>
  may(actor, 'users.write') && actor.userId !== user.id;
export const mayBan = (actor: Actor, user: Pick<UserRow, 'id' | 'banned_at'>) =>
  may(actor, 'users.write') && actor.userId !== user.id && user.banned_at === null;
export const mayUnban = (actor: Actor, user: Pick<UserRow, 'banned_at'>) =>
  may(actor, 'users.write') && user.banned_at !== null;
export const mayEndSessions = (actor: Actor, user: Pick<UserRow, 'role'>) =>
  may(actor, 'users.read') && (!isAdmin(user.role) || may(actor, 'users.write'));
