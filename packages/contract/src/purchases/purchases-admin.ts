import { purchaseStates } from '@tuneport/domain/purchases/purchase-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, requiredText, WireDate } from '../shapes.ts';

export const purchasesAdmin = {
  'POST /v1/admin/catalog-purchases/:id/return-credits': {
    summary: 'Returns the tune credits that paid for a purchase. Money is refunded first, then the credits.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({ reason: requiredText('The reason', 500) }),
    reply: z.object({
      id: z.number(),
      number: z.string(),
      state: z.enum(purchaseStates),
      credits_back_at: WireDate.nullable(),
    }),
    idempotent: 'accepts',
    refuses: ['not_found', 'conflict', 'already_committed', 'invalid_fields'],
  },
} as const satisfies ContractMap;
