import { dayMs } from '@tuneport/domain/units/durations';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Day, WireDate, WireMoneyShape } from '../shapes.ts';

// Dashboards of the back office about partners. Days are in UTC and both ends are included.

const range = z
  .object({ type: z.enum(['day', 'week', 'month']).default('day'), from: Day, to: Day })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < 3700 * dayMs, {
    path: ['to'],
    error: 'The last day must not be before the first, and at most ten years after it.',
  });

export const partnerDashboards = {
  'GET /v1/admin/dealer-dashboard': {
    summary: 'Shows what dealers bought in a period, who joined and who left, and what they owe.',
    access: 'dealers.admin',
    query: range,
    reply: z.object({
      as_of: WireDate,
      active: z.number(),
      joined: z.number(),
      lost: z.number(),
      applications_open: z.number(),
      orders: z.number(),
      sales: z.array(WireMoneyShape),
      owed: z.array(WireMoneyShape),
      series: z.array(z.object({ from: z.string(), sales: z.array(WireMoneyShape) })),
      dealers: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          state: z.enum(['active', 'suspended']),
          currency: z.string(),
          orders: z.number(),
          sales: WireMoneyShape,
          refunds: WireMoneyShape,
          revenue: WireMoneyShape,
          owed: WireMoneyShape,
          last_order_at: WireDate.nullable(),
        }),
      ),
    }),
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/affiliate-dashboard': {
    summary: 'Shows visits by affiliate links, credited sales and commissions over time.',
    access: 'affiliates.admin',
    query: range,
    reply: z.object({
      as_of: WireDate,
      visits: z.number(),
      sales: z.number(),
      earned: z.array(WireMoneyShape),
      series: z.array(
        z.object({ from: z.string(), visits: z.number(), sales: z.number(), earned: z.array(WireMoneyShape) }),
      ),
    }),
    refuses: ['invalid_fields'],
  },
} as const satisfies ContractMap;
