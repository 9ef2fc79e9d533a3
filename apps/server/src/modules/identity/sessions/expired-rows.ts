import { sql } from 'kysely';
import type { Removals } from '../../../platform/jobs/housekeeping.ts';

export const identityRemovals: Removals = {
  sessions: sql`delete from sessions where expires_at < now()`,
  mail_tokens: sql`delete from mail_tokens where expires_at < now() - interval '1 day' or used_at < now() - interval '1 day'`,
  webauthn_challenges: sql`delete from webauthn_challenges where expires_at < now()`,
};
