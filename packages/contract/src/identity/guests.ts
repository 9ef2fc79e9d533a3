import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Email, Id, PersonName } from '../shapes.ts';
import { User } from './identity.ts';
import { LinkToken, NewPassword } from './identity-shapes.ts';

/** The two parts of the link that was mailed to a guest. */
export const guestLink = { id: Id, token: LinkToken };

/** Buying with an e-mail address and without an account. */
export const guests = {
  'POST /auth/guest': {
    summary:
      'Starts a guest session for an e-mail address. The response does not reveal whether the address has an account, and opens nothing that exists.',
    access: 'public',
    guest: true,
    body: z.object({ email: Email, recaptcha_token: z.string().max(4000).optional() }),
    reply: z.object({ email: z.string() }),
    transaction: 'none',
    refuses: ['invalid_fields', 'conflict', 'too_many_requests'],
    limit: { max: 10, windowS: 3600, by: 'address' },
  },
  'POST /auth/guest/link': {
    summary: 'Mails the link of the guest to their address again.',
    access: 'user',
    guest: true,
    reply: null,
    refuses: ['not_found', 'too_many_requests'],
    limit: { max: 3, windowS: 3600, by: 'actor' },
  },
  'POST /auth/guest/session': {
    summary: 'Opens a guest session with the link mailed to the guest.',
    access: 'token',
    body: z.object(guestLink),
    reply: null,
    refuses: ['not_found', 'link_expired', 'conflict', 'too_many_requests'],
    limit: { max: 20, windowS: 600, by: 'address' },
  },
  'POST /auth/guest/account': {
    summary:
      'Makes an account of a guest with the link mailed to their address, and logs in. Refused if the address has an account.',
    access: 'token',
    body: z.object({ ...guestLink, name: PersonName(), password: NewPassword }),
    reply: User,
    transaction: 'none',
    refuses: ['not_found', 'link_expired', 'invalid_fields', 'already_exists', 'too_many_requests'],
    limit: { max: 10, windowS: 600, by: 'address' },
  },
} as const satisfies ContractMap;
