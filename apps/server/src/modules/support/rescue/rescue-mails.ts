import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { mayMailUnasked } from '../../../platform/mail/unasked.ts';
import type { Desk } from '../desk.ts';
import type { RescueRow } from './rescue-queries.ts';

// Fixed text and our own words: whoever started the rescue may have given somebody else's address.

export const rescuePath = (id: number, code: string) => `/fz/rescue/${id}/${code}`;

const footer = 'You get this mail because a rescue was started with this address.';

export async function mailRescueStarted(desk: Desk, rescue: RescueRow, code: string): Promise<void> {
  if (rescue.email === null || !(await mayMailUnasked(desk.db, 'rescue-started', rescue.email))) return;
  await queueMail(desk.db, {
    kind: 'rescue-started',
    secrets: [code],
    to: rescue.email,
    subject: `Your rescue code is ${code}`,
    ...mail({
      title: `Your code is ${code}`,
      // Nothing a visitor typed: the address may be somebody else's.
      paragraphs: [
        'Hello,',
        'with this code you can go on with your rescue on any phone or computer, without a login.',
        'Keep the ignition as it is and a charger on the battery until you read something else.',
        'If you did not start a rescue, you can ignore this mail.',
      ],
      button: {
        label: 'Go on with the rescue',
        url: `${desk.origin}${rescuePath(rescue.id, code)}`,
      },
      footer,
    }),
  });
}

export async function mailRescueStep(desk: Desk, rescue: RescueRow, text: string): Promise<void> {
  if (rescue.email === null) return;
  await queueMail(desk.db, {
    kind: 'rescue-step',
    secrets: [],
    to: rescue.email,
    subject: 'The next step of your rescue',
    ...mail({
      title: 'The next step',
      paragraphs: ['Hello,', text, 'Tell us on the page of the rescue what came of it. You need your code there.'],
      button: { label: 'Go on with the rescue', url: `${desk.origin}/fz/rescue` },
      footer,
    }),
  });
}
