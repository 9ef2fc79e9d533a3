import type {
  affiliateApplications,
  affiliateApplicationsAdmin,
} from '@tuneport/contract/affiliates/affiliate-applications';
import { handlers } from '../../../platform/http/context.ts';
import { findRecord } from '../../../platform/records/records.ts';
import {
  listApplications,
  lockForStaff,
  presentApplicationRecord,
  presentListedApplication,
  presentOwnApplication,
  sendApplicationMail,
  stepApplication,
} from '../../dealers/index.ts';
import { affiliates } from '../affiliate-records.ts';
import { applyAsAffiliate } from './apply.ts';
import { createAffiliate } from './create-affiliate.ts';
import { checkOffer, joinByOffer, listOffers, makeOffer, withdrawOffer } from './offers.ts';

const applicationPath = '/affiliate';

export const affiliateApplicationRoutes = handlers<typeof affiliateApplications>({
  'POST /become-affiliate': async ({ db, platform, actor, body, files, now }) => {
    const id = await applyAsAffiliate(platform, actor, body, files, now);
    return presentOwnApplication(db, actor.userId, id);
  },
  'GET /baol/:id/:token/join': ({ db, params, now }) => checkOffer(db, params, now),
  'POST /baol/:id/:token/join': ({ db, platform, actor, params, body, now }) =>
    joinByOffer(db, platform.config.publicOrigin, actor, { ...params, ...body }, now),
});

export const affiliateApplicationAdminRoutes = handlers<typeof affiliateApplicationsAdmin>({
  'GET /v1/admin/affiliate-applications': async ({ db, query }) => {
    const list = await listApplications(db, 'affiliate', query);
    return { ...list, data: list.data.map(presentListedApplication) };
  },
  'GET /v1/admin/affiliate-applications/:id': ({ db, params }) => presentApplicationRecord(db, 'affiliate', params.id),
  'POST /v1/admin/affiliate-applications/:id/review': async ({ db, actor, params, now }) => {
    const row = await lockForStaff(db, actor, 'affiliate', params.id);
    await stepApplication({ db, now }, row, 'review', { ...actor, as: 'staff' });
    return presentApplicationRecord(db, 'affiliate', row.id);
  },
  'POST /v1/admin/affiliate-applications/:id/ask': async ({ db, actor, platform, params, body: { reason }, now }) => {
    const row = await lockForStaff(db, actor, 'affiliate', params.id);
    await stepApplication({ db, now }, row, 'ask', { ...actor, as: 'staff' }, { reason });
    await sendApplicationMail(db, platform.config.publicOrigin, row.id, { reason, path: applicationPath });
    return presentApplicationRecord(db, 'affiliate', row.id);
  },
  'POST /v1/admin/affiliate-applications/:id/approve': async ({ db, actor, platform, params, body, now }) => {
    const row = await lockForStaff(db, actor, 'affiliate', params.id);
    let id = 0;
    const set = async () => {
      const terms = { name: body.name ?? row.name, share_percent: body.share, currency: body.currency };
      id = await createAffiliate(db, actor, terms, row.user_id, now);
      return { affiliate_id: id };
    };
    await stepApplication({ db, now }, row, 'approve', { ...actor, as: 'staff' }, { set });
    await sendApplicationMail(db, platform.config.publicOrigin, row.id, { path: `/affiliate/${id}` });
    return findRecord(db, affiliates.kind, id, now);
  },
  'POST /v1/admin/affiliate-applications/:id/reject': async ({
    db,
    actor,
    platform,
    params,
    body: { reason },
    now,
  }) => {
    const row = await lockForStaff(db, actor, 'affiliate', params.id);
    await stepApplication({ db, now }, row, 'reject', { ...actor, as: 'staff' }, { reason });
    await sendApplicationMail(db, platform.config.publicOrigin, row.id, { reason, path: applicationPath });
  },
  'GET /v1/admin/affiliate-offers': ({ db, query, now }) => listOffers(db, query, now),
  'POST /v1/admin/affiliate-offers': ({ db, platform, actor, body, now }) =>
    makeOffer(db, platform.config.publicOrigin, actor, body, now),
  'DELETE /v1/admin/affiliate-offers/:id': ({ db, actor, params, now }) => withdrawOffer(db, actor, params.id, now),
});
