import type { Config } from '../../platform/config.ts';

/**
 * Anyone who reads a reset link can take over the account, so stored mails show masks instead. Without a mail server the outbox is the
 * only way to get a link: then a SuperAdmin may reveal it, which is audited.
 */
export const canReveal = (mail: { secrets: unknown }, config: Pick<Config, 'mailUrl'>): boolean =>
  mail.secrets !== null && config.mailUrl === undefined;

/**
 * A sent mail must not be sent twice, a waiting one is sent anyway, an erased one has no content, and one stored
 * without a mail server can be sent only once there is one.
 */
export function canRetry(mail: { state: string; erased_at: Date | null }, config: Pick<Config, 'mailUrl'>): boolean {
  if (mail.erased_at !== null) return false;
  return mail.state === 'failed' || (mail.state === 'kept' && config.mailUrl !== undefined);
}
