import { userFlags } from '@tuneport/domain/identity/permissions';
import { languages } from '@tuneport/domain/text/languages';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Email, Id, IdParams, KnownCurrency, PersonName, requiredText, WireDate } from '../shapes.ts';
import { LinkToken, NewPassword, Password, WebAuthnAnswer, WebAuthnOptions } from './identity-shapes.ts';

export const Role = z.union([z.literal(0), z.literal(3), z.literal(4), z.literal(5)]).meta({ id: 'Role' });
export const Flag = z.enum(userFlags);

/** The user as exposed to the browser. */
export const User = z
  .object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    email_confirmed: z.boolean(),
    /** A new address that has not been confirmed yet. */
    pending_email: z.string().nullable(),
    role: Role,
    f: z.array(Flag),
    preferred_display_currency: z.string().nullable(),
    /** Null until the person selects one. */
    language: z.enum(languages).nullable(),
    /** When the account will be deleted at the person's request. */
    deletion_due_at: z.iso.datetime({ offset: true }).nullable(),
  })
  .meta({ id: 'User' });

const Session = z.object({
  id: z.number(),
  current: z.boolean(),
  created_at: WireDate,
  last_seen_at: WireDate,
  address: z.string(),
  device: z.string(),
  method: z.enum(['password', 'passkey', 'oidc']),
});

const SecurityEvent = z.object({
  id: z.string(),
  at: WireDate,
  /** The name of the audit event. */
  act: z.string(),
  /** The caller, a visitor who was not logged in, or staff. */
  by: z.enum(['you', 'unknown', 'staff']),
  address: z.string().nullable(),
  device: z.string().nullable(),
});

const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: WireDate,
  last_used_at: WireDate.nullable(),
});

export const identity = {
  'GET /auth/redirect': {
    summary: 'Returns the URL where the user logs in.',
    access: 'public',
    query: z.object({ return: z.string().max(2000).optional() }),
    reply: z.object({ url: z.string() }),
  },
  'GET /auth/methods': {
    summary: 'Lists the login methods of this site.',
    access: 'public',
    reply: z.object({
      password: z.boolean(),
      passkey: z.boolean(),
      oidc: z.object({ name: z.string(), url: z.string() }).nullable(),
      /** false: mailed links stay in the outbox until a SuperAdmin reveals them. */
      has_mail_server: z.boolean(),
    }),
  },
  'POST /auth/login': {
    summary: 'Checks e-mail and password (and the authenticator code if the account has one) and creates a session.',
    access: 'public',
    body: z.object({
      email: z.string().trim().toLowerCase().min(1, 'Enter your e-mail.').max(254),
      password: Password.min(1, 'Enter your password.'),
      code: z.string().trim().max(40).optional(),
    }),
    reply: User,
    refuses: ['invalid_fields', 'second_factor_required', 'too_many_requests'],
    transaction: 'none',
    limit: { max: 10, windowS: 60, by: 'address' },
  },
  'POST /auth/register': {
    summary:
      'Creates an account with role User and sends a confirmation e-mail; the response does not reveal whether the address has an account.',
    access: 'public',
    body: z.object({
      name: PersonName(),
      email: Email,
      password: NewPassword,
      recaptcha_token: z.string().max(4000).optional(),
    }),
    reply: z.object({
      email: z.string(),
      /** Whether this site can send mail at all. Reveals nothing about the address. */
      has_mail_server: z.boolean(),
    }),
    status: 202,
    refuses: ['invalid_fields', 'too_many_requests'],
    transaction: 'none',
    limit: { max: 10, windowS: 600, by: 'address' },
  },
  'POST /auth/confirm-email': {
    summary: 'Confirms an e-mail address: the current one, or a pending one, which replaces it.',
    access: 'token',
    body: z.object({ token: LinkToken }),
    reply: null,
    refuses: ['invalid_fields'],
    transaction: 'none',
    limit: { max: 20, windowS: 60, by: 'address' },
  },
  'POST /auth/resend-confirmation': {
    summary: 'Sends the confirmation e-mail again, to the pending address if there is one.',
    access: 'user',
    reply: null,
    limit: { max: 3, windowS: 600, by: 'actor' },
  },
  'POST /auth/forgot-password': {
    summary: 'Sends a reset link; the response is the same whether or not the address is known.',
    access: 'public',
    body: z.object({ email: Email }),
    reply: null,
    transaction: 'none',
    limit: { max: 10, windowS: 600, by: 'address' },
  },
  'POST /auth/reset-password': {
    summary: 'Sets a new password with a reset token and ends every session of the account.',
    access: 'token',
    body: z.object({ token: LinkToken, password: NewPassword }),
    reply: null,
    refuses: ['invalid_fields'],
    transaction: 'none',
    limit: { max: 10, windowS: 60, by: 'address' },
  },
  'POST /auth/secure-account': {
    summary:
      'Reverts a change of e-mail address with the token sent to the old one; ends every session and removes the password.',
    access: 'token',
    body: z.object({ token: LinkToken }),
    reply: null,
    refuses: ['invalid_fields'],
    transaction: 'none',
    limit: { max: 10, windowS: 60, by: 'address' },
  },
  'POST /auth/logout': { summary: 'Ends the session.', access: 'user', guest: true, reply: null },
  'POST /auth/change-password': {
    summary: "Changes the password and ends the account's other sessions.",
    access: 'user',
    body: z.object({
      /** Not needed for the first password of an account. */
      current_password: Password.optional(),
      password: NewPassword,
    }),
    reply: null,
    refuses: ['invalid_fields', 'fresh_login_required'],
    transaction: 'none',
    limit: { max: 10, windowS: 600, by: 'actor' },
  },
  'GET /auth/sessions': { summary: "Lists the caller's sessions.", access: 'user', reply: z.array(Session) },
  'GET /auth/security-events': {
    summary:
      "Lists recent security events of the caller's account: logins, failed logins, changed factors and addresses.",
    access: 'user',
    reply: z.array(SecurityEvent),
  },
  'DELETE /auth/sessions/:id': {
    summary: "Ends one of the caller's sessions.",
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'POST /auth/end-other-sessions': {
    summary: 'Ends every other session of the caller.',
    access: 'user',
    reply: z.object({ ended: z.number() }),
  },

  'GET /auth/second-factors': {
    summary: "Lists the caller's passkeys and authenticator app.",
    access: 'user',
    reply: z.object({
      password: z.boolean(),
      totp: z.boolean(),
      recovery_codes_left: z.number(),
      passkeys: z.array(Passkey),
      /** Whether the account is linked to the OpenID Connect provider. */
      provider: z.boolean(),
    }),
  },
  'POST /auth/passkeys/options': {
    summary: 'Starts adding a passkey.',
    access: 'user',
    confirmedEmail: true,
    freshLogin: true,
    reply: WebAuthnOptions,
  },
  'POST /auth/passkeys': {
    summary: 'Finishes adding a passkey.',
    access: 'user',
    confirmedEmail: true,
    freshLogin: true,
    body: z.object({ name: requiredText('Name', 60), answer: WebAuthnAnswer }),
    reply: Passkey,
    status: 201,
    refuses: ['invalid_fields'],
    transaction: 'none',
  },
  'DELETE /auth/passkeys/:id': {
    summary: 'Removes a passkey.',
    access: 'owner',
    params: IdParams,
    freshLogin: true,
    reply: null,
    refuses: ['not_found'],
    limit: { max: 10, windowS: 600, by: 'actor' },
  },
  'POST /auth/passkey-login/options': {
    summary: 'Starts a login with a passkey.',
    access: 'public',
    reply: WebAuthnOptions,
    limit: { max: 30, windowS: 60, by: 'address' },
  },
  'POST /auth/passkey-login': {
    summary: 'Finishes a login with a passkey and creates a session.',
    access: 'public',
    body: z.object({ answer: WebAuthnAnswer }),
    reply: User,
    refuses: ['invalid_fields', 'too_many_requests'],
    limit: { max: 10, windowS: 60, by: 'address' },
    transaction: 'none',
  },
  'POST /auth/totp/setup': {
    summary: 'Starts adding an authenticator app.',
    access: 'user',
    confirmedEmail: true,
    freshLogin: true,
    reply: z.object({ secret: z.string(), uri: z.string() }),
    refuses: ['already_exists'],
    limit: { max: 10, windowS: 600, by: 'actor' },
  },
  'POST /auth/totp/confirm': {
    summary: 'Finishes adding an authenticator app and returns the recovery codes, once.',
    access: 'user',
    confirmedEmail: true,
    freshLogin: true,
    body: z.object({ code: z.string().trim().min(6).max(10) }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
    refuses: ['invalid_fields'],
    limit: { max: 10, windowS: 600, by: 'actor' },
  },
  'POST /auth/totp/remove': {
    summary: 'Removes the authenticator app.',
    access: 'user',
    freshLogin: true,
    reply: null,
    refuses: ['not_found'],
    limit: { max: 10, windowS: 600, by: 'actor' },
  },
  'POST /auth/totp/recovery-codes': {
    summary: 'Creates new recovery codes; the old ones stop working.',
    access: 'user',
    freshLogin: true,
    reply: z.object({ recovery_codes: z.array(z.string()) }),
    refuses: ['not_found'],
    limit: { max: 10, windowS: 600, by: 'actor' },
  },
  'GET /auth/oidc/start': {
    summary: 'Redirects to the OpenID Connect provider, for links that must work without JavaScript.',
    access: 'public',
    query: z.object({ return: z.string().max(2000).optional() }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
    limit: { max: 30, windowS: 60, by: 'address' },
  },
  'GET /auth/oidc/callback': {
    summary: 'Handles the redirect back from the OpenID Connect provider.',
    access: 'public',
    query: z.object({ code: z.string().max(4000).optional(), state: z.string().max(500).optional() }).loose(),
    reply: null,
    raw: true,
    transaction: 'none',
    limit: { max: 30, windowS: 60, by: 'address' },
  },

  'GET /user/me': {
    apiScope: 'profile.read',
    summary: 'Returns the logged-in user.',
    access: 'user',
    reply: User,
  },
  'GET /users/:id': {
    summary: 'Returns a user, to the user and to staff.',
    access: ['owner', 'admin'],
    params: IdParams,
    reply: User,
    refuses: ['not_found'],
  },
  'PATCH /users/:id': {
    summary:
      'Updates name, preferred currency and language, and requests a new e-mail, which must be confirmed; never role or flags.',
    access: ['owner', 'admin'],
    params: IdParams,
    body: z
      .object({
        name: PersonName(),
        email: Email,
        preferred_display_currency: KnownCurrency.nullable(),
        language: z.enum(languages).nullable(),
      })
      .partial(),
    reply: User,
    refuses: ['not_found', 'invalid_fields', 'fresh_login_required', 'too_many_requests'],
    limit: { max: 30, windowS: 600, by: 'actor' },
  },
  'DELETE /users/:id/pending-email': {
    summary: 'Cancels an unconfirmed change of e-mail.',
    access: ['owner', 'admin'],
    params: IdParams,
    reply: User,
    refuses: ['not_found', 'forbidden'],
  },
  'GET /users/:id/dealer-memberships': {
    summary: 'Lists the dealers a user belongs to.',
    access: ['owner', 'admin'],
    params: IdParams,
    reply: z.array(
      z.object({
        dealer_id: Id,
        slug: z.string(),
        name: z.string(),
        kind: z.enum(['manager', 'member']),
        state: z.enum(['active', 'suspended']),
      }),
    ),
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
