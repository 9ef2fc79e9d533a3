import { saleAmountTypes, saleTypes } from '@tuneport/domain/promotions/sale';
import { z } from 'zod';
import { SharePercent } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { RunState, saleFields } from '../settings/settings-admin.ts';
import { Id, IdParams, Moment, requiredText, WireDate } from '../shapes.ts';

// Discount codes that may also pay an affiliate. Codes that belong to a sale are edited with the sale.

const CodeRecord = z
  .object({
    id: z.number(),
    code: z.string(),
    name: z.string(),
    affiliate: z.object({ id: z.number(), name: z.string() }).nullable(),
    type: z.enum(saleTypes),
    amount: z.string(),
    amountType: z.enum(saleAmountTypes),
    /** The affiliate's percentage of the price paid for the goods. */
    share_percent: z.string(),
    start: WireDate,
    end: WireDate.nullable(),
    uses: z.number(),
    uses_max: z.number().nullable(),
    /** A used-up code counts as ended. */
    state: RunState,
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'DiscountCode' });

const codeFields = {
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{3,40}$/, 'A code must have 3 to 40 letters, digits, dashes or underscores.'),
  name: requiredText('The name', 100),
  affiliate_id: Id.nullable(),
  type: saleFields.type,
  amount: saleFields.amount,
  amountType: saleFields.amountType,
  share_percent: SharePercent,
  start: Moment('The start'),
  end: Moment('The end').nullable(),
  uses_max: saleFields.uses_max,
};
export const discountCodes = defineNoun({
  path: '/v1/admin/discount-codes',
  one: 'a discount code',
  many: 'discount codes',
  read: 'sales.read',
  write: 'sales.write',
  row: CodeRecord,
  record: CodeRecord,
  create: z.object({
    ...codeFields,
    affiliate_id: codeFields.affiliate_id.default(null),
    /** Default: the affiliate's own share. */
    share_percent: SharePercent.optional(),
    start: codeFields.start.optional(),
    end: codeFields.end.default(null),
    uses_max: codeFields.uses_max.default(null),
  }),
  /** Orders keep what they were given. */
  change: z.object(codeFields).partial(),
  filters: { state: RunState.optional(), affiliate: Id.optional() },
  idempotent: 'accepts',
  calls: ['list', 'create', 'read', 'update', 'history'],
});

export const storeCodesAdmin = {
  ...recordCalls(discountCodes),
  'POST /v1/admin/discount-codes/:id/end': {
    summary: 'Ends a discount code now. It stays in the list with its uses.',
    access: 'sales.write',
    params: IdParams,
    reply: CodeRecord,
    idempotent: 'accepts',
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
