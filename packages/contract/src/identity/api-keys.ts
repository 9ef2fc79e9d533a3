import { apiKeyDays, apiScopeNames } from '@tuneport/domain/identity/api-scopes';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, requiredText, WireDate } from '../shapes.ts';

const Scope = z.enum(apiScopeNames);

const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The start of the key. */
  prefix: z.string(),
  scopes: z.array(Scope),
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: WireDate,
  expires_at: WireDate,
  last_used_at: WireDate.nullable(),
  last_used_from: z.string().nullable(),
});

export const apiKeys = {
  'GET /user/api-keys': {
    summary: "Lists the caller's API keys, newest first.",
    access: 'user',
    reply: z.array(ApiKey),
  },
  'POST /user/api-keys': {
    summary: 'Creates an API key and returns it, once.',
    access: 'user',
    confirmedEmail: true,
    freshLogin: true,
    body: z.object({
      name: requiredText('Name', 60),
      scopes: z
        .array(Scope)
        .min(1, 'Select at least one scope.')
        .max(apiScopeNames.length)
        .transform((scopes) => [...new Set(scopes)]),
      days: z.literal(apiKeyDays, 'Select how long the key works.'),
    }),
    reply: ApiKey.extend({ key: z.string() }),
    status: 201,
    refuses: ['invalid_fields', 'conflict'],
    limit: { max: 20, windowS: 3600, by: 'actor' },
  },
  'GET /user/api-reference': {
    summary: 'Lists the calls that API keys may make, by scope, with an example of each.',
    access: 'user',
    reply: z.array(
      z.object({
        scope: Scope,
        calls: z.array(
          z.object({
            method: z.string(),
            path: z.string(),
            summary: z.string(),
            /** Accepts an Idempotency-Key, so that a repeated request has no second effect. */
            idempotent: z.boolean(),
            example: z.string(),
          }),
        ),
      }),
    ),
  },
  'DELETE /user/api-keys/:id': {
    summary: 'Revokes an API key. It stops working immediately.',
    access: 'owner',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
