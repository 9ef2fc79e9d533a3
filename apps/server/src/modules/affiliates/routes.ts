import type { affiliates as affiliateCalls } from '@tuneport/contract/affiliates/affiliates';
import type { affiliatesAdmin } from '@tuneport/contract/affiliates/affiliates-admin';
import { handlers } from '../../platform/http/context.ts';
import { affiliates } from './affiliate-records.ts';
import { addMember, removeMember } from './members.ts';
import { createTag, endTag, listTags } from './tracking-tags.ts';

export const affiliatesAdminRoutes = handlers<typeof affiliatesAdmin>({
  ...affiliates.routes,
  'POST /v1/admin/affiliates/:id/members': ({ db, actor, params, body }) =>
    addMember(db, actor, params.id, body.user_id),
  'DELETE /v1/admin/affiliates/:id/members/:userId': ({ db, actor, params }) =>
    removeMember(db, actor, params.id, params.userId),
});

export const affiliateRoutes = handlers<typeof affiliateCalls>({
  'GET /v1/affiliates/:id/tracking-tags': ({ db, actor, params }) => listTags(db, actor, params.id),
  'POST /v1/affiliates/:id/tracking-tags': ({ db, actor, params, body, now }) =>
    createTag(db, actor, params.id, body.tag, now),
  'DELETE /v1/affiliates/:id/tracking-tags/:tagId': ({ db, actor, params, now }) =>
    endTag(db, actor, params.id, params.tagId, now),
});
