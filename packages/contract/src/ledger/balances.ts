import { balanceSources } from '@tuneport/domain/store/tenders';
import { z } from 'zod';
import { WireMoneyShape } from '../catalog/catalog.ts';
import type { ContractMap } from '../endpoint.ts';
import { WireDate } from '../shapes.ts';

export const balances = {
  'GET /v1/balances': {
    summary:
      'What the caller can pay with besides a card: their prepaid money, and the prepaid money and accounts of their dealers.',
    access: 'user',
    reply: z.array(
      z.object({
        source: z.enum(balanceSources),
        /** Whose it is; null for prepaid money of the caller. */
        dealer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
        available: WireMoneyShape,
        credit_limit: WireMoneyShape.nullable(),
        /** Why it cannot pay now. */
        barred: z.string().nullable(),
      }),
    ),
  },
  'GET /v1/balances/prepaid': {
    summary: "The caller's prepaid money by currency, with the latest entries that made it.",
    access: 'user',
    reply: z.array(
      z.object({
        available: WireMoneyShape,
        /** What is held for purchases that are being paid. */
        held: WireMoneyShape,
        entries: z.array(z.object({ at: WireDate, label: z.string(), amount: WireMoneyShape })),
      }),
    ),
  },
} as const satisfies ContractMap;
