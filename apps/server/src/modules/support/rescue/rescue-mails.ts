import { type Money, moneyText } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { userById } from '../../identity/index.ts';
import type { SupportContext } from '../support-context.ts';
import { rescueNumber } from './present-rescue.ts';
import type { RescueRow } from './rescue-queries.ts';

// Fixed text and text by staff only: the address may belong to someone who did not start the rescue.

export const rescuePath = (id: number, code: string) => `/fz/rescue/${id}/${code}`;

const footer = () => t('You are receiving this e-mail because a rescue was started with this address.');

export const startedMessage = (url: string, code: string) =>
  mailMessage('rescue-started', {
    subject: t('Your rescue code is {code}', { code }),
    title: t('Your code is {code}', { code }),
    paragraphs: [
      t('Hello,'),
      t('With this code you can continue your rescue on any phone or computer, without logging in.'),
      t('Keep the ignition as it is and a charger on the battery until we tell you otherwise.'),
      t("If you didn't start a rescue, you can ignore this e-mail."),
    ],
    button: { label: t('Continue the rescue'), url },
    footer: footer(),
  });

export async function mailRescueStarted(support: SupportContext, rescue: RescueRow, code: string): Promise<void> {
  if (rescue.email === null || !(await isWithinMailLimit(support.db, 'rescue-started', rescue.email))) return;
  const message = () => startedMessage(`${pagesOf(support.origin)}${rescuePath(rescue.id, code)}`, code);
  await queueMail(support.db, { to: rescue.email, secrets: [code], message });
}

export const stepMessage = (origin: string, text: string) =>
  mailMessage('rescue-step', {
    subject: t('The next step of your rescue'),
    title: t('The next step'),
    paragraphs: [t('Hello,'), text, t('Tell us on the rescue page how it went. You will need your code.')],
    button: { label: t('Continue the rescue'), url: `${pagesOf(origin)}/fz/rescue` },
    footer: footer(),
  });

export async function mailRescueStep(support: SupportContext, rescue: RescueRow, text: string): Promise<void> {
  if (rescue.email === null) return;
  await queueMail(support.db, {
    to: rescue.email,
    owner: rescue.user_id,
    secrets: [],
    message: () => stepMessage(support.origin, text),
  });
}

export const rescueGoodwillMessage = (origin: string, id: number, amount: Money) =>
  mailMessage('rescue-goodwill', {
    title: t('We added {amount} to your account', { amount: moneyText(amount) }),
    paragraphs: [
      t('Hello,'),
      t('We are sorry for the trouble that led to rescue {number}. You can use the amount for your next purchase.', {
        number: rescueNumber(id),
      }),
    ],
    button: { label: t('View balance'), url: `${pagesOf(origin)}/profile/balance` },
  });

/** To the account that was credited, not to the address of the rescue, which may belong to someone else. */
export async function mailRescueGoodwill(
  { db, origin }: SupportContext,
  userId: number,
  rescueId: number,
  amount: Money,
): Promise<void> {
  const user = await userById(db, userId);
  if (!user) return;
  const message = () => rescueGoodwillMessage(origin, rescueId, amount);
  await queueMail(db, { to: user.email, owner: userId, secrets: [], message, toOther: true });
}
