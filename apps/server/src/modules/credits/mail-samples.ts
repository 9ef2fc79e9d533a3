import type { MailSamples } from '../../platform/mail/samples.ts';
import { codeMessage, expiryMessage, giftMessage } from './credit-mails.ts';

const at = new Date('2026-03-02T15:30:00Z');

export const creditMailSamples: MailSamples<'tune-credit-code' | 'tune-credit-gift' | 'tune-credit-expiry'> = {
  'tune-credit-code': (origin) =>
    codeMessage(origin, { kind: 'ecu', units: 2, dealer: 'Example Motors', expires_at: at }, 'SAMPLE-CODE'),
  'tune-credit-gift': (origin) =>
    giftMessage(origin, 'Example Motors', { kind: 'ecu', units: 2, note: 'Thank you for your patience.' }),
  'tune-credit-expiry': (origin) => expiryMessage(origin, { kind: 'ecu', left_units: 3, expires_at: at }),
};
