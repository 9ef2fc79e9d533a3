import type { leadActivities } from '@tuneport/contract/leads/lead-activities';
import type { leadContacts } from '@tuneport/contract/leads/lead-contacts';
import type { leadDealers } from '@tuneport/contract/leads/lead-dealers';
import type { leadDeals } from '@tuneport/contract/leads/lead-deals';
import type { leadFields } from '@tuneport/contract/leads/lead-fields';
import type { leadMails } from '@tuneport/contract/leads/lead-mails';
import type { leadNotes } from '@tuneport/contract/leads/lead-notes';
import type { leadOpportunities } from '@tuneport/contract/leads/lead-opportunities';
import type { leadPipelines } from '@tuneport/contract/leads/lead-pipelines';
import type { leadReports } from '@tuneport/contract/leads/lead-reports';
import { allows, may } from '@tuneport/domain/identity/permissions';
import { activityTypes } from '@tuneport/domain/leads/activities';
import { msg } from '@tuneport/domain/text/text';
import { handlers } from '../../platform/http/context.ts';
import { watchRecord } from '../../platform/http/mount/live.ts';
import { tokenPage } from '../../platform/http/pages/plain-page.ts';
import { findRecord } from '../../platform/records/records.ts';
import { Refusal } from '../../platform/refusal.ts';
import { activities, deleteActivity } from './activities.ts';
import { endFeed, hasFeed, renewFeed, sendFeed } from './calendar-feed.ts';
import { boardChanged, boardVersion, readBoard } from './deals/board.ts';
import { addDealFile, removeDealFile, sendDealFile } from './deals/deal-files.ts';
import { archiveDeal, deleteDeal, mergeDeals, restoreDeal, setDealLabels } from './deals/deal-flags.ts';
import { dealLinks, makeDealer, withdrawDealerInvites } from './deals/deal-links.ts';
import { listDeals } from './deals/list-deals.ts';
import { presentRecord } from './deals/present-record.ts';
import { createDeal, updateDeal } from './deals/save-deal.ts';
import { closeDeal, type LeadContext, lockDeal, reopenDeal, type StoredDeal } from './deals/step-deal.ts';
import { dealTimeline } from './deals/timeline.ts';
import { deleteField, fields } from './fields/fields.ts';
import { deleteLabel, labels } from './labels.ts';
import { leadCurrency } from './lead-currency.ts';
import { recipientsOf, sendDealMail, unsubscribe } from './mails/send-mail.ts';
import { mailTemplates } from './mails/templates.ts';
import { comments, notes } from './notes.ts';
import {
  convertOpportunity,
  createOpportunity,
  opportunities,
  stepOpportunity,
  updateOpportunity,
} from './opportunities.ts';
import { contactRecord, contacts, createContact, organizations, updateContact } from './people/contacts.ts';
import { listOwners } from './people/find-or-add.ts';
import { findDuplicates, mergeContacts } from './people/merge-contacts.ts';
import { findSameOrganizations, mergeOrganizations } from './people/merge-organizations.ts';
import {
  addStage,
  boardTopic,
  createPipeline,
  deletePipeline,
  deleteStage,
  listPipelines,
  updatePipeline,
  updateStage,
} from './pipelines.ts';
import { leadReport } from './reports/lead-report.ts';
import { lostReasons } from './reports/lost-reasons.ts';

export const leadPipelineRoutes = handlers<typeof leadPipelines>({
  'GET /v1/admin/lead-engine/pipelines': ({ db }) => listPipelines(db),
  'POST /v1/admin/lead-engine/pipelines': ({ db, actor, body }) => createPipeline(db, actor, body),
  'PATCH /v1/admin/lead-engine/pipelines/:id': ({ db, actor, params, body, now }) =>
    updatePipeline(db, actor, params.id, body, now),
  'DELETE /v1/admin/lead-engine/pipelines/:id': ({ db, actor, params }) => deletePipeline(db, actor, params.id),
  'POST /v1/admin/lead-engine/pipelines/:id/stages': ({ db, actor, params, body }) =>
    addStage(db, actor, params.id, body),
  'PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId': ({ db, actor, params, body, now }) =>
    updateStage(db, actor, params, body, now),
  'DELETE /v1/admin/lead-engine/pipelines/:id/stages/:stageId': ({ db, actor, params }) =>
    deleteStage(db, actor, params),
  'GET /v1/admin/lead-engine/pipelines/:id/live': (context) =>
    watchRecord(context, {
      topic: boardTopic(context.params.id),
      versionFor: async (actor) => (may(actor, 'leads') ? boardVersion(context.db, context.params.id) : null),
    }),
});

type DealContext = LeadContext & { params: { id: number } };

/** A change of a deal; the reply is the deal after it. */
async function changed({ db, params, now }: DealContext, change: Promise<void>) {
  await change;
  return presentRecord(db, params.id, now);
}

/** A step of a deal under its lock; the boards of its pipeline follow. */
async function stepped(context: DealContext, step: (deal: StoredDeal) => Promise<StoredDeal>) {
  const deal = await step(await lockDeal(context.db, context.params.id));
  await boardChanged(context.db, [deal.pipeline_id], deal.id);
  return presentRecord(context.db, deal.id, context.now);
}

export const leadDealRoutes = handlers<typeof leadDeals>({
  'GET /v1/admin/lead-engine/board': ({ db, query, now }) => readBoard(db, query, now),
  'GET /v1/admin/lead-engine/deals': ({ db, query, now }) => listDeals(db, query, now),
  'POST /v1/admin/lead-engine/deals': async (context) => {
    const id = await createDeal(context, context.actor, context.body, await leadCurrency(context));
    return presentRecord(context.db, id, context.now);
  },
  'GET /v1/admin/lead-engine/deals/:id': ({ db, params, now }) => presentRecord(db, params.id, now),
  'PATCH /v1/admin/lead-engine/deals/:id': (context) =>
    changed(context, updateDeal(context, context.actor, context.params.id, context.body)),
  'DELETE /v1/admin/lead-engine/deals/:id': (context) => deleteDeal(context, context.actor, context.params.id),
  'POST /v1/admin/lead-engine/deals/:id/restore': (context) =>
    changed(context, restoreDeal(context, context.actor, context.params.id)),
  'POST /v1/admin/lead-engine/deals/:id/won': (context) =>
    stepped(context, (deal) => closeDeal(context, context.actor, deal, 'win')),
  'POST /v1/admin/lead-engine/deals/:id/lost': (context) =>
    stepped(context, (deal) => closeDeal(context, context.actor, deal, 'lose', context.body.reason)),
  'POST /v1/admin/lead-engine/deals/:id/reopen': (context) =>
    stepped(context, async (deal) => {
      await withdrawDealerInvites(context.db, context.actor, deal, context.now);
      return reopenDeal(context, context.actor, deal, context.body?.reason);
    }),
  'POST /v1/admin/lead-engine/deals/:id/archive': (context) =>
    changed(context, archiveDeal(context, context.actor, context.params.id, true)),
  'POST /v1/admin/lead-engine/deals/:id/unarchive': (context) =>
    changed(context, archiveDeal(context, context.actor, context.params.id, false)),
  'PUT /v1/admin/lead-engine/deals/:id/labels': (context) =>
    changed(context, setDealLabels(context, context.actor, context.params.id, context.body.labels)),
  'POST /v1/admin/lead-engine/deals/:id/merge': (context) =>
    changed(context, mergeDeals(context, context.actor, context.params.id, context.body.dealId)),
  'GET /v1/admin/lead-engine/deals/:id/timeline': ({ db, params, query }) =>
    dealTimeline(db, params.id, query.before === undefined ? null : new Date(query.before), query.beforeKey),
  'POST /v1/admin/lead-engine/deals/:id/files': ({ platform, actor, params, files }) =>
    addDealFile(platform.db, platform.files, actor, params.id, files),
  'GET /v1/admin/lead-engine/deals/:id/files/:fileId': ({ db, platform, params, clientInfo }) =>
    sendDealFile(db, platform.files, params, clientInfo.range),
  'DELETE /v1/admin/lead-engine/deals/:id/files/:fileId': ({ db, actor, params }) => removeDealFile(db, actor, params),
  'GET /v1/admin/lead-engine/owners': ({ db }) => listOwners(db),
});

export const leadActivityRoutes = handlers<typeof leadActivities>({
  ...activities.routes,
  'DELETE /v1/admin/lead-engine/activities/:id': (context) => deleteActivity(context, context.params.id),
  'GET /v1/admin/lead-engine/activity-types': () => [...activityTypes],
  'GET /v1/admin/lead-engine/calendar-feed': ({ db, actor }) => hasFeed(db, actor),
  'POST /v1/admin/lead-engine/calendar-feed': ({ db, actor, platform }) =>
    renewFeed(db, actor, platform.config.publicOrigin),
  'DELETE /v1/admin/lead-engine/calendar-feed': ({ db, actor }) => endFeed(db, actor),
  'GET /lead-calendar/:token': ({ db, params, platform, now }) =>
    sendFeed(db, params.token, platform.config.publicOrigin, now),
});

export const leadContactRoutes = handlers<typeof leadContacts>({
  ...labels.routes,
  ...contacts.routes,
  ...organizations.routes,
  // Filters and forms offer all of them, not a page.
  'GET /v1/admin/lead-engine/labels': ({ query, ...context }) =>
    labels.routes['GET /v1/admin/lead-engine/labels']({
      ...context,
      query: { ...query, per_page: query.per_page ?? 100 },
    }),
  'DELETE /v1/admin/lead-engine/labels/:id': (context) => deleteLabel(context, context.params.id),
  'POST /v1/admin/lead-engine/contacts': createContact,
  'PATCH /v1/admin/lead-engine/contacts/:id': updateContact,
  'GET /v1/admin/lead-engine/contacts/:id/duplicates': ({ db, params }) => findDuplicates(db, params.id),
  'POST /v1/admin/lead-engine/contacts/:id/merge': async ({ db, actor, params, body, now }) => {
    await mergeContacts(db, actor, params.id, body.contactId, now);
    return contactRecord(db, params.id, now);
  },
  'GET /v1/admin/lead-engine/organizations/:id/duplicates': ({ db, params }) => findSameOrganizations(db, params.id),
  'POST /v1/admin/lead-engine/organizations/:id/merge': async ({ db, actor, params, body, now }) => {
    await mergeOrganizations(db, actor, params.id, body.organizationId, now);
    return findRecord(db, organizations.kind, params.id, now);
  },
});

export const leadFieldRoutes = handlers<typeof leadFields>({
  ...fields.routes,
  'DELETE /v1/admin/lead-engine/fields/:id': ({ db, actor, params, now }) => deleteField(db, actor, params.id, now),
});

export const leadNoteRoutes = handlers<typeof leadNotes>({ ...notes.routes, ...comments.routes });

export const leadOpportunityRoutes = handlers<typeof leadOpportunities>({
  ...opportunities.routes,
  'POST /v1/admin/lead-engine/opportunities': createOpportunity,
  'PATCH /v1/admin/lead-engine/opportunities/:id': updateOpportunity,
  'POST /v1/admin/lead-engine/opportunities/:id/convert': (context) =>
    convertOpportunity(context, context.params.id, context.body),
  'POST /v1/admin/lead-engine/opportunities/:id/:event': async (context) => {
    await stepOpportunity(context, context.params.id, context.params.event, context.actor);
    return findRecord(context.db, opportunities.kind, context.params.id, context.now);
  },
});

export const leadReportRoutes = handlers<typeof leadReports>({
  'GET /v1/admin/lead-engine/lost-reasons': ({ db }) => lostReasons(db),
  'GET /v1/admin/lead-engine/report': async (context) =>
    leadReport(context.db, context.query, context.now, await leadCurrency(context)),
});

export const leadMailRoutes = handlers<typeof leadMails>({
  ...mailTemplates.routes,
  'GET /v1/admin/lead-engine/deals/:id/recipients': ({ db, params }) => recipientsOf(db, params.id),
  'POST /v1/admin/lead-engine/deals/:id/mails': ({ db, actor, params, body, platform, now }) =>
    sendDealMail({ db, now, origin: platform.config.publicOrigin }, actor, params.id, body),
  'GET /lead-mail/unsubscribe/:token': () =>
    tokenPage({
      title: msg('Unsubscribe from these e-mails?'),
      text: msg('We will not send you any more offers by e-mail.'),
      button: msg('Unsubscribe'),
    }),
  'POST /lead-mail/unsubscribe/:token': async ({ db, params, now }) => {
    await unsubscribe(db, params.token, now);
    return tokenPage({
      title: msg('You are unsubscribed'),
      text: msg('You will not get any more offers from us by e-mail.'),
    });
  },
});

export const leadDealerRoutes = handlers<typeof leadDealers>({
  'GET /v1/admin/lead-engine/deals/:id/links': ({ db, params }) => dealLinks(db, params.id),
  'POST /v1/admin/lead-engine/deals/:id/dealer': ({ db, actor, params, body, platform, now }) => {
    // A call has one permission, and this one changes a dealer and a deal.
    if (!allows('leads', actor)) throw new Refusal('forbidden');
    return makeDealer({ db, now, origin: platform.config.publicOrigin }, actor, params.id, body);
  },
});
