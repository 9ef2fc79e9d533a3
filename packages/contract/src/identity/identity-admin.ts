import { auditGroupNames } from '@tuneport/domain/activity/audit-kinds';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { anyOf, Day, dayRange, Id, IdParams, numberFrom, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';
import { Flag, Role } from './identity.ts';

const UserRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  role: Role,
  f: z.array(Flag),
  banned: z.boolean(),
  deleted: z.boolean(),
  second_factor: z.boolean(),
  created_at: WireDate,
  last_seen_at: WireDate.nullable(),
});

const Membership = z.object({ id: z.number(), name: z.string(), kind: z.string() });

const UserRecord = UserRow.extend({
  preferred_display_currency: z.string().nullable(),
  pending_email: z.string().nullable(),
  updated_at: WireDate,
  /** null for a user who is not banned. */
  ban_reason: z.string().nullable(),
  /** A deletion the user requested, and one that is done. */
  deletion_due_at: WireDate.nullable(),
  deleted_at: WireDate.nullable(),
  sessions: z.number(),
  api_keys: z.number(),
  dealers: z.array(Membership),
  tuners: z.array(Membership),
  affiliates: z.array(Membership),
  can: z.object({
    grant: z.boolean(),
    ban: z.boolean(),
    unban: z.boolean(),
    remove_factors: z.boolean(),
    end_sessions: z.boolean(),
  }),
});

const AuditRow = z.object({
  id: z.string(),
  at: WireDate,
  actor_id: z.number().nullable(),
  actor_name: z.string().nullable(),
  act: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** The network address of the actor. */
  address: z.string().nullable(),
});

const auditFilters = {
  act: z.string().max(80).optional(),
  actor_id: Id.optional(),
  /** A record as the log names it: "order:7". */
  subject: z.string().max(200).optional(),
  group: z.enum(auditGroupNames).optional(),
  from: Day.optional(),
  to: Day.optional(),
};

const Reason = z.object({ reason: requiredText('A reason', 500) });

export const identityAdmin = {
  'GET /v1/admin/users': {
    summary: 'Lists users.',
    access: 'users.read',
    query: PageQuery.extend({
      ...dayRange,
      role: anyOf(numberFrom(z.number().pipe(Role))).optional(),
      flag: Flag.optional(),
      banned: z.stringbool().optional(),
    }),
    reply: Page(UserRow),
  },
  'GET /v1/admin/users/search-usernames': {
    summary: 'Finds users by part of a name.',
    access: 'admin',
    query: z.object({ name: z.string().trim().max(100).default('') }),
    reply: z.array(z.object({ id: z.number(), name: z.string() })),
    limit: { max: 120, windowS: 60, by: 'actor' },
  },
  'GET /v1/admin/users/:id': {
    summary: 'Shows one user with roles, flags and memberships.',
    access: 'users.read',
    params: IdParams,
    reply: UserRecord,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/users/:id': {
    summary: 'Sets the role and flags. Ends every session of the user.',
    access: 'users.write',
    params: IdParams,
    body: z.object({ role: Role, f: z.array(Flag).max(12) }).partial(),
    reply: UserRecord,
    precondition: true,
    refuses: ['not_found', 'stale_record', 'conflict', 'invalid_fields'],
  },
  'POST /v1/admin/users/:id/ban': {
    summary: 'Bans a user and ends their sessions.',
    access: 'users.write',
    params: IdParams,
    body: Reason,
    reply: UserRecord,
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/users/:id/unban': {
    summary: 'Lifts the ban of a user.',
    access: 'users.write',
    params: IdParams,
    body: Reason,
    reply: UserRecord,
    refuses: ['not_found'],
  },
  'POST /v1/admin/users/:id/remove-factors': {
    summary: 'Removes passkeys, authenticator app and single sign-on of a user who lost them, and ends their sessions.',
    access: 'users.write',
    params: IdParams,
    body: Reason,
    reply: UserRecord,
    freshLogin: true,
    refuses: ['not_found', 'conflict', 'fresh_login_required'],
  },
  'POST /v1/admin/users/:id/end-sessions': {
    summary: 'Ends every session of a user.',
    access: 'users.read',
    params: IdParams,
    reply: z.object({ ended: z.number() }),
    refuses: ['not_found'],
  },
  'GET /v1/admin/audit': {
    summary: 'Lists audit events, newest first.',
    access: 'audit.read',
    query: PageQuery.extend(auditFilters),
    reply: Page(AuditRow),
  },
  'GET /v1/admin/audit/export': {
    summary: 'Exports audit events as CSV, newest first, with formulas escaped. The export itself is recorded.',
    access: 'audit.read',
    query: z.object({ ...auditFilters, search: z.string().trim().max(200).optional() }),
    reply: z.string(),
    raw: true,
    limit: { max: 10, windowS: 3600, by: 'actor' },
  },
} as const satisfies ContractMap;
