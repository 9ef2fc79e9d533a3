import { rescueSymptomKeys } from '@tuneport/domain/support/rescue-checklist';
import { rescueCauses, rescueStates } from '@tuneport/domain/support/rescue-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, KnownCurrency, numberFrom, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';
import { rescueHead, rescueRecord } from './support-rescue.ts';

const Person = z.object({ id: z.number(), name: z.string() });

const AdminListedRescue = z
  .object({ ...rescueHead, contact_name: z.string(), unsafe: z.boolean(), assignee: Person.nullable() })
  .meta({ id: 'AdminListedRescue' });

const AdminRescue = z
  .object({
    ...rescueRecord,
    user_id: z.number().nullable(),
    email: z.string().nullable(),
    phone: z.string(),
    assignee: Person.nullable(),
    cause: z.enum(rescueCauses).nullable(),
    /** Actions available to staff now. */
    events: z.array(z.string()),
    may_grant_goodwill: z.boolean(),
    history: z.array(
      z.object({ at: WireDate, event: z.string(), to_state: z.enum(rescueStates), by: z.string(), reason: z.string() }),
    ),
    updated_at: WireDate,
  })
  .meta({ id: 'AdminRescue' });

const fixFields = {
  title: requiredText('A title', 160),
  /** One step per line. */
  steps: requiredText('At least one step', 4000),
  symptom: z.enum(rescueSymptomKeys).nullable().default(null),
  tool: z.string().trim().max(80).default(''),
  when_question: z.string().trim().max(40).default(''),
  when_answer: z.string().trim().max(40).default(''),
  position: numberFrom(z.number().int().min(0).max(10_000)).default(0),
  active: z.boolean().default(true),
};
const Fix = z
  .object({
    id: z.number(),
    title: z.string(),
    steps: z.string(),
    symptom: z.enum(rescueSymptomKeys).nullable(),
    tool: z.string(),
    when_question: z.string(),
    when_answer: z.string(),
    position: z.number(),
    active: z.boolean(),
    /** How often it was offered and how often it worked. */
    offered: z.number(),
    worked: z.number(),
    updated_at: WireDate,
  })
  .meta({ id: 'RescueFix' });

export const supportRescueAdmin = {
  'GET /v1/admin/rescue-sessions': {
    summary: 'Lists rescue sessions, those waiting for staff first.',
    access: 'rescue.read',
    query: PageQuery.extend({ state: z.enum([...rescueStates, 'unfinished']).optional() }),
    reply: Page(AdminListedRescue),
  },
  'GET /v1/admin/rescue-sessions/:id': {
    summary: 'Shows a rescue with its history.',
    access: 'rescue.read',
    params: IdParams,
    reply: AdminRescue,
    refuses: ['not_found'],
  },
  'POST /v1/admin/rescue-sessions/:id/:event': {
    summary:
      'Updates a rescue: take it, hand it over, request a step, enter its answer, mark it as recovered, close it as not recovered, or set the cause.',
    access: 'rescue.write',
    params: IdParams.extend({
      event: z.enum(['take', 'hand-over', 'ask', 'answer', 'running', 'give-up', 'set-cause']),
    }),
    body: z.object({
      /** The next step, the answer of the customer, or why this approach was abandoned. */
      text: z.string().trim().max(5000).default(''),
      cause: z.enum(rescueCauses).optional(),
      /** Who takes over. */
      assignee: Id.optional(),
      /** If we caused the problem: goodwill for the customer's account. */
      goodwill: z
        .object({
          amount: z.string().trim().max(20),
          currency: KnownCurrency,
        })
        .optional(),
    }),
    reply: AdminRescue,
    idempotent: 'requires',
    movesMoney: true,
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'invalid_transition'],
  },
  'GET /v1/admin/rescue-staff': {
    summary: 'Lists the people who can take over a rescue.',
    access: 'rescue.write',
    reply: z.array(Person),
  },
  'GET /v1/admin/rescue-fixes': {
    summary: 'Lists the known fixes in order of use.',
    access: 'rescue.read',
    query: PageQuery,
    reply: Page(Fix),
  },
  'GET /v1/admin/rescue-fixes/:id': {
    summary: 'Shows a known fix.',
    access: 'rescue.read',
    params: IdParams,
    reply: Fix,
    refuses: ['not_found'],
  },
  'POST /v1/admin/rescue-fixes': {
    summary: 'Adds a known fix.',
    access: 'rescue.write',
    body: z.object(fixFields),
    reply: Fix,
    status: 201,
    refuses: ['invalid_fields'],
  },
  'PATCH /v1/admin/rescue-fixes/:id': {
    summary: 'Updates a known fix.',
    access: 'rescue.write',
    params: IdParams,
    body: z.object(fixFields),
    reply: Fix,
    precondition: true,
    refuses: ['not_found', 'invalid_fields', 'stale_record'],
  },
  'DELETE /v1/admin/rescue-fixes/:id': {
    summary: 'Removes a known fix; rescues that used it keep their history.',
    access: 'rescue.write',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
