import { betaParticipantStates, betaProgramStates } from '@tuneport/domain/beta/beta-states';
import { z } from 'zod';
import { Html } from '../content/blocks.ts';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { dateFrom, Id, IdParams, numberFrom, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';

const programRow = {
  id: z.number(),
  state: z.enum(betaProgramStates),
  name: z.string(),
  summary: z.string(),
  seats: z.number(),
  free_seats: z.number(),
  starts_at: WireDate.nullable(),
  ends_at: WireDate.nullable(),
};
/** The caller's part in a program. */
const Membership = z.object({
  state: z.enum(betaParticipantStates),
  cohort: z.number().nullable(),
  invited_until: WireDate.nullable(),
  joined_at: WireDate.nullable(),
  feedback: z.number(),
});
const Program = z
  .object({
    ...programRow,
    text: z.string(),
    terms: z.string(),
    /** Must be sent to join a program with terms, so that participants always saw the terms they join under. */
    terms_hash: z.string(),
    reviewed: z.boolean(),
    waitlist: z.boolean(),
    membership: Membership.nullable(),
    can: z.object({ join: z.boolean(), leave: z.boolean(), give_feedback: z.boolean() }),
  })
  .meta({ id: 'BetaProgram' });

export const beta = {
  'GET /beta-programs': {
    summary: 'Lists beta programs, each with whether the caller joined.',
    access: 'public',
    reply: z.array(z.object({ ...programRow, membership: Membership.nullable() })),
  },
  'GET /beta-programs/:id': {
    summary: "Returns a beta program with the caller's part in it.",
    access: 'public',
    params: IdParams,
    reply: Program,
    refuses: ['not_found'],
  },
  'POST /beta-programs/:id/join': {
    summary:
      'Joins a beta program, applies for it, or accepts an invitation. Without a free seat the caller goes on the waiting list.',
    access: 'user',
    params: IdParams,
    body: z.object({
      /** Of the terms that were shown; empty if there are none. */
      terms_hash: z.string().max(64).default(''),
      vehicle_id: Id.nullable().default(null),
      answers: z.string().trim().max(2000, 'Your answer can have at most 2000 characters.').default(''),
    }),
    reply: Program,
    idempotent: 'accepts',
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'conflict', 'invalid_fields', 'too_many_requests'],
  },
  'DELETE /beta-programs/:id/join': {
    summary: 'Leaves a beta program; the seat goes to the next on the waiting list.',
    access: 'user',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'invalid_transition'],
  },
  'POST /beta-programs/:id/feedback': {
    summary: 'Sends feedback about a beta program the caller takes part in.',
    access: 'user',
    params: IdParams,
    body: z.object({
      rating: numberFrom(z.number().int().min(1, 'Choose a rating.').max(5, 'Choose a rating.')),
      text: requiredText('Your feedback', 4000),
      incident: z.boolean().default(false),
    }),
    reply: Program,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'conflict', 'invalid_fields', 'too_many_requests'],
  },
} as const satisfies ContractMap;

const programFields = {
  name: requiredText('The name', 120),
  summary: z.string().trim().max(300, 'The summary can have at most 300 characters.'),
  text: Html.min(1, 'The description is required.'),
  terms: z.string().trim().max(20_000, 'The terms can have at most 20000 characters.'),
  seats: numberFrom(z.number().int().min(1, 'Enter at least one place.').max(100_000)),
  cohort_size: numberFrom(z.number().int().min(1).max(100_000)).nullable(),
  reviewed: z.boolean(),
  waitlist: z.boolean(),
  starts_at: dateFrom().nullable(),
  ends_at: dateFrom().nullable(),
  stop_per_100: numberFrom(z.number().int().min(0).max(1000)).nullable(),
};
const ProgramRecord = z.object({
  ...programRow,
  text: z.string(),
  terms: z.string(),
  cohort_size: z.number().nullable(),
  reviewed: z.boolean(),
  waitlist: z.boolean(),
  stop_per_100: z.number().nullable(),
  active: z.number(),
  waiting: z.number(),
  incidents: z.number(),
  created_at: WireDate,
  updated_at: WireDate,
});
export const betaPrograms = defineNoun({
  path: '/v1/admin/beta-programs',
  one: 'a beta program',
  many: 'beta programs',
  read: 'beta-programs.write',
  write: 'beta-programs.write',
  row: ProgramRecord,
  record: ProgramRecord,
  create: z.object({
    ...programFields,
    summary: programFields.summary.default(''),
    terms: programFields.terms.default(''),
    cohort_size: programFields.cohort_size.default(null),
    reviewed: z.boolean().default(false),
    waitlist: z.boolean().default(false),
    starts_at: programFields.starts_at.default(null),
    ends_at: programFields.ends_at.default(null),
    stop_per_100: programFields.stop_per_100.default(null),
  }),
  change: z.object(programFields).partial(),
  filters: { state: z.enum(betaProgramStates).optional() },
  idempotent: 'accepts',
});

const reason = z.string().trim().max(500).default('');
const Participant = z.object({
  id: z.number(),
  state: z.enum(betaParticipantStates),
  user: z.object({ id: z.number(), name: z.string() }),
  vehicle: z.string().nullable(),
  answers: z.string(),
  cohort: z.number().nullable(),
  joined_at: WireDate.nullable(),
  created_at: WireDate,
  feedback: z.array(z.object({ rating: z.number(), text: z.string(), incident: z.boolean(), created_at: WireDate })),
  allowed: z.array(z.string()),
});

export const betaAdmin = {
  ...recordCalls(betaPrograms),
  'POST /v1/admin/beta-programs/:id/steps': {
    summary: 'Publishes, starts, pauses, resumes, finishes, archives or cancels a beta program.',
    access: 'beta-programs.write',
    params: IdParams,
    body: z.object({ event: z.string().max(20), reason }),
    reply: ProgramRecord,
    refuses: ['not_found', 'invalid_transition', 'invalid_fields'],
  },
  'GET /v1/admin/beta-participants': {
    summary: 'Lists the participants of a beta program with their feedback.',
    access: 'beta-programs.write',
    query: PageQuery.extend({ program: Id, state: z.enum(betaParticipantStates).optional() }),
    reply: Page(Participant),
    refuses: ['invalid_fields'],
  },
  'POST /v1/admin/beta-participants/:id/steps': {
    summary: 'Accepts, declines, puts on the waiting list or removes a participant.',
    access: 'beta-programs.write',
    params: IdParams,
    body: z.object({ event: z.string().max(20), reason }),
    reply: Participant,
    refuses: ['not_found', 'invalid_transition', 'invalid_fields', 'conflict'],
  },
} as const satisfies ContractMap;
