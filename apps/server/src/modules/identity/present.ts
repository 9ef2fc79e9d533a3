import type { Whoami } from '@tuneport/domain/identity/whoami';
import type { UserRow } from './queries.ts';

export const presentUser = (user: UserRow) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  email_confirmed: user.email_confirmed_at !== null,
  pending_email: user.pending_email,
  role: user.role,
  f: user.flags,
  preferred_display_currency: user.preferred_display_currency,
  language: user.language,
  deletion_due_at: user.deletion_due_at?.toISOString() ?? null,
});

export const presentWhoami = (user: UserRow): Whoami => ({ id: user.id, role: user.role, f: user.flags });
