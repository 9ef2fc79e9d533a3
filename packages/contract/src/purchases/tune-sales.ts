import { purchaseStates } from '@tuneport/domain/purchases/purchase-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { DayRange } from '../ledger/earnings-shapes.ts';
import { Id, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';

/** A sold tune. The buyer is not disclosed. */
const TuneSale = z.object({
  id: z.string(),
  number: z.string(),
  at: WireDate,
  delivered_at: WireDate.nullable(),
  state: z.enum(purchaseStates),
  tune: z.string(),
  vehicle: z.string(),
  tuner: z.object({ id: z.number(), name: z.string() }),
  /** The sale price without tax. */
  price: WireMoneyShape,
  /** The tuner's share under the terms of that day; booked on delivery. */
  share: WireMoneyShape,
});

export const tuneSales = {
  'GET /tune-sales': {
    summary: 'Lists sold tunes with the tuner’s share: a tuner’s own, or all of them with permission to see sales.',
    access: ['tuner-account', 'tune-sales.read'],
    query: PageQuery.extend({ ...DayRange.shape, tuner: Id.optional(), state: z.enum(purchaseStates).optional() }),
    reply: Page(TuneSale),
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
