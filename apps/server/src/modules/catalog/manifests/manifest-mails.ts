import { msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';

const texts = {
  approve: {
    title: msg('Manifest approved: {tool}, version {version}'),
    text: msg('Your manifest is in effect. The tool is now offered where we linked it and your manifest writes.'),
  },
  reject: {
    title: msg('Manifest rejected: {tool}, version {version}'),
    text: msg('Your manifest was rejected. Save a new version and submit it again.'),
  },
  end: {
    title: msg('Manifest ended: {tool}, version {version}'),
    text: msg('Your manifest is no longer in effect. The tool is offered wherever we linked it.'),
  },
} as const;

type Decided = { readonly id: number; readonly version: number; readonly tool: string };
type Decision = { readonly event: keyof typeof texts; readonly reason: string };

const decisionMessage = (origin: string, { id, version, tool }: Decided, { event, reason }: Decision) =>
  mailMessage('tool-manifest-decision', {
    title: t(texts[event].title, { tool, version }),
    paragraphs: [t(texts[event].text), ...(reason === '' ? [] : [t('Reason: {reason}', { reason })])],
    button: { label: t('Open the manifest'), url: `${pagesOf(origin)}/developer/manifests/${id}` },
    footer: t('You are receiving this e-mail because you submitted this manifest.'),
  });

/** To the developer who wrote the manifest, unless they decided it themselves. */
export async function mailDecision(
  db: Db,
  origin: string,
  manifest: Decided & { readonly user_id: number | null },
  decision: Decision & { readonly byUserId: number },
): Promise<void> {
  if (manifest.user_id === null || manifest.user_id === decision.byUserId) return;
  const author = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', manifest.user_id)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!author) return;
  const message = () => decisionMessage(origin, manifest, decision);
  await queueMail(db, { to: author.email, owner: author.id, secrets: [], message, toOther: true });
}

export const manifestMailSamples: MailSamples<'tool-manifest-decision'> = {
  'tool-manifest-decision': (origin) =>
    decisionMessage(origin, { id: 12, version: 3, tool: 'Flash tool' }, { event: 'approve', reason: '' }),
};
