import type { affiliatePortal } from '@tuneport/contract/affiliates/affiliate-portal';
import { affiliateTermsVersion } from '@tuneport/domain/affiliates/terms';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { sendPdf } from '../../../platform/pdf/send-pdf.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { userById } from '../../identity/index.ts';
import {
  bankAccountOf,
  presentEarnings,
  presentEntries,
  presentPayoutOf,
  presentPayouts,
  presentRunOf,
  presentRuns,
  presentUnified,
  remittancePdf,
  requireNotSelf,
  setBankAccount,
} from '../../ledger/index.ts';
import { companyZone } from '../../settings/index.ts';
import { createAffiliate } from '../joining/create-affiliate.ts';
import { acceptTerms } from '../joining/terms.ts';
import { requireAffiliate } from '../policy.ts';
import { affiliateMembers } from '../queries.ts';
import { presentBranding, saveBranding, sendLogo } from './branding.ts';
import { createCode, endCode, listCodes } from './codes.ts';
import { checkFeedback, giveFeedback, listFeedback, makeFeedbackLink } from './feedback.ts';
import { listAffiliates, presentAffiliate, presentTerms } from './present-affiliate.ts';
import { affiliateStats } from './stats.ts';
import { ascend, targetStatus } from './targets.ts';

const owner = async (...of: Parameters<typeof requireAffiliate>): Promise<EarningOwner> =>
  `affiliate:${(await requireAffiliate(...of)).id}`;

export const affiliatePortalRoutes = handlers<typeof affiliatePortal>({
  'GET /v1/affiliates': ({ db, actor, query }) => listAffiliates(db, actor, query),
  'POST /v1/affiliates': async ({ db, actor, body, now }) => {
    requireNotSelf(actor, body.user);
    if (!(await userById(db, body.user))) throw fieldRefusal({ user: ['User not found.'] });
    const terms = { name: body.name, share_percent: body.share, currency: body.currency };
    return presentAffiliate(db, await createAffiliate(db, actor, terms, body.user, now));
  },
  'GET /v1/affiliates/:id': async ({ db, actor, params }) => {
    await requireAffiliate(db, actor, params.id);
    return presentAffiliate(db, params.id);
  },
  'PATCH /v1/affiliates/:id': async ({ db, actor, params, body, readAt, now }) => {
    const before = await requireAffiliate(db, actor, params.id, 'lock');
    if (isStale(before.updated_at, readAt))
      throw new Refusal('stale_record', { current: await presentAffiliate(db, params.id) });
    const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    await db
      .updateTable('affiliates')
      .set({ ...change, updated_at: nextUpdatedAt(before.updated_at, now) })
      .where('id', '=', params.id)
      .execute();
    const { name, website, remittance_email } = before;
    await writeAudit(db, actor, 'affiliates.update', `affiliate:${params.id}`, {
      before: { name, website, remittance_email },
      after: { name, website, remittance_email, ...change },
    });
    return presentAffiliate(db, params.id);
  },
  'GET /v1/affiliates/:id/entry-metrics': async ({ db, platform, actor, params, query, now }) =>
    presentEarnings(db, await owner(db, actor, params.id), query, await companyZone(platform), now),
  'GET /v1/affiliates/:id/entries': async ({ db, platform, actor, params, query, now }) =>
    presentEntries(
      db,
      await owner(db, actor, params.id),
      query,
      await companyZone(platform),
      now,
      actor.affiliates.some(({ id }) => id === params.id),
    ),
  'GET /v1/affiliates/:id/transfers': async ({ db, actor, params, query }) =>
    presentPayouts(db, await owner(db, actor, params.id), query),
  'GET /v1/affiliates/:id/transfers/:transfer': async ({ db, actor, params }) =>
    presentPayoutOf(db, await owner(db, actor, params.id), params.transfer),
  'GET /v1/affiliates/:id/transfers/:transfer/pdf': async ({ db, platform, actor, params }) =>
    sendPdf(await remittancePdf(platform, await owner(db, actor, params.id), params.transfer)),
  'GET /v1/affiliates/:id/transfer-groups': async ({ db, actor, params, query }) =>
    presentRuns(db, await owner(db, actor, params.id), query.page),
  'GET /v1/affiliates/:id/transfer-groups/:transfer': async ({ db, actor, params }) =>
    presentRunOf(db, await owner(db, actor, params.id), params.transfer),
  'GET /v1/affiliates/:id/unified-transfers': async ({ db, actor, params, query }) =>
    presentUnified(db, await owner(db, actor, params.id), query.page),
  'GET /v1/affiliates/:id/discount-codes': ({ db, actor, params, now }) => listCodes(db, actor, params.id, now),
  'POST /v1/affiliates/:id/discount-codes': ({ db, actor, params, body, now }) =>
    createCode(db, actor, params.id, body, now),
  'DELETE /v1/affiliates/:id/discount-codes/:codeId': ({ db, actor, params, now }) =>
    endCode(db, actor, params.id, params.codeId, now),
  'GET /v1/affiliates/:id/targets/status': ({ db, platform, actor, params, now }) =>
    targetStatus(db, platform, actor, params.id, now),
  'POST /v1/affiliates/:id/targets/ascend': ({ db, platform, actor, params, now }) =>
    ascend(db, platform, actor, params.id, now),
  'GET /v1/affiliates/:id/members': async ({ db, actor, params }) => {
    await requireAffiliate(db, actor, params.id);
    return affiliateMembers(db, params.id);
  },
  'GET /v1/affiliates/:id/branding': ({ db, platform, actor, params }) =>
    presentBranding(db, platform, actor, params.id),
  'PUT /v1/affiliates/:id/branding': async ({ db, platform, actor, params, body, files, now }) => {
    await saveBranding(platform, actor, params.id, body.colour, files, now);
    return presentBranding(db, platform, actor, params.id);
  },
  'GET /v1/affiliates/:id/branding/logo': ({ db, platform, actor, params }) => sendLogo(db, platform, actor, params.id),
  'GET /v1/affiliates/:id/terms': async ({ db, actor, params }) => {
    await requireAffiliate(db, actor, params.id);
    return presentTerms(db, params.id);
  },
  'POST /v1/affiliates/:id/terms': async ({ db, actor, params, body, now }) => {
    if (!actor.affiliates.some(({ id }) => id === params.id)) throw new Refusal('not_found');
    if (body.version !== affiliateTermsVersion)
      throw fieldRefusal({ version: ['The terms have changed. Reload the page and read them again.'] });
    await acceptTerms(db, params.id, signedIn(actor).userId, body.version, now);
  },
  'GET /v1/affiliates/:id/bank-account': async ({ db, actor, params }) => ({
    account: await bankAccountOf(db, await owner(db, actor, params.id)),
    may_change: actor.affiliates.some(({ id }) => id === params.id),
  }),
  'PUT /v1/affiliates/:id/bank-account': async ({ db, platform, actor, params, body, now }) => {
    if (!actor.affiliates.some(({ id }) => id === params.id)) throw new Refusal('not_found');
    return setBankAccount(db, platform, actor, `affiliate:${params.id}`, body, now);
  },
  'GET /affiliate-stats': ({ db, query, now }) => affiliateStats(db, query, now),
  'GET /baol/:id/:token/feedback': ({ db, params, now }) => checkFeedback(db, params, now),
  'POST /baol/:id/:token/feedback': ({ db, params, body, now }) => giveFeedback(db, params, body, now),
  'POST /v1/admin/affiliates/:id/feedback-links': ({ db, platform, actor, params, now }) =>
    makeFeedbackLink(db, platform.config.publicOrigin, actor, params.id, now),
  'GET /v1/admin/affiliate-feedback': ({ db, query }) => listFeedback(db, query.page),
});
