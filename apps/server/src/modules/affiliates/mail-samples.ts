import { pagesOf } from '../../platform/mail/pages.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';
import { offerMessage } from './joining/offers.ts';
import { feedbackMessage } from './portal/feedback.ts';

export const affiliateMailSamples: MailSamples<'affiliate-offer' | 'affiliate-feedback'> = {
  'affiliate-offer': (origin) =>
    offerMessage(`${pagesOf(origin)}/affil-offer/7/sample/join`, {
      share_percent: '12.50',
      expires_at: new Date('2026-03-16T12:00:00Z'),
    }),
  'affiliate-feedback': (origin) => feedbackMessage(`${pagesOf(origin)}/feedback/7/sample/submit`),
};
