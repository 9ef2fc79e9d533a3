import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { reauthentication } from '@tuneport/contract/identity/reauthentication';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { renew } from '../factors/second-factor-routes.ts';
import { oidcRoutes } from '../oidc/oidc-routes.ts';
import { reauthenticate } from './reauthenticate.ts';
import { reauthenticateWithPasskey, startPasskeyReauthentication } from './reauthenticate-with-passkey.ts';
import { reauthenticationMethods } from './reauthentication-methods.ts';

export const reauthenticationRoutes = handlers<typeof reauthentication>({
  'POST /auth/oidc/reauthenticate': oidcRoutes['POST /auth/oidc/reauthenticate'],
  'POST /auth/oidc/link': oidcRoutes['POST /auth/oidc/link'],
  'DELETE /auth/oidc/link': oidcRoutes['DELETE /auth/oidc/link'],

  'GET /auth/reauthentication': ({ db, actor, platform }) =>
    reauthenticationMethods(db, platform.config, signedIn(actor)),
  'POST /auth/reauthenticate': async ({ db, actor, body, platform, session }) =>
    renew(session, actor, await reauthenticate(db, platform.secrets, signedIn(actor), body)),
  'POST /auth/reauthenticate/passkey-options': async ({ db, actor, platform }) => ({
    ...(await startPasskeyReauthentication(db, platform.config, signedIn(actor))),
  }),
  'POST /auth/reauthenticate/passkey': async ({ db, actor, body, platform, session }) => {
    const answer = body.answer as unknown as AuthenticationResponseJSON;
    renew(session, actor, await reauthenticateWithPasskey(db, platform.config, signedIn(actor), answer));
  },
});
