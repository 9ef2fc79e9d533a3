import { customFieldsMax } from '@tuneport/domain/leads/custom-fields';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { defaultStages, requirableFields } from '@tuneport/domain/leads/pipelines';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, requiredText } from '../shapes.ts';
import { CustomFieldKey } from './lead-fields.ts';

/** A field of the deal, or a custom one as "custom.3". */
const RequiredField = z.union([z.enum(requirableFields), CustomFieldKey]);

const Stage = z
  .object({
    id: z.number(),
    name: z.string(),
    position: z.number(),
    probability: z.number(),
    rotDays: z.number().nullable(),
    closesAs: z.enum(['won', 'lost']).nullable(),
    requiredFields: z.array(RequiredField),
    requiresActivity: z.boolean(),
  })
  .meta({ id: 'LeadStage' });

export const Pipeline = z
  .object({ id: z.number(), name: z.string(), stages: z.array(Stage) })
  .meta({ id: 'LeadPipeline' });
const ListedPipeline = Pipeline.extend({ openDeals: z.number() });

const Percentage = z.number().int().min(0, 'Enter 0 to 100.').max(100, 'Enter 0 to 100.');
const stageFields = {
  name: requiredText('Name', leadLimits.pipelineName),
  probability: Percentage,
  rotDays: z.number().int().min(1).max(365).nullable(),
  closesAs: z.enum(['won', 'lost']).nullable(),
  requiredFields: z.array(RequiredField).max(requirableFields.length + customFieldsMax),
  requiresActivity: z.boolean(),
};
/** From 1; the stages behind it move on. */
const Position = z.number().int().min(1).max(100);

const NewStage = z.object({
  ...stageFields,
  probability: stageFields.probability.default(0),
  rotDays: stageFields.rotDays.default(null),
  closesAs: stageFields.closesAs.default(null),
  requiredFields: stageFields.requiredFields.default([]),
  requiresActivity: stageFields.requiresActivity.default(false),
});

const StageParams = IdParams.extend({ stageId: Id });

export const leadPipelines = {
  'GET /v1/admin/lead-engine/pipelines': {
    summary: 'Lists pipelines with their stages.',
    access: 'leads',
    reply: z.array(ListedPipeline),
  },
  'POST /v1/admin/lead-engine/pipelines': {
    summary: 'Creates a pipeline, with the six default stages unless others are sent.',
    access: 'leads',
    body: z.object({
      name: requiredText('Name', leadLimits.pipelineName),
      stages: z
        .array(NewStage)
        .min(1, 'A pipeline has at least one stage.')
        .max(30)
        .default(() => defaultStages.map((stage) => ({ ...stage, requiredFields: [], requiresActivity: false }))),
    }),
    reply: Pipeline,
    status: 201,
    refuses: ['invalid_fields'],
  },
  'PATCH /v1/admin/lead-engine/pipelines/:id': {
    summary: 'Renames a pipeline or reorders its stages.',
    access: 'leads',
    params: IdParams,
    body: z.object({
      name: requiredText('Name', leadLimits.pipelineName).optional(),
      /** The ids of all its stages in their new order. */
      stageOrder: z.array(Id).max(100).optional(),
      position: Position.optional(),
    }),
    reply: Pipeline,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/admin/lead-engine/pipelines/:id': {
    summary: 'Deletes an empty pipeline.',
    access: 'leads',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/lead-engine/pipelines/:id/stages': {
    summary: 'Adds a stage to a pipeline, at the end or at a position.',
    access: 'leads',
    params: IdParams,
    body: NewStage.extend({ position: Position.optional() }),
    reply: Stage,
    status: 201,
    refuses: ['not_found', 'invalid_fields'],
  },
  'PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId': {
    summary: 'Renames or moves a stage, or changes its rules.',
    access: 'leads',
    params: StageParams,
    body: z.object({ ...stageFields, position: Position }).partial(),
    reply: Stage,
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
  'DELETE /v1/admin/lead-engine/pipelines/:id/stages/:stageId': {
    summary: 'Removes a stage that holds no deals.',
    access: 'leads',
    params: StageParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'GET /v1/admin/lead-engine/pipelines/:id/live': {
    summary: 'Streams the version of a board, now and on every change, as server-sent events (version, gone).',
    access: 'leads',
    params: IdParams,
    reply: z.string(),
    raw: true,
    live: true,
  },
} as const satisfies ContractMap;
