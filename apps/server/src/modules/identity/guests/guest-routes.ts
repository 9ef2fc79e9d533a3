import type { guests } from '@tuneport/contract/identity/guests';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { proveHuman, settingsOf } from '../../settings/index.ts';
import { presentUser, presentWhoami } from '../present.ts';
import { rememberDevice } from '../security/known-devices.ts';
import { siteNames } from '../security/new-password.ts';
import { openSession } from '../sessions/sessions.ts';
import { sendGuestLink } from './guest-mail.ts';
import { lockGuestOfLink } from './guest-queries.ts';
import { makeGuestAccount } from './make-account.ts';
import { openGuest } from './open-guest.ts';

export const guestRoutes = handlers<typeof guests>({
  'POST /auth/guest': async ({ db, actor, body, clientInfo, session, platform }) => {
    await proveHuman(platform, body.recaptcha_token, clientInfo.address);
    const token = await openGuest(db, actor, { email: body.email, userAgent: clientInfo.userAgent });
    if (token !== null) session.open(token, null);
    return { email: body.email };
  },
  'POST /auth/guest/link': async ({ db, actor, platform }) => {
    if (actor.guestEmail === undefined) throw new Refusal('not_found');
    const guest = { id: signedIn(actor).userId, email: actor.guestEmail };
    if (!(await sendGuestLink(db, platform.config.publicOrigin, guest)))
      throw new Refusal('too_many_requests', { retryAfterS: 3600 });
  },
  'POST /auth/guest/session': async ({ db, actor, body, clientInfo, session }) => {
    if (actor.signedIn)
      throw new Refusal('conflict', { message: 'You are logged in. Add the requests to your account instead.' });
    const { id: userId } = await lockGuestOfLink(db, body);
    const { address, userAgent } = clientInfo;
    session.open(await openSession(db, { userId, method: 'guest', secondFactor: false, address, userAgent }), null);
  },
  'POST /auth/guest/account': async (context) => {
    const { db, body, clientInfo, now, platform, session } = context;
    const names = siteNames(platform.config.publicOrigin, (await settingsOf(platform)).company_name);
    const { address, userAgent } = clientInfo;
    const { token, user } = await makeGuestAccount(db, { ...body, siteNames: names, address, userAgent, now });
    session.open(token, presentWhoami(user));
    rememberDevice(context, user.id);
    return presentUser(user);
  },
});
