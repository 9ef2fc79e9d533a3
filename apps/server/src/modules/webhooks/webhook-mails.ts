import { t } from '@tuneport/domain/text/text';
import { webhookFailuresMax } from '@tuneport/domain/webhooks/webhook-events';
import type { Db } from '../../platform/db/db.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../platform/mail/queue.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';

const paused = (origin: string, id: number) =>
  mailMessage('webhook-paused', {
    title: t('A webhook was paused'),
    paragraphs: [
      t('Your webhook {id} is paused, because its last {count} notifications could not be delivered.', {
        id: String(id),
        count: webhookFailuresMax,
      }),
      t(
        'The log shows the answers of your server. Resume the webhook when it works again, and replay what is missing.',
      ),
    ],
    button: { label: t('Open the log'), url: `${pagesOf(origin)}/profile/webhooks/${id}` },
  });

export async function sendWebhookPaused(db: Db, origin: string, email: string, id: number): Promise<void> {
  await queueMail(db, { to: email, secrets: [], message: () => paused(origin, id) });
}

export const webhookMailSamples: MailSamples<'webhook-paused'> = {
  'webhook-paused': (origin) => paused(origin, 1),
};
