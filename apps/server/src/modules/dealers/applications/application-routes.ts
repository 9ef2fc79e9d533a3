import type { applications, applicationsAdmin } from '@tuneport/contract/dealers/applications';
import { may } from '@tuneport/domain/identity/permissions';
import { handlers } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { checkAddress } from '../../identity/index.ts';
import { ownableTools } from '../own-tools.ts';
import { presentDealer } from '../present-dealer.ts';
import { addDocument, sendDocument } from './application-files.ts';
import { sendApplicationMail } from './application-mails.ts';
import { applicationById, listApplications, lockApplication } from './application-queries.ts';
import { approveDealer } from './approve-dealer.ts';
import {
  presentApplicationRecord,
  presentListed,
  presentOwnApplication,
  presentOwnApplications,
} from './present-application.ts';
import { lockForStaff, stepApplication, submitApplication } from './step-application.ts';

const applicationPath = '/new-dealer';

export const applicationRoutes = handlers<typeof applications>({
  'POST /become-dealer': async ({ db, actor, body, platform, now }) => {
    const { company, ...details } = body;
    const { address, errors } = checkAddress(body.address, 'address.');
    if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
    const known = new Set((await ownableTools(db)).map(({ id }) => id));
    if (details.tools.some((id) => !known.has(id))) throw fieldRefusal({ tools: ['Choose tools from the list.'] });
    const id = await submitApplication(
      db,
      actor,
      { kind: 'dealer', name: company, details: { ...details, address } },
      now,
    );
    await sendApplicationMail(db, platform.config.publicOrigin, id, { path: applicationPath });
    return presentOwnApplication(db, actor.userId, id);
  },
  'GET /become-dealer/options': async ({ db }) => ({ tools: await ownableTools(db) }),
  'GET /partner-applications': ({ db, actor, query }) => presentOwnApplications(db, actor.userId ?? 0, query.kind),
  'POST /partner-applications/:id/files': async ({ db, actor, platform, params, files }) => {
    await addDocument(platform, actor, params.id, files);
    return presentOwnApplication(db, actor.userId, params.id);
  },
  'GET /partner-applications/:id/files/:file': async ({ db, actor, platform, params, clientInfo }) => {
    const row = await applicationById(db, params.id);
    const isStaff = row !== undefined && may(actor, row.kind === 'dealer' ? 'dealers.admin' : 'affiliates.admin');
    if (!row || (row.user_id !== actor.userId && !isStaff)) throw new Refusal('not_found');
    return sendDocument(db, platform.files, row.id, params.file, clientInfo.range);
  },
  'POST /partner-applications/:id/answer': async ({ db, actor, params, body, now }) => {
    const row = await lockApplication(db, params.id);
    if (!row || row.user_id !== actor.userId) throw new Refusal('not_found');
    await stepApplication({ db, now }, row, 'answer', { ...actor, as: 'applicant' }, { reason: body.answer });
    return presentOwnApplication(db, actor.userId, row.id);
  },
  'POST /partner-applications/:id/withdraw': async ({ db, actor, params, now }) => {
    const row = await lockApplication(db, params.id);
    if (!row || row.user_id !== actor.userId) throw new Refusal('not_found');
    await stepApplication({ db, now }, row, 'withdraw', { ...actor, as: 'applicant' });
    return presentOwnApplication(db, actor.userId, row.id);
  },
});

export const applicationAdminRoutes = handlers<typeof applicationsAdmin>({
  'GET /v1/admin/dealer-applications': async ({ db, query }) => {
    const list = await listApplications(db, 'dealer', query);
    return { ...list, data: list.data.map(presentListed) };
  },
  'GET /v1/admin/dealer-applications/:id': ({ db, params }) => presentApplicationRecord(db, 'dealer', params.id),
  'POST /v1/admin/dealer-applications/:id/review': async ({ db, actor, params, now }) => {
    const row = await lockForStaff(db, actor, 'dealer', params.id);
    await stepApplication({ db, now }, row, 'review', { ...actor, as: 'staff' });
    return presentApplicationRecord(db, 'dealer', row.id);
  },
  'POST /v1/admin/dealer-applications/:id/ask': async ({ db, actor, platform, params, body: { reason }, now }) => {
    const row = await lockForStaff(db, actor, 'dealer', params.id);
    await stepApplication({ db, now }, row, 'ask', { ...actor, as: 'staff' }, { reason });
    await sendApplicationMail(db, platform.config.publicOrigin, row.id, { reason, path: applicationPath });
    return presentApplicationRecord(db, 'dealer', row.id);
  },
  'POST /v1/admin/dealer-applications/:id/approve': async ({ db, actor, platform, params, body, now }) => {
    const dealerId = await approveDealer(db, platform.config.publicOrigin, actor, params.id, body, now);
    return presentDealer(db, dealerId);
  },
  'POST /v1/admin/dealer-applications/:id/reject': async ({ db, actor, platform, params, body: { reason }, now }) => {
    const row = await lockForStaff(db, actor, 'dealer', params.id);
    await stepApplication({ db, now }, row, 'reject', { ...actor, as: 'staff' }, { reason });
    await sendApplicationMail(db, platform.config.publicOrigin, row.id, { reason, path: applicationPath });
  },
});
