import type { affiliates } from '@tuneport/contract/affiliates/affiliates';
import type { affiliatesAdmin } from '@tuneport/contract/affiliates/affiliates-admin';
import { handlers } from '../../platform/http/context.ts';
import { addMember, removeMember } from './members.ts';
import { presentAffiliate, presentAffiliateList } from './present.ts';
import { listAffiliates } from './queries.ts';
import { createAffiliate, updateAffiliate } from './save-affiliate.ts';
import { createTag, endTag, listTags } from './tracking-tags.ts';

export const affiliatesAdminRoutes = handlers<typeof affiliatesAdmin>({
  'GET /v1/admin/affiliates': async ({ db, query }) => presentAffiliateList(await listAffiliates(db, query)),
  'POST /v1/admin/affiliates': async ({ db, actor, body, now }) =>
    presentAffiliate(db, await createAffiliate(db, actor, body, now)),
  'GET /v1/admin/affiliates/:id': ({ db, params }) => presentAffiliate(db, params.id),
  'PATCH /v1/admin/affiliates/:id': async ({ db, actor, params, body, readAt, now }) => {
    await updateAffiliate(db, actor, params.id, body, readAt, now);
    return presentAffiliate(db, params.id);
  },
  'POST /v1/admin/affiliates/:id/members': ({ db, actor, params, body }) =>
    addMember(db, actor, params.id, body.user_id),
  'DELETE /v1/admin/affiliates/:id/members/:userId': ({ db, actor, params }) =>
    removeMember(db, actor, params.id, params.userId),
});

export const affiliateRoutes = handlers<typeof affiliates>({
  'GET /v1/affiliates/:id/tracking-tags': ({ db, actor, params }) => listTags(db, actor, params.id),
  'POST /v1/affiliates/:id/tracking-tags': ({ db, actor, params, body, now }) =>
    createTag(db, actor, params.id, body.tag, now),
  'DELETE /v1/affiliates/:id/tracking-tags/:tagId': ({ db, actor, params, now }) =>
    endTag(db, actor, params.id, params.tagId, now),
});
