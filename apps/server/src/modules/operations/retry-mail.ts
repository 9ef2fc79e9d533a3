import type { Actor } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { queueAgain } from '../../platform/mail/outbox.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { canRetry } from './policy.ts';
import { findMail, mailForUpdate, type WholeMail } from './queries.ts';

export async function retryMail(db: Db, config: Pick<Config, 'mailUrl'>, actor: Actor, id: number): Promise<WholeMail> {
  const mail = await mailForUpdate(db, id);
  if (!mail) throw new Refusal('not_found');
  if (!canRetry(mail, config)) throw new Refusal('conflict', { message: whyNot(mail) });
  await queueAgain(db, id);
  await writeAudit(db, actor, 'mail.retry', `mail:${id}`, { kind: mail.kind, state: mail.state });
  return (await findMail(db, id)) ?? mail;
}

function whyNot({ state, erased_at }: WholeMail): string {
  if (state === 'sent') return 'This mail has already been sent.';
  if (state === 'queued') return 'This mail is already queued.';
  if (!erased_at) return 'No mail server is configured. The mail stays in the outbox.';
  return 'The links in this mail have expired and were erased. Request a new mail instead.';
}
