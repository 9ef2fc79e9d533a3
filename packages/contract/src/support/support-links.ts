import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { numberFrom } from '../shapes.ts';

export const supportLinks = {
  'POST /links/renew': {
    summary: 'Sends a new link to the address on record, for the holder of an expired one.',
    access: 'token',
    body: z.object({
      kind: z.enum(['order', 'purchase', 'ticket', 'trade-in', 'rescue', 'guest']),
      id: numberFrom(z.number().int().positive().max(2_147_483_647)),
      token: z.string().trim().min(4).max(100),
    }),
    reply: null,
    limit: { max: 10, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'conflict', 'too_many_requests'],
  },
} as const satisfies ContractMap;
