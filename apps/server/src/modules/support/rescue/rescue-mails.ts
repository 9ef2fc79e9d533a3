import { mail } from '../../../platform/mail/layout.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import type { SupportContext } from '../desk.ts';
import type { RescueRow } from './rescue-queries.ts';

// Fixed text and text by staff only: the address may belong to someone who did not start the rescue.

export const rescuePath = (id: number, code: string) => `/fz/rescue/${id}/${code}`;

const footer = 'You are receiving this e-mail because a rescue was started with this address.';

export async function mailRescueStarted(support: SupportContext, rescue: RescueRow, code: string): Promise<void> {
  if (rescue.email === null || !(await isWithinMailLimit(support.db, 'rescue-started', rescue.email))) return;
  await queueMail(support.db, {
    kind: 'rescue-started',
    secrets: [code],
    to: rescue.email,
    subject: `Your rescue code is ${code}`,
    ...mail({
      title: `Your code is ${code}`,
      paragraphs: [
        'Hello,',
        'With this code you can continue your rescue on any phone or computer, without logging in.',
        'Keep the ignition as it is and a charger on the battery until we tell you otherwise.',
        "If you didn't start a rescue, you can ignore this e-mail.",
      ],
      button: {
        label: 'Continue the rescue',
        url: `${support.origin}${rescuePath(rescue.id, code)}`,
      },
      footer,
    }),
  });
}

export async function mailRescueStep(support: SupportContext, rescue: RescueRow, text: string): Promise<void> {
  if (rescue.email === null) return;
  await queueMail(support.db, {
    kind: 'rescue-step',
    secrets: [],
    to: rescue.email,
    subject: 'The next step of your rescue',
    ...mail({
      title: 'The next step',
      paragraphs: ['Hello,', text, 'Tell us on the rescue page how it went. You will need your code.'],
      button: { label: 'Continue the rescue', url: `${support.origin}/fz/rescue` },
      footer,
    }),
  });
}
