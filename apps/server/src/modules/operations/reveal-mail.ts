import type { Actor } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { unmask } from '../../platform/mail/secrets.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { canReveal } from './policy.ts';
import { mailForUpdate } from './queries.ts';

/** Returns a mail with its working links and codes, and audits who read them. */
export async function revealMail(
  db: Db,
  config: Pick<Config, 'mailUrl'>,
  actor: Actor,
  id: number,
): Promise<{ subject: string; text: string }> {
  const mail = await mailForUpdate(db, id);
  if (!mail) throw new Refusal('not_found');
  if (!canReveal(mail, config)) throw new Refusal('conflict', { message: reasonAgainst(mail) });
  await writeAudit(db, actor, 'mail.reveal', `mail:${id}`, { kind: mail.kind, to: mail.to_address });
  const { subject, text_body } = unmask(mail);
  return { subject, text: text_body };
}

function reasonAgainst({ secrets, erased_at }: { secrets: unknown; erased_at: Date | null }): string {
  if (secrets !== null) return 'Links can be revealed only while no mail server is configured. This site has one.';
  return erased_at
    ? 'The links in this mail were erased. Request a new mail instead.'
    : 'This mail has no hidden links.';
}
