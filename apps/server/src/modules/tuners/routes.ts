import type { tunersAdmin } from '@tuneport/contract/tuners/tuners-admin';
import { handlers } from '../../platform/http/context.ts';
import { brands } from './brands.ts';
import { addPerson, addTuner, removePerson, removeTuner } from './members.ts';
import { presentTuner, presentTunerList } from './present.ts';
import { listTuners } from './queries.ts';
import { createTuner, updateTuner } from './save-tuner.ts';

export const tunersAdminRoutes = handlers<typeof tunersAdmin>({
  'GET /v1/admin/tuners': async ({ db, query }) => presentTunerList(await listTuners(db, query)),
  'POST /v1/admin/tuners': async ({ db, actor, body, now }) =>
    presentTuner(db, await createTuner(db, actor, body, now)),
  'GET /v1/admin/tuners/:id': ({ db, params }) => presentTuner(db, params.id),
  'PATCH /v1/admin/tuners/:id': async ({ db, actor, params, body, readAt, now }) => {
    await updateTuner(db, actor, params.id, body, readAt, now);
    return presentTuner(db, params.id);
  },
  'POST /v1/admin/tuners/:id/members': ({ db, actor, params, body }) => addPerson(db, actor, params.id, body.user_id),
  'DELETE /v1/admin/tuners/:id/members/:userId': ({ db, actor, params }) =>
    removePerson(db, actor, params.id, params.userId),

  ...brands.routes,
  'POST /v1/admin/tuner-brands/:id/members': ({ db, actor, params, body }) =>
    addTuner(db, actor, params.id, body.tuner_id),
  'DELETE /v1/admin/tuner-brands/:id/members/:memberId': ({ db, actor, params }) =>
    removeTuner(db, actor, params.id, params.memberId),
});
