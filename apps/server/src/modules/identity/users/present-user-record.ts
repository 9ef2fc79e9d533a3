import type { Role, UserFlag } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mayBan, mayEndSessions, mayGrant, mayRemoveFactors, mayUnban } from '../policy.ts';
import { userRecord } from './user-admin-queries.ts';

type Listed = {
  id: number;
  name: string;
  email: string;
  guest_email: string | null;
  email_confirmed_at: Date | null;
  role: number;
  flags: string[];
  banned_at: Date | null;
  deleted_at: Date | null;
  totp_confirmed_at: Date | null;
  passkeys: number;
  created_at: Date;
  last_seen_at: Date | null;
};

export const presentUserRow = (row: Listed) => ({
  id: row.id,
  name: row.name,
  // That of a guest is a placeholder.
  email: row.guest_email ?? row.email,
  email_confirmed: row.email_confirmed_at !== null,
  role: row.role as Role,
  f: row.flags as UserFlag[],
  banned: row.banned_at !== null,
  deleted: row.deleted_at !== null,
  second_factor: row.totp_confirmed_at !== null || row.passkeys > 0,
  created_at: row.created_at,
  last_seen_at: row.last_seen_at,
});

export async function presentUserRecord(db: Db, actor: Actor, id: number) {
  const row = await userRecord(db, id);
  if (!row) throw new Refusal('not_found');
  const user = { id, role: row.role as Role, banned_at: row.banned_at };
  return {
    ...presentUserRow(row),
    preferred_display_currency: row.preferred_display_currency,
    pending_email: row.pending_email,
    updated_at: row.updated_at,
    ban_reason: row.ban_reason,
    deletion_due_at: row.deletion_due_at,
    deleted_at: row.deleted_at,
    sessions: row.sessions,
    api_keys: row.api_keys,
    dealers: row.dealers,
    tuners: row.tuners,
    affiliates: row.affiliates,
    can: {
      grant: row.deleted_at === null && mayGrant(actor, user),
      ban: row.deleted_at === null && mayBan(actor, user),
      unban: row.deleted_at === null && mayUnban(actor, user),
      remove_factors: mayRemoveFactors(actor, user) && presentUserRow(row).second_factor,
      end_sessions: mayEndSessions(actor, user) && row.sessions > 0,
    },
  };
}
