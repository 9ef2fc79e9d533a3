import { toolSessionScenarioNames, toolSessionStates } from '@tuneport/domain/catalog/tools/manifest-states';
import { manifestOperations } from '@tuneport/domain/catalog/tools/tool-manifest';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';

const ListedSession = z.object({
  id: z.number(),
  tool: z.string(),
  operation: z.enum(manifestOperations),
  scenario: z.enum(toolSessionScenarioNames),
  webhook: z.object({ id: z.number(), url: z.string() }),
  state: z.enum(toolSessionStates),
  created_at: WireDate,
});
const Session = ListedSession.extend({
  events: z.array(
    z.object({
      step: z.number(),
      event: z.string(),
      event_id: z.string(),
      sent_at: WireDate.nullable(),
      /** The body as it was sent, and its Tuneport-Signature. */
      request: z.string().nullable(),
      signature: z.string().nullable(),
      /** The HTTP status of the answer. */
      status: z.number().nullable(),
      problem: z.string().nullable(),
      /** The beginning of the answer. */
      response: z.string().nullable(),
      duration_ms: z.number().nullable(),
    }),
  ),
});

const access = 'developer';
const apiScope = 'tools.write';

export const toolSessions = {
  'GET /v1/tool-simulations/sessions': {
    summary: 'Lists your simulated tool sessions, newest first.',
    access,
    apiScope,
    query: PageQuery.pick({ page: true }),
    reply: Page(ListedSession),
  },
  'POST /v1/tool-simulations/sessions': {
    summary: 'Simulates a tool session: sends signed test events to one of your webhooks. No order is made.',
    access,
    apiScope,
    body: z.object({
      webhook: Id,
      tool: z.string().trim().min(1).max(120),
      operation: z.enum(manifestOperations).default('write'),
      scenario: z.enum(toolSessionScenarioNames).default('done'),
    }),
    reply: Session,
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'conflict'],
    limit: { max: 30, windowS: 600, by: 'actor' },
  },
  'GET /v1/tool-simulations/sessions/:id': {
    summary: 'Shows a simulated tool session with its exchange.',
    access,
    apiScope,
    params: IdParams,
    reply: Session,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
