import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Password, WebAuthnAnswer, WebAuthnOptions } from './identity-shapes.ts';

const tries = { max: 10, windowS: 600, by: 'actor' } as const;

/** Turns a session into a fresh login again, for calls marked `freshLogin`. */
export const reauthentication = {
  'GET /auth/reauthentication': {
    summary: 'Returns whether this session has a fresh login, and how the user can authenticate again.',
    access: 'user',
    reply: z.object({
      fresh: z.boolean(),
      password: z.boolean(),
      /** Required with the password, or on its own if the account has none. */
      code: z.boolean(),
      passkey: z.boolean(),
      /** The name of the OpenID Connect provider, if logging in there is sufficient. */
      provider: z.string().nullable(),
    }),
  },
  'POST /auth/reauthenticate': {
    summary: 'Checks the password (and the authenticator code if the account has one) and makes the login fresh.',
    access: 'user',
    body: z.object({ password: Password, code: z.string().trim().max(40) }).partial(),
    reply: null,
    refuses: ['invalid_fields', 'too_many_requests'],
    transaction: 'none',
    limit: tries,
  },
  'POST /auth/reauthenticate/passkey-options': {
    summary: 'Starts a re-authentication with a passkey.',
    access: 'user',
    reply: WebAuthnOptions,
    limit: { max: 30, windowS: 600, by: 'actor' },
  },
  'POST /auth/reauthenticate/passkey': {
    summary: 'Finishes a re-authentication with a passkey.',
    access: 'user',
    body: z.object({ answer: WebAuthnAnswer }),
    reply: null,
    refuses: ['invalid_fields', 'too_many_requests'],
    transaction: 'none',
    limit: tries,
  },
  'POST /auth/oidc/reauthenticate': {
    summary: 'Returns the URL at which the user authenticates again with the OpenID Connect provider.',
    access: 'user',
    reply: z.object({ url: z.string() }),
    refuses: ['not_found', 'unavailable'],
    transaction: 'none',
    limit: tries,
  },
  'POST /auth/oidc/link': {
    summary: 'Returns the URL at which the user links the account to the OpenID Connect provider.',
    access: 'user',
    reply: z.object({ url: z.string() }),
    confirmedEmail: true,
    freshLogin: true,
    refuses: ['not_found', 'unavailable'],
    transaction: 'none',
    limit: tries,
  },
  'DELETE /auth/oidc/link': {
    summary: 'Unlinks the account from the OpenID Connect provider.',
    access: 'user',
    reply: null,
    freshLogin: true,
    refuses: ['not_found', 'conflict'],
  },
} as const satisfies ContractMap;
