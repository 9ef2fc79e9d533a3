import type { identity } from '@tuneport/contract/identity/identity';
import type { identityAdmin } from '@tuneport/contract/identity/identity-admin';
import { effectiveRights } from '@tuneport/domain/identity/permissions';
import { signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { exportAudit, listActs, writeAudit } from '../audit/index.ts';
import { proveHuman, settingsOf } from '../settings/index.ts';
import { endProgramsOf } from './api-keys/manage-api-keys.ts';
import { cancelEmailChange } from './email/cancel-email-change.ts';
import { sendLinkToPending } from './email/request-email-change.ts';
import { secureAccount } from './email/secure-account.ts';
import { secondFactorRoutes } from './factors/second-factor-routes.ts';
import { changePassword } from './login/change-password.ts';
import { confirmEmail } from './login/confirm-email.ts';
import { logIn } from './login/log-in.ts';
import { sendConfirmation } from './login/mails.ts';
import { register } from './login/register.ts';
import { requestPasswordReset } from './login/request-password-reset.ts';
import { resetPassword } from './login/reset-password.ts';
import { oidcRoutes } from './oidc/oidc-routes.ts';
import { mayEndSessions, mayReadUser } from './policy.ts';
import { presentUser, presentWhoami } from './present.ts';
import { dealerMembershipsOf, ownUser, type UserRow, userById, userForUpdate } from './queries.ts';
import { deviceOf, rememberDevice } from './security/known-devices.ts';
import { siteNames } from './security/new-password.ts';
import { listSecurityEvents } from './security/security-events.ts';
import { endReplacedSession, endSession, endSessionsOf, listSessions } from './sessions/sessions.ts';
import { banUser, unbanUser } from './users/ban-user.ts';
import { grantRights } from './users/grant-rights.ts';
import { presentUserRecord, presentUserRow } from './users/present-user-record.ts';
import { removeUserFactors } from './users/remove-user-factors.ts';
import { updateUser } from './users/update-user.ts';
import { listUsers, searchUsernames } from './users/user-admin-queries.ts';

const siteNamesOf = async (platform: Platform) =>
  siteNames(platform.config.publicOrigin, (await settingsOf(platform)).company_name);

/** Longer than processing a known address takes, so that timing does not reveal whether an account exists. */
const resetRequestMs = 250;

export const identityRoutes = handlers<typeof identity>({
  ...secondFactorRoutes,
  'GET /auth/redirect': oidcRoutes['GET /auth/redirect'],
  'GET /auth/oidc/start': oidcRoutes['GET /auth/oidc/start'],
  'GET /auth/oidc/callback': oidcRoutes['GET /auth/oidc/callback'],

  'POST /auth/login': async (context) => {
    const { db, actor, body, clientInfo, session, platform } = context;
    const login = { ...body, ...clientInfo, device: deviceOf(context) };
    const { token, user } = await logIn(db, platform.secrets, login);
    await endReplacedSession(db, actor);
    session.open(token, presentWhoami(user));
    rememberDevice(context, user.id);
    return presentUser(user);
  },
  'POST /auth/register': async ({ db, body, clientInfo, platform }) => {
    await proveHuman(platform, body.recaptcha_token, clientInfo.address);
    const names = await siteNamesOf(platform);
    await register(db, platform.config.publicOrigin, { ...body, siteNames: names, address: clientInfo.address });
    return { email: body.email, has_mail_server: platform.config.mailUrl !== undefined };
  },
  'POST /auth/confirm-email': ({ db, actor, body, now, platform }) =>
    confirmEmail(db, body.token, { origin: platform.config.publicOrigin, actor, now }),
  'POST /auth/resend-confirmation': async ({ db, actor, platform }) => {
    const user = (await userForUpdate(db, signedIn(actor).userId)) as UserRow;
    const origin = platform.config.publicOrigin;
    if (user.pending_email !== null) await sendLinkToPending(db, origin, user.id, user.pending_email);
    else if (user.email_confirmed_at === null) await sendConfirmation(db, origin, user);
  },
  'POST /auth/forgot-password': ({ db, body, platform }) =>
    withMinimumDuration(resetRequestMs, () => requestPasswordReset(db, platform.config.publicOrigin, body.email)),
  'POST /auth/reset-password': async (context) => {
    const { db, body, clientInfo, now, platform } = context;
    const input = { ...body, address: clientInfo.address, siteNames: await siteNamesOf(platform), now };
    rememberDevice(context, await resetPassword(db, platform.config.publicOrigin, input));
  },
  'POST /auth/secure-account': ({ db, body, clientInfo, now, platform }) =>
    secureAccount(db, body.token, { origin: platform.config.publicOrigin, address: clientInfo.address, now }),
  'POST /auth/logout': async ({ db, actor, session }) => {
    const { userId, sessionId } = signedIn(actor);
    await endSession(db, userId, sessionId);
    session.close();
  },
  'POST /auth/change-password': async ({ db, actor, body, platform }) =>
    changePassword(db, platform.config.publicOrigin, signedIn(actor), {
      current: body.current_password,
      next: body.password,
      siteNames: await siteNamesOf(platform),
    }),

  'GET /auth/sessions': async ({ db, actor }) =>
    (await listSessions(db, signedIn(actor))).map(({ user_agent, method, ...row }) => ({
      ...row,
      device: user_agent,
      method: method as 'password' | 'passkey' | 'oidc',
    })),
  'GET /auth/security-events': ({ db, actor }) => listSecurityEvents(db, signedIn(actor).userId),
  'DELETE /auth/sessions/:id': async ({ db, actor, params, session }) => {
    const { userId, sessionId } = signedIn(actor);
    if (!(await endSession(db, userId, params.id))) throw new Refusal('not_found');
    if (params.id === sessionId) session.close();
  },
  'POST /auth/end-other-sessions': async ({ db, actor }) => {
    const { userId, sessionId } = signedIn(actor);
    return { ended: await endSessionsOf(db, userId, sessionId) };
  },

  'GET /user/me': async ({ db, actor }) => {
    const user = (await ownUser(db, signedIn(actor).userId)) as UserRow;
    const { role, flags } = effectiveRights(user, actor, actor.suspended);
    return presentUser({ ...user, role, flags: [...flags] });
  },
  'GET /users/:id': async ({ db, actor, params }) => {
    const user = mayReadUser(actor, params.id) ? await userById(db, params.id) : undefined;
    if (!user) throw new Refusal('not_found');
    return presentUser(user);
  },
  'PATCH /users/:id': async ({ db, actor, params, body, now, platform }) =>
    presentUser(await updateUser(db, platform.config.publicOrigin, signedIn(actor), params.id, body, now)),
  'DELETE /users/:id/pending-email': async ({ db, actor, params }) =>
    presentUser(await cancelEmailChange(db, signedIn(actor), params.id)),
  'GET /users/:id/dealer-memberships': async ({ db, actor, params }) => {
    if (!mayReadUser(actor, params.id) || !(await userById(db, params.id))) throw new Refusal('not_found');
    return (await dealerMembershipsOf(db, params.id)).map((row) => ({
      ...row,
      kind: row.kind as 'manager' | 'member',
      state: row.state as 'active' | 'suspended',
    }));
  },
});

export const identityAdminRoutes = handlers<typeof identityAdmin>({
  'GET /v1/admin/users': async ({ db, query }) => {
    const page = await listUsers(db, query);
    return { ...page, data: page.data.map(presentUserRow) };
  },
  'GET /v1/admin/users/search-usernames': ({ db, query }) => searchUsernames(db, query.name),
  'GET /v1/admin/users/:id': ({ db, actor, params }) => presentUserRecord(db, actor, params.id),
  'PATCH /v1/admin/users/:id': async ({ db, actor, params, body, readAt, now }) => {
    await grantRights(db, signedIn(actor), params.id, body, readAt, now);
    return presentUserRecord(db, actor, params.id);
  },
  'POST /v1/admin/users/:id/ban': async ({ db, actor, params, body, now }) => {
    await banUser(db, signedIn(actor), params.id, body.reason, now);
    return presentUserRecord(db, actor, params.id);
  },
  'POST /v1/admin/users/:id/remove-factors': async ({ db, actor, params, body, platform }) => {
    await removeUserFactors(db, platform.config.publicOrigin, signedIn(actor), params.id, body.reason);
    return presentUserRecord(db, actor, params.id);
  },
  'POST /v1/admin/users/:id/unban': async ({ db, actor, params, body, now }) => {
    await unbanUser(db, signedIn(actor), params.id, body.reason, now);
    return presentUserRecord(db, actor, params.id);
  },
  'POST /v1/admin/users/:id/end-sessions': async ({ db, actor, params, now }) => {
    const user = await userById(db, params.id);
    if (!user) throw new Refusal('not_found');
    if (!mayEndSessions(actor, user)) throw new Refusal('forbidden');
    const ended = await endSessionsOf(db, params.id);
    await endProgramsOf(db, params.id, now);
    await writeAudit(db, actor, 'identity.end-sessions', `user:${params.id}`, { ended });
    return { ended };
  },
  'GET /v1/admin/audit': async ({ db, query }) => {
    const page = await listActs(db, query);
    return {
      ...page,
      data: page.data.map((row) => ({ ...row, id: String(row.id), detail: row.detail as Record<string, unknown> })),
    };
  },
  'GET /v1/admin/audit/export': async ({ db, actor, query }) => {
    await writeAudit(db, actor, 'audit.export', 'audit', { ...query });
    return {
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="audit.csv"' },
      body: exportAudit(db, query),
    };
  },
});
