import type { activityAdmin } from '@tuneport/contract/activity/activity-admin';
import { handlers } from '../../platform/http/context.ts';
import { readOverview } from './overview.ts';
import { listRelated } from './related-lists.ts';
import { addNote, deleteNote } from './staff-notes.ts';
import { readTimeline } from './timeline.ts';

export const activityAdminRoutes = handlers<typeof activityAdmin>({
  'GET /v1/admin/records/:kind/:id/timeline': ({ db, actor, params, query }) => readTimeline(db, actor, params, query),
  'POST /v1/admin/records/:kind/:id/notes': ({ db, actor, params, body, now }) =>
    addNote(db, actor, { ...params, text: body.text, now }),
  'DELETE /v1/admin/staff-notes/:id': ({ db, actor, params }) => deleteNote(db, actor, params.id),
  'GET /v1/admin/records/:kind/:id/overview': ({ db, actor, params, now }) => readOverview(db, actor, params, now),
  'GET /v1/admin/records/:kind/:id/related/:list': ({ db, actor, params, query, now }) =>
    listRelated(db, actor, params, query.page, now),
});
