import type { apiKeys } from '@tuneport/contract/identity/api-keys';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { apiReference } from './api-reference.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './manage-api-keys.ts';

export const apiKeyRoutes = handlers<typeof apiKeys>({
  'GET /user/api-keys': ({ db, actor, now }) => listApiKeys(db, signedIn(actor).userId, now),
  'POST /user/api-keys': ({ db, actor, body, now, platform }) =>
    createApiKey(db, { origin: platform.config.publicOrigin, now }, signedIn(actor), body),
  'GET /user/api-reference': ({ platform }) => apiReference(platform.config.publicOrigin),
  'DELETE /user/api-keys/:id': ({ db, actor, params, now }) => revokeApiKey(db, signedIn(actor), params.id, now),
});
