import { z } from 'zod';
import { Currency, PartnerState, SharePercent } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Id, IdParams, Page, PageQuery, requiredText, Slug, WireDate } from '../shapes.ts';

const TunerRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  state: PartnerState,
  currency: z.string(),
  /** Percentage of the net price of each tune sold. */
  share_percent: z.string(),
  members: z.number(),
  brands: z.array(z.object({ id: z.number(), name: z.string() })),
  created_at: WireDate,
  updated_at: WireDate,
});
const Person = z.object({ user_id: z.number(), name: z.string(), email: z.string(), since: WireDate });
const TunerRecord = TunerRow.omit({ members: true }).extend({
  members: z.array(Person),
  balances: z.array(z.object({ kind: z.string(), label: z.string(), unit: z.string(), amount: z.string() })),
});
const tunerFields = {
  name: requiredText('Name', 120),
  slug: Slug,
  state: PartnerState,
  currency: Currency,
  share_percent: SharePercent,
  /** The brands the tuner works for. */
  brand_ids: z.array(Id).max(50),
};
export const NewTuner = z.object({
  ...tunerFields,
  state: tunerFields.state.default('active'),
  currency: tunerFields.currency.default('CAD'),
  share_percent: tunerFields.share_percent.default('0'),
  brand_ids: tunerFields.brand_ids.default([]),
});
export const TunerChange = z.object(tunerFields).partial();

const BrandRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  members: z.number(),
  created_at: WireDate,
  updated_at: WireDate,
});
const BrandMember = z.object({ tuner_id: z.number(), name: z.string(), slug: z.string(), since: WireDate });
const BrandRecord = BrandRow.omit({ members: true }).extend({ members: z.array(BrandMember) });
const brandFields = {
  name: requiredText('Name', 120),
  slug: Slug,
  description: z.string().trim().max(2000, 'The description can have at most 2000 characters.'),
};
export const tunerBrands = defineNoun({
  path: '/v1/admin/tuner-brands',
  one: 'a tuner brand',
  many: 'tuner brands',
  read: 'tuners.admin',
  write: 'tuners.admin',
  row: BrandRow,
  record: BrandRecord,
  create: z.object({ ...brandFields, description: brandFields.description.default('') }),
  change: z.object(brandFields).partial(),
  idempotent: 'accepts',
});

export const tunersAdmin = {
  'GET /v1/admin/tuners': {
    summary: 'Lists tuners.',
    access: 'tuners.admin',
    query: PageQuery.extend({ state: PartnerState.optional(), brand: Id.optional() }),
    reply: Page(TunerRow),
  },
  'POST /v1/admin/tuners': {
    summary: 'Creates a tuner with a share of sales.',
    access: 'tuners.admin',
    body: NewTuner,
    reply: TunerRecord,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/tuners/:id': {
    summary: 'Shows a tuner with members, brands and balances.',
    access: 'tuners.admin',
    params: IdParams,
    reply: TunerRecord,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/tuners/:id': {
    summary: 'Updates a tuner. A new share applies to later sales only.',
    access: 'tuners.admin',
    params: IdParams,
    body: TunerChange,
    reply: TunerRecord,
    precondition: true,
    refuses: ['not_found', 'stale_record', 'invalid_fields'],
  },
  'POST /v1/admin/tuners/:id/members': {
    summary: 'Adds a user to a tuner.',
    access: 'tuners.admin',
    params: IdParams,
    body: z.object({ user_id: Id }),
    reply: Person,
    status: 201,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/admin/tuners/:id/members/:userId': {
    summary: 'Removes a user from a tuner.',
    access: 'tuners.admin',
    params: z.object({ id: Id, userId: Id }),
    reply: null,
    refuses: ['not_found'],
  },
  ...recordCalls(tunerBrands),
  'POST /v1/admin/tuner-brands/:id/members': {
    summary: 'Adds a tuner to a brand.',
    access: 'tuners.admin',
    params: IdParams,
    body: z.object({ tuner_id: Id }),
    reply: BrandMember,
    status: 201,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/admin/tuner-brands/:id/members/:memberId': {
    summary: 'Removes a tuner from a brand.',
    access: 'tuners.admin',
    params: z.object({ id: Id, memberId: Id }),
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
