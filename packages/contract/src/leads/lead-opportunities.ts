import { leadLimits } from '@tuneport/domain/leads/limits';
import { opportunitySources, opportunityStates } from '@tuneport/domain/leads/opportunity-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Id, IdParams, requiredText, WireDate } from '../shapes.ts';
import { Named, RefOrName } from './lead-shapes.ts';

const Opportunity = z
  .object({
    id: z.number(),
    title: z.string(),
    contact: Named.nullable(),
    organization: Named.nullable(),
    source: z.enum(opportunitySources),
    /** Why it was made. */
    reason: z.string(),
    state: z.enum(opportunityStates),
    dealId: z.number().nullable(),
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'LeadOpportunity' });
const fields = {
  title: requiredText('Title', leadLimits.title),
  contact: RefOrName,
  organization: RefOrName,
  source: z.enum(opportunitySources),
  reason: z.string().trim().max(leadLimits.reason),
};

export const leadOpportunitiesNoun = defineNoun({
  path: '/v1/admin/lead-engine/opportunities',
  one: 'an opportunity',
  many: 'opportunities that are not deals yet',
  read: 'leads',
  write: 'leads',
  row: Opportunity,
  record: Opportunity,
  create: z.object(fields).partial().required({ title: true }),
  change: z.object(fields).partial(),
  filters: {
    /** Without a state: all that are not deals yet. */
    state: z.enum([...opportunityStates, 'unconverted']).default('unconverted'),
    source: z.enum(opportunitySources).optional(),
  },
  precondition: false,
  idempotent: 'accepts',
});

export const leadOpportunities = {
  ...recordCalls(leadOpportunitiesNoun),
  'POST /v1/admin/lead-engine/opportunities/:id/convert': {
    summary: 'Turns an opportunity into a deal, in the first stage unless another is named.',
    access: 'leads',
    params: IdParams,
    body: z.object({ pipeline: Id.optional(), stage: Id.optional() }),
    reply: z.object({ id: z.number(), title: z.string() }),
    status: 201,
    refuses: ['not_found', 'invalid_fields', 'invalid_transition'],
  },
  'POST /v1/admin/lead-engine/opportunities/:id/:event': {
    summary: 'Dismisses an opportunity, or restores a dismissed one.',
    access: 'leads',
    params: IdParams.extend({ event: z.enum(['dismiss', 'restore']) }),
    reply: Opportunity,
    refuses: ['not_found', 'invalid_transition'],
  },
} satisfies ContractMap;
