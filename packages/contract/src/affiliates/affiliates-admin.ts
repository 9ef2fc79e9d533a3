import { z } from 'zod';
import { Currency, PartnerState, SharePercent } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';

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
const AffiliateRecord = AffiliateRow.omit({ members: true }).extend({
  members: z.array(Person),
  balances: z.array(z.object({ kind: z.string(), label: z.string(), unit: z.string(), amount: z.string() })),
});
const affiliateFields = {
  name: requiredText('Name', 120),
  state: PartnerState,
  currency: Currency,
  share_percent: SharePercent,
};
export const NewAffiliate = z.object({
  ...affiliateFields,
  state: affiliateFields.state.default('active'),
  currency: affiliateFields.currency.default('CAD'),
  share_percent: affiliateFields.share_percent.default('0'),
});
export const AffiliateChange = z.object(affiliateFields).partial();

export const affiliatesAdmin = {
  'GET /v1/admin/affiliates': {
    summary: 'Lists affiliates.',
    access: 'affiliates.admin',
    query: PageQuery.extend({ state: PartnerState.optional() }),
    reply: Page(AffiliateRow),
  },
  'POST /v1/admin/affiliates': {
    summary: 'Creates an affiliate with a share of sales.',
    access: 'affiliates.admin',
    body: NewAffiliate,
    reply: AffiliateRecord,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/affiliates/:id': {
    summary: 'Shows an affiliate with members and balances.',
    access: 'affiliates.admin',
    params: IdParams,
    reply: AffiliateRecord,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/affiliates/:id': {
    summary: 'Updates an affiliate. A new share applies to codes created from now on.',
    access: 'affiliates.admin',
    params: IdParams,
    body: AffiliateChange,
    reply: AffiliateRecord,
    precondition: true,
    refuses: ['not_found', 'stale_record', 'invalid_fields'],
  },
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
