import { purchaseStates } from '@tuneport/domain/purchases/purchase-states';
import { z } from 'zod';
import { WireMoneyShape } from '../catalog/catalog.ts';
import type { ContractMap } from '../endpoint.ts';
import { DayRange } from '../ledger/earnings-shapes.ts';
import { Id, Page, PageQuery, WireDate } from '../shapes.ts';

/** A tune that was sold. Whoever bought it stays with the house. */
const TuneSale = z.object({
  id: z.string(),
  number: z.string(),
  at: WireDate,
  delivered_at: WireDate.nullable(),
  state: z.enum(purchaseStates),
  tune: z.string(),
  vehicle: z.string(),
  tuner: z.object({ id: z.number(), name: z.string() }),
  /** What it was sold for without tax. */
  price: WireMoneyShape,
  /** The tuner’s part of it, by the terms of that day; booked when it is delivered. */
  share: WireMoneyShape,
});

export const storeTuneSales = {
  'GET /tune-sales': {
    summary: 'Lists sold tunes with the tuner’s share: a tuner’s own, or all of them for who may see sales.',
    access: ['tuner-account', 'tune-sales.read'],
    query: PageQuery.extend({ ...DayRange.shape, tuner: Id.optional(), state: z.enum(purchaseStates).optional() }),
    reply: Page(TuneSale),
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
