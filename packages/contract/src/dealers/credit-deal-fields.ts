import { creditDealKinds, creditDealStates } from '@tuneport/domain/dealers/credit-deal-states';
import { z } from 'zod';
import { WireMoneyShape } from '../shapes.ts';

/** What dealers and staff see of a credit deal. */
export const creditDealFields = {
  kind: z.enum(creditDealKinds),
  state: z.enum(creditDealStates),
  title: z.string(),
  note: z.string(),
  price: WireMoneyShape,
  ecu_credits: z.number(),
  tcu_credits: z.number(),
  awd_credits: z.number(),
  universal_credits: z.number(),
  bonus: WireMoneyShape,
  settles: WireMoneyShape.nullable(),
};
