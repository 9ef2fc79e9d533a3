import { balanceSources } from '@tuneport/domain/store/tenders';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { WireDate, WireMoneyShape } from '../shapes.ts';

export const BalanceRow = z.object({
  source: z.enum(balanceSources),
  /** The owning dealer; null for a user's own prepaid money. */
  dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
  available: WireMoneyShape,
  credit_limit: WireMoneyShape.nullable(),
  /** Why it cannot be used to pay now. */
  barred: z.string().nullable(),
});

export const balances = {
  'GET /v1/balances': {
    summary:
      "Lists the caller's payment options besides cards: their prepaid balance, and the prepaid balances and accounts of their dealers.",
    access: 'user',
    reply: z.array(BalanceRow),
  },
  'GET /v1/balances/prepaid': {
    apiScope: 'credits.read',
    summary: "Returns the caller's prepaid balance by currency, with the latest entries.",
    access: 'user',
    reply: z.array(
      z.object({
        available: WireMoneyShape,
        /** The amount held for purchases in progress. */
        held: WireMoneyShape,
        entries: z.array(z.object({ at: WireDate, label: z.string(), amount: WireMoneyShape })),
      }),
    ),
  },
} as const satisfies ContractMap;
