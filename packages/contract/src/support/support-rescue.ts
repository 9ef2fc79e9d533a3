import { rescueSymptomKeys } from '@tuneport/domain/support/rescue-checklist';
import { rescueStates } from '@tuneport/domain/support/rescue-states';
import { ticketFilesMax } from '@tuneport/domain/support/ticket';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Email, IdParams, requiredText, WireDate } from '../shapes.ts';
import { SupportFile } from './support-tickets.ts';

export const rescueHead = {
  id: z.number(),
  number: z.string(),
  state: z.enum(rescueStates),
  tool: z.string(),
  tool_serial: z.string(),
  vehicle: z.string(),
  symptom: z.enum(rescueSymptomKeys),
  created_at: WireDate,
  last_at: WireDate,
};

const RescueStepShape = z
  .object({
    number: z.number(),
    text: z.string(),
    asked_at: WireDate,
    answer: z.string().nullable(),
    answered_at: WireDate.nullable(),
    files: z.array(SupportFile),
  })
  .meta({ id: 'RescueStep' });

export const rescueRecord = {
  ...rescueHead,
  description: z.string(),
  contact_name: z.string(),
  answers: z.record(z.string(), z.string()),
  unsafe: z.boolean(),
  fix: z.object({ title: z.string(), steps: z.array(z.string()) }).nullable(),
  steps: z.array(RescueStepShape),
  files: z.array(SupportFile),
  /** When each side confirmed that the vehicle runs; it is recovered when both have. */
  running: z.object({ customer_at: WireDate.nullable(), staff_at: WireDate.nullable() }),
};

const Rescue = z
  .object({
    ...rescueRecord,
    /** Current state and next step, in one sentence. */
    sentence: z.string(),
    helper: z.string().nullable(),
    /** The steps the caller may respond to now. */
    next: z.array(z.string()),
    support: z.object({ open: z.boolean(), opens_at: WireDate.nullable() }),
    updated_at: WireDate,
  })
  .meta({ id: 'Rescue' });

const Code = z.string().trim().min(4).max(40);

export const supportRescue = {
  'POST /rescue-sessions': {
    summary: 'Starts a rescue after a failed flash. The token is a short code that works without a login.',
    access: 'public',
    body: z.object({
      tool: requiredText('The tool', 120),
      tool_serial: z.string().trim().max(80).default(''),
      vehicle: requiredText('The vehicle', 200),
      symptom: z.enum(rescueSymptomKeys, 'Choose the best match.'),
      description: z.string().trim().max(5000, 'Use at most 5000 characters.').default(''),
      contact_name: requiredText('Your name', 120),
      email: z.union([z.literal(''), Email]).default(''),
      phone: z.string().trim().max(40).default(''),
      recaptcha_token: z.string().max(4000).optional(),
    }),
    reply: Rescue.extend({ token: z.string() }),
    status: 201,
    idempotent: 'accepts',
    limit: { max: 10, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'too_many_requests'],
  },
  'POST /rescue-sessions/open': {
    summary: 'Finds a rescue by its short code.',
    access: 'public',
    body: z.object({ code: z.string().trim().min(1, 'Enter your rescue code.').max(60) }),
    reply: z.object({ id: z.number(), token: z.string() }),
    limit: { max: 10, windowS: 300, by: 'address' },
    refuses: ['invalid_fields', 'too_many_requests'],
  },
  'GET /rescue-sessions/:id': {
    summary: 'Shows a rescue: its state, the next step and the files.',
    access: ['owner', 'token', 'rescue.read'],
    params: IdParams,
    query: z.object({ token: Code.optional() }),
    reply: Rescue,
    // The page polls every few seconds; a thousand guesses still do not find a code.
    limit: { max: 120, windowS: 60, by: 'actor' },
    refuses: ['not_found', 'too_many_requests'],
  },
  'PATCH /rescue-sessions/:id': {
    summary: 'Answers a step of the rescue.',
    access: ['owner', 'token', 'rescue.write'],
    params: IdParams,
    body: z.object({
      token: Code.optional(),
      /**
       * `checklist` and `fix`: as displayed; `step`: the requested step; `running`: the vehicle runs; `return`: back
       * after inactivity; `files`: files only.
       */
      step: z.enum(['checklist', 'fix', 'step', 'running', 'return', 'files']),
      /** Checklist: answers by question. Fix: worked or failed. Step: what happened. */
      answer: z.union([z.string().trim().max(5000), z.record(z.string().max(40), z.string().max(40))]).default(''),
      uploads: z
        .array(z.uuid())
        .max(ticketFilesMax, `You can add at most ${ticketFilesMax} files at once.`)
        .default([]),
    }),
    reply: Rescue,
    limit: { max: 60, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'too_many_requests'],
  },
  'GET /rescue-sessions/:id/files/:fileId': {
    summary: 'Downloads a file of a rescue, for anyone who can see the rescue.',
    access: ['owner', 'token', 'rescue.read'],
    params: IdParams.extend({ fileId: z.uuid() }),
    query: z.object({ token: Code.optional() }),
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    limit: { max: 120, windowS: 60, by: 'actor' },
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
