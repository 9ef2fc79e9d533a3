import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { AmountText, Id, IdParams, WireMoneyShape } from '../shapes.ts';

const DealerTool = z
  .object({ id: z.number(), name: z.string(), install_fee: WireMoneyShape })
  .meta({ id: 'DealerTool' });

export const dealers = {
  'GET /dealer-tools': {
    summary: 'Lists the tools a dealer can own.',
    access: ['dealer-member', 'dealers.admin'],
    reply: z.array(z.object({ id: z.number(), name: z.string() })),
  },
  'PUT /v1/dealers/:id/dealer-tools': {
    summary: "Sets the tools a dealer owns and the install fee for each, in the dealer's currency.",
    access: ['dealer-member', 'dealers.admin'],
    params: IdParams,
    body: z.object({
      tools: z.array(z.object({ id: Id, install_fee: AmountText })).max(200, 'You can list at most 200 tools.'),
    }),
    reply: z.array(DealerTool),
    refuses: ['not_found', 'invalid_fields'],
  },
} satisfies ContractMap;
