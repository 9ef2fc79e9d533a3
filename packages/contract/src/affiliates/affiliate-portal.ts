import { z } from 'zod';
import { Colour } from '../dealers/dealer-shapes.ts';
import { Currency, PartnerState, SharePercent } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import {
  BankAccountInput,
  BankAccountShown,
  BankAccountStored,
  bankAccountChanges,
  DayRange,
  EarningEntry,
  Earnings,
  EarningTransfer,
  EntryQuery,
  ListedGroup,
  ListedTransfer,
  TransferGroup,
  TransferQuery,
  UnifiedTransfer,
} from '../ledger/earnings-shapes.ts';
import { saleFields } from '../settings/settings-admin.ts';
import { Email, Id, IdParams, numberFrom, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';

const access = ['affiliate', 'affiliates.admin'] as const;
const of = { access, params: IdParams, refuses: ['not_found'] } as const;
const TransferParams = z.object({ id: Id, transfer: Id });
const LinkParams = z.object({ id: Id, token: z.string().min(1).max(100) });
const PagesOnly = z.object({ page: PageQuery.shape.page });

const Affiliate = z
  .object({
    id: z.number(),
    name: z.string(),
    state: PartnerState,
    currency: z.string(),
    share_percent: z.string(),
    level: z.number(),
    website: z.string(),
    remittance_email: z.string(),
    /** The version of the terms to accept; null once it is accepted. */
    terms_due: z.string().nullable(),
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'Affiliate' });

const Code = z.object({
  id: z.number(),
  code: z.string(),
  amount: z.string(),
  amountType: z.enum(['percent', 'dollar']),
  share_percent: z.string(),
  uses: z.number(),
  running: z.boolean(),
  created_at: WireDate,
  ended_at: WireDate.nullable(),
});

const Branding = z.object({
  colour: z.string(),
  /** Path of the logo; null without one. */
  logo: z.string().nullable(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  banners: z.array(z.object({ name: z.string(), width: z.number(), height: z.number(), path: z.string() })),
});

export const affiliatePortal = {
  'GET /v1/affiliates': {
    summary: 'Lists affiliates: staff see all, others their own.',
    access,
    query: PageQuery,
    reply: Page(Affiliate),
  },
  'POST /v1/affiliates': {
    summary: 'Creates an affiliate with its first member.',
    access: 'affiliates.admin',
    body: z.object({
      name: requiredText('Name', 120),
      user: Id,
      share: SharePercent,
      currency: Currency.default('CAD'),
    }),
    reply: Affiliate,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'GET /v1/affiliates/:id': { summary: 'Shows an affiliate.', ...of, reply: Affiliate },
  'PATCH /v1/affiliates/:id': {
    summary: "Changes the affiliate's settings.",
    ...of,
    body: z
      .object({
        name: requiredText('Name', 120),
        website: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Enter a web address.' }).max(200)]),
        remittance_email: z.union([z.literal(''), Email]),
      })
      .partial(),
    reply: Affiliate,
    precondition: true,
    refuses: ['not_found', 'invalid_fields', 'stale_record'],
  },
  'GET /v1/affiliates/:id/entry-metrics': {
    summary: 'Shows earnings: current balances, and totals by month in a date range.',
    ...of,
    query: DayRange,
    reply: Earnings,
  },
  'GET /v1/affiliates/:id/entries': {
    summary: 'Lists earnings, newest first.',
    ...of,
    query: EntryQuery,
    reply: Page(EarningEntry),
  },
  'GET /v1/affiliates/:id/transfers': {
    summary: 'Lists transfers to the affiliate, newest first.',
    ...of,
    query: TransferQuery,
    reply: Page(ListedTransfer),
  },
  'GET /v1/affiliates/:id/transfers/:transfer': {
    summary: 'Shows a transfer with the entries it pays.',
    ...of,
    params: TransferParams,
    reply: EarningTransfer,
  },
  'GET /v1/affiliates/:id/transfers/:transfer/pdf': {
    summary: 'Returns the remittance advice of a transfer as PDF.',
    ...of,
    params: TransferParams,
    reply: null,
    raw: true,
    expensive: true,
  },
  'GET /v1/affiliates/:id/transfer-groups': {
    summary: 'Lists the transfer groups with transfers to the affiliate.',
    ...of,
    query: PagesOnly,
    reply: Page(ListedGroup),
  },
  'GET /v1/affiliates/:id/transfer-groups/:transfer': {
    summary: 'Shows a transfer group with the affiliate’s own transfers in it.',
    ...of,
    params: TransferParams,
    reply: TransferGroup,
  },
  'GET /v1/affiliates/:id/unified-transfers': {
    summary: 'Lists single transfers and groups in one list, newest first.',
    ...of,
    query: PagesOnly,
    reply: Page(UnifiedTransfer),
  },
  'GET /v1/affiliates/:id/discount-codes': {
    summary: 'Lists the discount codes of an affiliate with their uses.',
    ...of,
    reply: z.array(Code),
  },
  'POST /v1/affiliates/:id/discount-codes': {
    summary: 'Creates a discount code. Affiliates can give small discounts; staff create larger ones.',
    ...of,
    body: z.object({
      code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_-]{3,40}$/, 'A code must have 3 to 40 letters, digits, dashes or underscores.'),
      amount: saleFields.amount,
      amountType: saleFields.amountType.default('percent'),
    }),
    reply: Code,
    status: 201,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/affiliates/:id/discount-codes/:codeId': {
    summary: 'Ends a discount code. Orders keep their price.',
    ...of,
    params: IdParams.extend({ codeId: Id }),
    reply: null,
  },
  'GET /v1/affiliates/:id/targets/status': {
    summary: 'Shows the level of an affiliate and the progress towards the next.',
    ...of,
    reply: z.object({
      level: z.number(),
      share_percent: z.string(),
      /** Earned in the last 12 months, less reversals. */
      reached: WireMoneyShape,
      /** Null at the highest level. */
      next: z.object({ level: z.number(), needed: WireMoneyShape, share_percent: z.string() }).nullable(),
      can_ascend: z.boolean(),
    }),
  },
  'POST /v1/affiliates/:id/targets/ascend': {
    summary: 'Moves the affiliate to the next level once its target is met.',
    ...of,
    reply: z.object({ level: z.number(), share_percent: z.string() }),
    refuses: ['not_found', 'conflict'],
  },
  'GET /v1/affiliates/:id/members': {
    summary: 'Lists the people of an affiliate.',
    ...of,
    reply: z.array(z.object({ user_id: z.number(), name: z.string(), email: z.string(), since: WireDate })),
  },
  'GET /v1/affiliates/:id/branding': {
    summary: 'Shows the branding kit: logo, banners and links.',
    ...of,
    reply: Branding,
  },
  'PUT /v1/affiliates/:id/branding': {
    summary: 'Stores the logo and the colour of an affiliate.',
    ...of,
    body: z.object({ colour: Colour.optional() }),
    reply: Branding,
    upload: { maxBytes: 2 * 1024 * 1024, maxFiles: 1 },
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'too_large'],
  },
  'GET /v1/affiliates/:id/branding/logo': {
    summary: 'Returns the logo.',
    ...of,
    reply: null,
    raw: true,
  },
  'GET /v1/affiliates/:id/terms': {
    summary: 'Lists the versions of the terms with their acceptance.',
    ...of,
    reply: z.array(
      z.object({ version: z.string(), accepted_at: WireDate.nullable(), accepted_by: z.string().nullable() }),
    ),
  },
  'POST /v1/affiliates/:id/terms': {
    summary: 'Accepts a version of the terms for the affiliate.',
    access: 'affiliate',
    params: IdParams,
    body: z.object({ version: z.string().max(20) }),
    reply: null,
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/affiliates/:id/bank-account': {
    summary: 'Shows where the affiliate is paid, with the end of the account number only.',
    ...of,
    reply: BankAccountShown,
  },
  'PUT /v1/affiliates/:id/bank-account': {
    summary: 'Sets where the affiliate is paid. The account number is stored encrypted.',
    access: 'affiliate',
    params: IdParams,
    body: BankAccountInput,
    reply: BankAccountStored,
    freshLogin: true,
    limit: bankAccountChanges,
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
  'GET /affiliate-stats': {
    summary: 'Shows totals by affiliate in a date range.',
    access: 'affiliates.admin',
    query: DayRange,
    reply: z.object({
      from: WireDate,
      to: WireDate,
      affiliates: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          state: PartnerState,
          orders: z.number(),
          visits: z.number(),
          earned: z.array(WireMoneyShape),
          available: z.array(WireMoneyShape),
        }),
      ),
      applications_open: z.number(),
    }),
  },
  'GET /baol/:id/:token/feedback': {
    summary: 'Checks a feedback link.',
    access: 'token',
    params: LinkParams,
    reply: z.object({ name: z.string(), questions: z.array(z.string()) }),
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'already_committed', 'link_expired', 'too_many_requests'],
  },
  'POST /baol/:id/:token/feedback': {
    summary: 'Sends feedback, once.',
    access: 'token',
    params: LinkParams,
    body: z.object({
      rating: numberFrom(z.number().int('Choose 1 to 5.').min(1, 'Choose 1 to 5.').max(5, 'Choose 1 to 5.')),
      text: z.string().trim().max(4000, 'This text can have at most 4000 characters.').default(''),
    }),
    reply: null,
    limit: { max: 20, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'link_expired', 'too_many_requests'],
  },
  'POST /v1/admin/affiliates/:id/feedback-links': {
    summary: 'Asks the members of an affiliate for feedback by a link, valid once and for 30 days.',
    access: 'affiliates.admin',
    params: IdParams,
    reply: z.object({ id: z.number(), token: z.string(), link: z.string() }),
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found'],
  },
  'GET /v1/admin/affiliate-feedback': {
    summary: 'Lists feedback of affiliates, newest first.',
    access: 'affiliates.admin',
    query: PagesOnly,
    reply: Page(
      z.object({
        id: z.number(),
        affiliate: z.object({ id: z.number(), name: z.string() }),
        rating: z.number(),
        text: z.string(),
        given_at: WireDate,
      }),
    ),
  },
} as const satisfies ContractMap;
