import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';

export const inboundMail = {
  'POST /inbound-mail': {
    summary:
      'Receives a mail that answers one of ours, from a mail server or provider: the message itself (message/rfc822), or a form or JSON with it. Authorization is Bearer or Basic with INBOUND_MAIL_SECRET.',
    access: 'token',
    reply: z.object({
      /** Everything but an error is final: the sender must not deliver the mail again. */
      outcome: z.enum(['stored', 'held', 'duplicate', 'refused']),
      reason: z
        .enum(['unreadable', 'unknown_recipient', 'automatic', 'no_sender', 'too_many', 'empty', 'not_accepted'])
        .nullable(),
    }),
    // A message in a form or JSON takes up to a third more.
    signed: { header: 'authorization', maxBytes: 36 * 1024 * 1024, secret: 'inboundMail' },
    transaction: 'none',
    expensive: true,
    refuses: ['not_found', 'unauthenticated', 'bad_request', 'too_large', 'unavailable'],
  },
} as const satisfies ContractMap;
