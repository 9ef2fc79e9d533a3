import type { ApplicationKind, ApplicationState } from '@tuneport/domain/dealers/application-states';
import { applicationSentences } from '@tuneport/domain/dealers/application-states';
import { msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { type MailMessage, mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { applicationById } from './application-queries.ts';

const titles = {
  submitted: {
    dealer: msg('We received your dealer application'),
    affiliate: msg('We received your affiliate application'),
  },
  needs_information: {
    dealer: msg('A question about your dealer application'),
    affiliate: msg('A question about your affiliate application'),
  },
  approved: {
    dealer: msg('Welcome: your dealer application is approved'),
    affiliate: msg('Welcome: your affiliate application is approved'),
  },
  rejected: { dealer: msg('About your dealer application'), affiliate: msg('About your affiliate application') },
} as const satisfies Partial<Record<ApplicationState, Record<ApplicationKind, string>>>;
type MailedState = keyof typeof titles;
const isMailed = (state: ApplicationState): state is MailedState => state in titles;

/** Mails the applicant, whose address is confirmed, about the current state. */
export async function sendApplicationMail(
  db: Db,
  origin: string,
  id: number,
  { reason = '', path }: { reason?: string; path: string },
): Promise<void> {
  const row = await applicationById(db, id);
  if (!row || !isMailed(row.state)) return;
  const { state, kind, user_name } = row;
  await queueMail(db, {
    to: row.user_email,
    secrets: [],
    message: () => applicationMessage({ state, kind, user_name }, reason, `${pagesOf(origin)}${path}`),
  });
}

export function applicationMessage(
  row: { readonly state: MailedState; readonly kind: ApplicationKind; readonly user_name: string },
  reason: string,
  url: string,
): MailMessage {
  return mailMessage('partner-application', {
    title: t(titles[row.state][row.kind]),
    paragraphs: [
      t('Hello {name},', { name: row.user_name }),
      t(applicationSentences[row.state]),
      ...(reason === '' ? [] : [reason]),
    ],
    button: {
      label:
        row.state !== 'approved'
          ? t('Open your application')
          : row.kind === 'dealer'
            ? t('Open your dealer pages')
            : t('Open your affiliate pages'),
      url,
    },
  });
}
