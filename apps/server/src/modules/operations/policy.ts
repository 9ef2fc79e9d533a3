import { isSuperAdmin } from '@tuneport/domain/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';

/**
 * A reset link makes whoever reads it the owner of the account, and an admin could ask for one in a SuperAdmin's name: the outbox would
 * be a ladder. So bodies with live links are for SuperAdmins alone. The one exception is the demo without a mail server, whose accounts
 * have a published password anyway and where the outbox is the only place to find a confirmation link.
 */
export const mayReadBody = (
  actor: Pick<Actor, 'role'>,
  mail: { secret: boolean },
  config: Pick<Config, 'demo' | 'mailUrl'>,
): boolean => !mail.secret || isSuperAdmin(actor.role) || (config.demo && config.mailUrl === undefined);

/**
 * A sent mail is not sent twice by hand, a waiting one needs no help, an erased one has nothing left to send, and a kept one needs a
 * mail server that was not there before.
 */
export function canRetry(mail: { state: string; erased_at: Date | null }, config: Pick<Config, 'mailUrl'>): boolean {
  if (mail.erased_at !== null) return false;
  return mail.state === 'failed' || (mail.state === 'kept' && config.mailUrl !== undefined);
}
