import type { MailSamples } from '../../platform/mail/samples.ts';
import { purchaseMessage, refundedMessage } from './purchase-mails.ts';

export const purchaseMailSamples: MailSamples<'purchase-confirmation' | 'purchase-refunded'> = {
  'purchase-refunded': (origin) =>
    refundedMessage(
      origin,
      { id: 2045, currency: 'CAD', region: 1, invoice_no: 1043 },
      { refundMinor: 10_000n, isWhole: false, provider: 'stripe' },
      'sample',
    ),
  'purchase-confirmation': (origin) =>
    purchaseMessage(
      origin,
      {
        id: 2045,
        region: 1,
        invoice_no: 1043,
        currency: 'CAD',
        state: 'paid',
        request_id: null,
        vehicle: '2016 Volkswagen Golf R',
        credit_minor: 0n,
        taxes: [{ name: 'GST', percent: '5', amount_minor: '3995' }],
        tax_included: false,
        reverse_charge: false,
        contained_minor: 0n,
        total_minor: 83_895n,
        account_minor: 0n,
        balance_source: 'account',
        card_minor: 83_895n,
      },
      [
        { label: 'Stage 1 engine tune', net_minor: 59_900n, contained_minor: 0n },
        { label: 'Transmission tune', net_minor: 20_000n, contained_minor: 0n },
      ],
      'sample',
    ),
};
