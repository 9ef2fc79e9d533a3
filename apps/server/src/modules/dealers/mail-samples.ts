import { money } from '@tuneport/domain/money/money';
import { pagesOf } from '../../platform/mail/pages.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';
import { applicationMessage } from './applications/application-mails.ts';
import { creditMailSamples } from './credit-control/credit-mails.ts';
import { contactMessage } from './directory.ts';
import { receiptMessage } from './money/pay-balance.ts';
import { statementMessage } from './money/statement-mails.ts';
import { inviteMessage } from './portal/invites.ts';
import { approvalMailSamples } from './purchase-approvals/approval-mails.ts';

const at = new Date('2026-03-02T15:30:00Z');

export const dealerMailSamples: MailSamples<
  | 'partner-application'
  | 'dealer-invite'
  | 'dealer-contact'
  | 'dealer-payment'
  | 'dealer-statement'
  | keyof typeof creditMailSamples
  | keyof typeof approvalMailSamples
> = {
  ...creditMailSamples,
  ...approvalMailSamples,
  'partner-application': (origin) => {
    const row = { state: 'approved', kind: 'dealer', user_name: 'Robin Sample' } as const;
    return applicationMessage(row, '', `${pagesOf(origin)}/new-dealer`);
  },
  'dealer-invite': (origin) =>
    inviteMessage(`${pagesOf(origin)}/dealer/example/accept-invite/sample`, 'Example Motors', at),
  'dealer-contact': (origin) =>
    contactMessage(origin, 'Example Motors', {
      name: 'Robin Sample',
      email: 'robin@example.test',
      message: 'Can you flash a 2016 Golf R next week?',
    }),
  'dealer-payment': (origin) =>
    receiptMessage(`${pagesOf(origin)}/dealer/example/balance`, 42, money(125_000n, 'CAD'), at),
  'dealer-statement': (origin) =>
    statementMessage(origin, {
      id: 7,
      number: 'ST-2026-02-7',
      month: '2026-02',
      currency: 'CAD',
      closing_minor: -84_250n,
      slug: 'example',
    }),
};
