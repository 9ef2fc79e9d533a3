import type { listViews } from '@tuneport/contract/lists/list-views';
import { signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import { createView, deleteView, listViewsOf, setDefaultView, updateView } from './list-views.ts';

export const listViewRoutes = handlers<typeof listViews>({
  'GET /v1/list-views': async ({ db, actor, query }) => ({ data: await listViewsOf(db, signedIn(actor), query.list) }),
  'POST /v1/list-views': ({ db, actor, body: { list, ...fields } }) => createView(db, signedIn(actor), list, fields),
  'PATCH /v1/list-views/:id': ({ db, actor, params, body, now }) =>
    updateView(db, signedIn(actor), params.id, body, now),
  'DELETE /v1/list-views/:id': ({ db, actor, params }) => deleteView(db, signedIn(actor), params.id),
  'PUT /v1/list-views/default': ({ db, actor, body }) => setDefaultView(db, signedIn(actor), body.list, body.view_id),
});
