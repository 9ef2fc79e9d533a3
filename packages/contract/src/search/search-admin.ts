import { permissions } from '@tuneport/domain/identity/permissions';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { numberFrom } from '../shapes.ts';

export const foundKinds = [
  'order',
  'purchase',
  'request',
  'ticket',
  'trade-in',
  'value-transfer',
  'user',
  'dealer',
  'tuner',
  'affiliate',
  'product',
  'engine',
  'tune',
  'discount-code',
  'credit-code',
  'payout-group',
  'deal',
  'contact',
  'organization',
] as const;

const FoundRecord = z
  .object({
    kind: z.enum(foundKinds),
    id: z.number().int(),
    title: z.string(),
    /** Person, vehicle or code, and the state; may be empty. */
    detail: z.string(),
    /** The payment of an order or a purchase, for a refund. */
    transaction_id: z.number().int().nullable(),
  })
  .meta({ id: 'FoundRecord' });

export const searchAdmin = {
  'GET /v1/admin/search': {
    summary: "Finds records of every kind the caller's permissions open, by number, name, address or code, best first.",
    access: permissions,
    query: z.object({
      q: z.string().trim().max(120).default(''),
      /** Limit per kind. */
      limit: numberFrom(z.number().int().min(1).max(10)).default(4),
    }),
    reply: z.object({ data: z.array(FoundRecord) }),
  },
} as const satisfies ContractMap;
