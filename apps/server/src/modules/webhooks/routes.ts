import type { toolSessions } from '@tuneport/contract/webhooks/tool-sessions';
import type { webhooks } from '@tuneport/contract/webhooks/webhooks';
import { signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  queueTest,
  replayDelivery,
  rotateSecret,
} from './manage-webhooks.ts';
import { listToolSessions, readToolSession, startToolSession } from './tool-sessions.ts';
import { listDeliveries, listWebhooks, readWebhook } from './webhook-queries.ts';

export const webhookRoutes = handlers<typeof webhooks>({
  'GET /user/webhooks': ({ db, actor }) => listWebhooks(db, signedIn(actor).userId),
  'POST /user/webhooks': ({ actor, body, ...context }) => createWebhook(context, signedIn(actor), body),
  'GET /user/webhooks/:id': ({ db, actor, params }) => readWebhook(db, signedIn(actor).userId, params.id),
  'PATCH /user/webhooks/:id': ({ actor, params, body, ...context }) =>
    changeWebhook(context, signedIn(actor), params.id, body),
  'DELETE /user/webhooks/:id': ({ db, actor, params }) => deleteWebhook(db, signedIn(actor), params.id),
  'POST /user/webhooks/:id/rotate-secret': ({ actor, params, ...context }) =>
    rotateSecret(context, signedIn(actor), params.id),
  'POST /user/webhooks/:id/test': ({ db, actor, params }) => queueTest(db, signedIn(actor).userId, params.id),
  'GET /user/webhooks/:id/deliveries': ({ db, actor, params, query }) =>
    listDeliveries(db, signedIn(actor).userId, params.id, query.page),
  'POST /user/webhooks/:id/deliveries/:delivery/replay': ({ db, actor, params }) =>
    replayDelivery(db, signedIn(actor).userId, params.id, params.delivery),
});

export const toolSessionRoutes = handlers<typeof toolSessions>({
  'GET /v1/tool-simulations/sessions': ({ db, actor, query }) => listToolSessions(db, signedIn(actor), query.page),
  'POST /v1/tool-simulations/sessions': ({ db, actor, body, now }) => startToolSession(db, signedIn(actor), now, body),
  'GET /v1/tool-simulations/sessions/:id': ({ db, actor, params }) => readToolSession(db, signedIn(actor), params.id),
});
