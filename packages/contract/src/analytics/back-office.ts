import { permissions } from '@tuneport/domain/identity/permissions';
import { workQueueKeys } from '@tuneport/domain/site/work-queues';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { WireDate, WireMoneyShape } from '../shapes.ts';

const counts = z.partialRecord(z.enum(workQueueKeys), z.number().int());

/** Days are in UTC; `to` is exclusive. */
const Takings = z.object({
  currency: z.string(),
  total: WireMoneyShape,
  /** The same number of days before; the running day counts in neither. */
  previous: WireMoneyShape,
  days: z.array(z.object({ day: z.string(), amount: WireMoneyShape })),
});

const OpenBalance = z.object({
  kind: z.enum(['ar', 'prepay', 'earnings', 'deposit']),
  amount: WireMoneyShape,
  /** The balance at the beginning of the period. */
  before: WireMoneyShape,
});

const FeedEvent = z.object({
  id: z.string(),
  at: WireDate,
  actor: z.object({ id: z.number(), name: z.string() }).nullable(),
  act: z.string(),
  subject: z.string(),
});

export const backOffice = {
  'GET /v1/admin/work-queues': {
    summary: "Counts the records that wait for staff, in the queues the caller's permissions open.",
    access: permissions,
    reply: z.object({ counts }),
  },
  'GET /v1/admin/home': {
    summary: 'Shows what waits for staff, takings and open balances from the ledger, and recent events.',
    access: permissions,
    reply: z.object({
      as_of: WireDate,
      counts,
      /** Null without access to transactions. */
      money: z
        .object({
          from: z.string(),
          to: z.string(),
          takings: z.array(Takings),
          balances: z.array(OpenBalance),
        })
        .nullable(),
      /** Null without access to the audit log. */
      feed: z.array(FeedEvent).nullable(),
    }),
  },
} as const satisfies ContractMap;
