import { activityTypes } from '@tuneport/domain/leads/activities';
import { leadDealStates } from '@tuneport/domain/leads/deal-states';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { priorities } from '@tuneport/domain/leads/pipelines';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Day, Id, IdParams, numberFrom, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { CustomChange, CustomFilters, CustomValues } from './lead-fields.ts';
import { Note } from './lead-notes.ts';
import { Pipeline } from './lead-pipelines.ts';
import { LabelIds, Named, RefOrName } from './lead-shapes.ts';

const Label = z.object({ id: z.number(), name: z.string(), colour: z.string() });
const NextActivity = z.object({
  id: z.number(),
  type: z.enum(activityTypes),
  subject: z.string(),
  date: z.string(),
  time: z.string().nullable(),
});

const cardFields = {
  id: z.number(),
  title: z.string(),
  value: WireMoneyShape,
  organization: Named.nullable(),
  contact: Named.nullable(),
  stageId: z.number(),
  /** The owner. */
  user: Named.nullable(),
  /** Of the deal, or else of its stage. */
  probability: z.number(),
  priority: z.enum(priorities),
  expectedCloseDate: z.string().nullable(),
  status: z.enum(leadDealStates),
  labels: z.array(Label),
  nextActivity: NextActivity.nullable(),
  daysInStage: z.number(),
  /** Longer in its stage than the stage allows. */
  rotten: z.boolean(),
  /** Sort key within the stage. */
  position: z.number(),
  /** Incremented by every change; send it back to refuse overwriting a newer one. */
  version: z.number(),
};
const DealCard = z.object(cardFields).meta({ id: 'LeadDealCard' });

const Deal = z
  .object({
    ...cardFields,
    closedAt: WireDate.nullable(),
    lostReason: z.string(),
    archivedAt: WireDate.nullable(),
    createdAt: WireDate,
    updatedAt: WireDate,
    notes: z.array(Note),
    pipeline: Pipeline,
    custom: CustomValues,
  })
  .meta({ id: 'LeadDeal' });

const DealRecord = Deal.extend({
  updated_at: WireDate,
  ownProbability: z.number().nullable(),
  deletedAt: WireDate.nullable(),
  participants: z.array(Named),
  activities: z.array(
    NextActivity.extend({
      endTime: z.string().nullable(),
      location: z.string(),
      note: z.string(),
      done: z.boolean(),
      overdue: z.boolean(),
      owner: Named.nullable(),
    }),
  ),
  files: z.array(z.object({ id: z.string(), name: z.string(), sizeBytes: z.number(), createdAt: WireDate })),
  /** Statuses that can follow now. */
  events: z.array(z.string()),
}).meta({ id: 'LeadDealRecord' });

const valueMessage = 'Enter an amount such as 1500.00.';
const fields = {
  title: requiredText('Title', leadLimits.title),
  value: z.union([z.string().trim().max(20), z.number().min(0, valueMessage)], valueMessage).transform(String),
  organization: RefOrName,
  contact: RefOrName,
  stageId: Id,
  user: Id.nullable(),
  probability: z.number().int().min(0, 'Enter 0 to 100.').max(100, 'Enter 0 to 100.').nullable(),
  priority: z.enum(priorities),
  expectedCloseDate: Day.nullable(),
  custom: CustomChange,
};
export const NewDeal = z.object(fields).partial().required({ title: true });
const Reason = z.string().trim().max(leadLimits.reason, `A reason can have at most ${leadLimits.reason} characters.`);
export const DealChange = z
  .object(fields)
  .partial()
  .extend({
    /** The deal above its new place in the stage; null is the top. */
    afterId: Id.nullable().optional(),
    /** The version that was read: a change of an older one is refused. */
    version: z.number().int().positive().optional(),
    /** Required to enter a stage that closes as lost. */
    lostReason: Reason.optional(),
    participants: z.array(Id).max(50).optional(),
  });

/** The fields that a bulk edit can set. */
export const DealBulkChange = z
  .strictObject({
    ...DealChange.pick({
      user: true,
      stageId: true,
      lostReason: true,
      priority: true,
      probability: true,
      expectedCloseDate: true,
      custom: true,
    }).shape,
    addLabel: Id,
    removeLabel: Id,
    archived: z.boolean(),
  })
  .partial();

const boardFilters = {
  owner: Id.optional(),
  label: Id.optional(),
  valueFrom: numberFrom(z.number().min(0).max(1e12)).optional(),
  valueTo: numberFrom(z.number().min(0).max(1e12)).optional(),
  closeFrom: Day.optional(),
  closeTo: Day.optional(),
  custom: CustomFilters.optional(),
};
const changing = { access: 'leads', params: IdParams, reply: DealRecord } as const;

export const leadDeals = {
  'GET /v1/admin/lead-engine/board': {
    summary: 'Lists the open deals of a pipeline as cards, or only what changed since a version of the board.',
    access: 'leads',
    query: z.object({
      pipeline: Id.optional(),
      search: z.string().trim().max(200).optional(),
      since: numberFrom(z.number().int().min(0).max(2_147_483_647)).optional(),
      ...boardFilters,
    }),
    reply: z.object({
      pipeline: Pipeline,
      version: z.number(),
      /** False: `cards` and `removed` are the changes since the version that was sent. */
      complete: z.boolean(),
      cards: z.array(DealCard),
      removed: z.array(z.number()),
      /** Deals beyond the cards of a stage, by currency; a stage shows a limited number of cards. */
      beyond: z.array(
        z.object({ stageId: z.number(), count: z.number(), value: WireMoneyShape, weighted: WireMoneyShape }),
      ),
      /** Deals closed within the last 30 days, by status and currency. */
      closed: z.array(z.object({ status: z.enum(['won', 'lost']), count: z.number(), value: WireMoneyShape })),
    }),
    refuses: ['not_found'],
  },
  'GET /v1/admin/lead-engine/deals': {
    summary: 'Lists deals by mode.',
    access: 'leads',
    query: PageQuery.extend({
      mode: z.enum(['open', 'won', 'lost', 'archived'], 'Use open, won, lost or archived.').default('open'),
      /** Open, won and lost deals that are archived are listed too. */
      archived: z.enum(['true']).optional(),
      pipeline: Id.optional(),
      stage: Id.optional(),
      contact: Id.optional(),
      organization: Id.optional(),
      closedFrom: Day.optional(),
      closedTo: Day.optional(),
      /** Exactly this reason. */
      lostReason: z.string().max(leadLimits.reason).optional(),
      /** Deals of any mode that entered or left this stage within the days of `movedFrom` and `movedTo`. */
      enteredStage: Id.optional(),
      leftStage: Id.optional(),
      movedFrom: Day.optional(),
      movedTo: Day.optional(),
      ...boardFilters,
    }),
    reply: Page(Deal),
    refuses: ['invalid_fields'],
  },
  'POST /v1/admin/lead-engine/deals': {
    summary: 'Creates an open deal, in the first stage unless another is named.',
    access: 'leads',
    body: NewDeal.extend({ pipeline: Id.optional() }),
    reply: DealRecord,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/lead-engine/deals/:id': {
    summary: 'Shows a deal with notes and activities.',
    ...changing,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/lead-engine/deals/:id': {
    summary: 'Changes the fields of a deal that are sent, also its stage and its place in it.',
    ...changing,
    body: DealChange,
    refuses: ['not_found', 'invalid_fields', 'stale_record', 'invalid_transition'],
  },
  'DELETE /v1/admin/lead-engine/deals/:id': {
    summary: 'Deletes a deal. It can be restored for 30 days.',
    access: 'leads',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/deals/:id/restore': {
    summary: 'Restores a deleted deal.',
    ...changing,
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/lead-engine/deals/:id/won': {
    summary: 'Marks a deal as won and sets closedAt.',
    ...changing,
    refuses: ['not_found', 'invalid_transition', 'invalid_fields'],
  },
  'POST /v1/admin/lead-engine/deals/:id/lost': {
    summary: 'Marks a deal as lost and sets closedAt.',
    ...changing,
    body: z.object({ reason: Reason.min(1, 'Enter why the deal was lost.') }),
    refuses: ['not_found', 'invalid_transition', 'invalid_fields'],
  },
  'POST /v1/admin/lead-engine/deals/:id/reopen': {
    summary: 'Opens a won or lost deal again in its last stage and clears closedAt.',
    ...changing,
    body: z.object({ reason: Reason.optional() }).optional(),
    refuses: ['not_found', 'invalid_transition'],
  },
  'POST /v1/admin/lead-engine/deals/:id/archive': {
    summary: 'Archives a deal.',
    ...changing,
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/deals/:id/unarchive': {
    summary: 'Unarchives a deal.',
    ...changing,
    refuses: ['not_found'],
  },
  'PUT /v1/admin/lead-engine/deals/:id/labels': {
    summary: 'Sets the labels of a deal.',
    ...changing,
    body: z.object({ labels: LabelIds }),
    refuses: ['not_found', 'invalid_fields'],
  },
  'POST /v1/admin/lead-engine/deals/:id/merge': {
    summary: 'Merges another deal into this one: its notes, activities, files and participants move here.',
    ...changing,
    body: z.object({ dealId: Id }),
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/admin/lead-engine/deals/:id/timeline': {
    summary: 'Lists the events of a deal, newest first: changes, stages, notes, comments, activities, mails, files.',
    access: 'leads',
    params: IdParams,
    /** `at` and `key` of the last entry of the page before. */
    query: z.object({ before: z.iso.datetime().optional(), beforeKey: z.string().max(40).optional() }),
    reply: z.object({
      data: z.array(
        z.object({
          key: z.string(),
          kind: z.enum(['event', 'change', 'note', 'comment', 'activity', 'mail', 'file']),
          at: WireDate,
          by: z.string().nullable(),
          title: z.string(),
          text: z.string(),
        }),
      ),
      more: z.boolean(),
    }),
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/deals/:id/files': {
    summary: 'Adds a file to a deal.',
    access: 'leads',
    params: IdParams,
    upload: { maxBytes: 25 * 1024 * 1024, maxFiles: 1 },
    body: z.object({}),
    reply: z.object({ id: z.string(), name: z.string(), sizeBytes: z.number() }),
    status: 201,
    transaction: 'none',
    refuses: ['not_found', 'invalid_fields', 'too_large'],
  },
  'GET /v1/admin/lead-engine/deals/:id/files/:fileId': {
    summary: 'Downloads a file of a deal.',
    access: 'leads',
    params: IdParams.extend({ fileId: z.uuid() }),
    reply: z.string(),
    raw: true,
    refuses: ['not_found'],
  },
  'DELETE /v1/admin/lead-engine/deals/:id/files/:fileId': {
    summary: 'Removes a file from a deal.',
    access: 'leads',
    params: IdParams.extend({ fileId: z.uuid() }),
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'GET /v1/admin/lead-engine/owners': {
    summary: 'Lists the users who may own a deal.',
    access: 'leads',
    reply: z.array(Named),
  },
} as const satisfies ContractMap;
