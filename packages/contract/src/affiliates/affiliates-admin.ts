import { z } from 'zod';
import { Currency, PartnerState, SharePercent } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Id, IdParams, requiredText, WireDate } from '../shapes.ts';

const AffiliateRow = z.object({
  id: z.number(),
  name: z.string(),
  state: PartnerState,
  currency: z.string(),
  /** Share of what customers pay for goods; a code may override it. */
  share_percent: z.string(),
  members: z.number(),
  created_at: WireDate,
  updated_at: WireDate,
});
const Person = z.object({ user_id: z.number(), name: z.string(), email: z.string(), since: WireDate });
export const AffiliateRecord = AffiliateRow.omit({ members: true }).extend({
  members: z.array(Person),
  balances: z.array(z.object({ kind: z.string(), label: z.string(), unit: z.string(), amount: z.string() })),
});
const affiliateFields = {
  name: requiredText('Name', 120),
  state: PartnerState,
  currency: Currency,
  share_percent: SharePercent,
};
export const affiliateRecords = defineNoun({
  path: '/v1/admin/affiliates',
  one: 'an affiliate',
  many: 'affiliates',
  read: 'affiliates.admin',
  write: 'affiliates.admin',
  row: AffiliateRow,
  record: AffiliateRecord,
  create: z.object({
    ...affiliateFields,
    state: affiliateFields.state.default('active'),
    currency: affiliateFields.currency.default('CAD'),
    share_percent: affiliateFields.share_percent.default('0'),
  }),
  /** A new share counts for codes created from now on. */
  change: z.object(affiliateFields).partial(),
  filters: { state: PartnerState.optional() },
  idempotent: 'accepts',
  calls: ['list', 'create', 'read', 'update', 'history'],
});

export const affiliatesAdmin = {
  ...recordCalls(affiliateRecords),
  'POST /v1/admin/affiliates/:id/members': {
    summary: 'Adds a user to an affiliate.',
    access: 'affiliates.admin',
    params: IdParams,
    body: z.object({ user_id: Id }),
    reply: Person,
    status: 201,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/admin/affiliates/:id/members/:userId': {
    summary: 'Removes a user from an affiliate.',
    access: 'affiliates.admin',
    params: z.object({ id: Id, userId: Id }),
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
