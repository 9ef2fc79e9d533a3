import { creditDealKinds, creditDealStates } from '@tuneport/domain/dealers/credit-deal-states';
import { currencyCodes } from '@tuneport/domain/money/money';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { AddressFields } from '../identity/addresses.ts';
import {
  AmountText,
  dateFrom,
  Email,
  Id,
  IdParams,
  numberFrom,
  Page,
  PageQuery,
  requiredText,
  Slug,
  WireDate,
  WireMoneyShape,
} from '../shapes.ts';
import { creditDealFields } from './credit-deal-fields.ts';

export const Currency = z.enum(currencyCodes, 'Choose a currency.');
const shareMessage = 'Enter a percentage from 0 to 100.';
export const SharePercent = z
  .union([z.string(), z.number()], shareMessage)
  .transform(String)
  .pipe(z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, shareMessage));
/** An amount as typed; the number of decimals depends on its currency, a separate field. */
const Reason = z.string().trim().max(500, 'A reason can have at most 500 characters.');
/** A dealer tier, or none. */
export const TierId = z.union([Id, z.literal('').transform(() => null)]).nullable();
export const PartnerState = z.enum(['active', 'suspended']);

const DealerRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  state: PartnerState,
  currency: z.string(),
  /** The maximum debt of the dealer. */
  credit_limit: WireMoneyShape,
  /** The dealer's current debt, including pending purchases. */
  owes: WireMoneyShape,
  prepaid: WireMoneyShape,
  tier: z.object({ id: z.number(), name: z.string() }).nullable(),
  members: z.number(),
  billing_complete: z.boolean(),
  created_at: WireDate,
  updated_at: WireDate,
});
const DealerMember = z.object({
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  kind: z.enum(['manager', 'member']),
  since: WireDate,
});
export const DealerRecord = DealerRow.omit({ members: true }).extend({
  preferred_display_currency: z.string().nullable(),
  legal_name: z.string(),
  billing_email: z.string(),
  billing_address: AddressFields.nullable(),
  install_share_percent: z.string(),
  /** Sales on account are paused because an invoice is overdue, unless released for the moment. */
  account_paused_at: WireDate.nullable(),
  account_released_until: WireDate.nullable(),
  members: z.array(DealerMember),
  tools: z.array(z.object({ id: z.number(), name: z.string(), install_fee: WireMoneyShape })),
  /** All ledger balances of the dealer, with labels. */
  /** The VAT id of the billing address, and whether staff verified it at the tax office. */
  vat: z.object({ id: z.string(), check: z.enum(['verified', 'refused']).nullable(), checked_at: WireDate.nullable() }),
  balances: z.array(z.object({ kind: z.string(), label: z.string(), unit: z.string(), amount: z.string() })),
});

const dealerFields = {
  name: requiredText('Name', 120),
  slug: Slug,
  state: PartnerState,
  currency: Currency,
  preferred_display_currency: z.union([Currency, z.literal('').transform(() => null)]).nullable(),
  legal_name: z.string().trim().max(200, 'The legal name can have at most 200 characters.'),
  billing_email: z.union([z.literal(''), Email]),
  billing_address: AddressFields.nullable(),
  install_share_percent: SharePercent,
  credit_limit: AmountText,
  tier_id: TierId,
};
export const NewDealer = z.object({
  ...dealerFields,
  state: dealerFields.state.default('active'),
  currency: dealerFields.currency.default('CAD'),
  preferred_display_currency: dealerFields.preferred_display_currency.default(null),
  legal_name: dealerFields.legal_name.default(''),
  billing_email: dealerFields.billing_email.default(''),
  billing_address: dealerFields.billing_address.default(null),
  install_share_percent: dealerFields.install_share_percent.default('100'),
  credit_limit: dealerFields.credit_limit.default('0'),
  tier_id: TierId.default(null),
});
export const DealerChange = z.object(dealerFields).partial().extend({ reason: Reason.optional() });

const CreditDeal = z.object({
  id: z.number(),
  uuid: z.string(),
  dealer_id: z.number(),
  dealer_name: z.string(),
  dealer_slug: z.string(),
  ...creditDealFields,
  pay_on_account: z.boolean(),
  expires_at: WireDate.nullable(),
  published_at: WireDate.nullable(),
  seen_at: WireDate.nullable(),
  created_at: WireDate,
  updated_at: WireDate,
  /** The caller's allowed actions. */
  events: z.array(z.string()),
});
export const CreditDealRecord = CreditDeal.extend({
  history: z.array(
    z.object({
      at: WireDate,
      event: z.string(),
      to_state: z.string(),
      actor_name: z.string().nullable(),
      reason: z.string(),
    }),
  ),
});
const Count = numberFrom(
  z.number().int('Enter a whole number.').min(0, 'Enter 0 or more.').max(100_000, 'Enter at most 100,000.'),
);
const dealFields = {
  dealer_id: Id,
  kind: z.enum(creditDealKinds, 'Choose what the deal offers.'),
  title: requiredText('Title', 120),
  note: z.string().trim().max(2000, 'The note can have at most 2000 characters.'),
  currency: Currency,
  price: AmountText,
  ecu_credits: Count,
  tcu_credits: Count,
  awd_credits: Count,
  universal_credits: Count,
  bonus: AmountText,
  settles: AmountText.nullable(),
  pay_on_account: z.boolean(),
  expires_at: dateFrom('Enter a date.').nullable(),
};
export const NewCreditDeal = z.object({
  ...dealFields,
  note: dealFields.note.default(''),
  ecu_credits: Count.default(0),
  tcu_credits: Count.default(0),
  awd_credits: Count.default(0),
  universal_credits: Count.default(0),
  bonus: AmountText.default('0'),
  settles: dealFields.settles.default(null),
  pay_on_account: z.boolean().default(false),
  expires_at: dealFields.expires_at.default(null),
});
export const CreditDealChange = z.object(dealFields).omit({ dealer_id: true }).partial();

const MemberParams = z.object({ id: Id, userId: Id });

export const dealersAdmin = {
  'GET /v1/admin/dealers': {
    summary: 'Lists dealers with their balances and credit limits.',
    access: 'dealers.admin',
    query: PageQuery.extend({ state: PartnerState.optional(), tier: Id.optional() }),
    reply: Page(DealerRow),
  },
  'POST /v1/admin/dealers': {
    summary: 'Creates a dealer and opens its account with the given credit limit.',
    access: 'dealers.admin',
    body: NewDealer,
    reply: DealerRecord,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/dealers/:id': {
    summary: 'Shows a dealer with members, tools and balances.',
    access: 'dealers.admin',
    params: IdParams,
    reply: DealerRecord,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/dealers/:id': {
    summary: 'Updates a dealer. A new credit limit needs a reason.',
    access: 'dealers.admin',
    params: IdParams,
    body: DealerChange,
    reply: DealerRecord,
    precondition: true,
    refuses: ['not_found', 'stale_record', 'invalid_fields'],
  },
  'PUT /v1/admin/dealers/:id/vat-check': {
    summary:
      'Records whether the VAT id of a dealer is valid. A verified id of another EU country means reverse charge.',
    access: 'dealers.admin',
    params: IdParams,
    body: z.object({
      /** The id that was looked up. */
      vat_id: requiredText('The VAT id', 40),
      check: z.enum(['verified', 'refused'], 'Choose verified or refused.'),
    }),
    reply: DealerRecord,
    refuses: ['not_found', 'conflict', 'forbidden', 'invalid_fields'],
  },
  'POST /v1/admin/dealers/:id/members': {
    summary: 'Adds a user to a dealer. A User who joins their first dealer gets the role Dealer.',
    access: 'dealers.admin',
    params: IdParams,
    body: z.object({ user_id: Id, kind: z.enum(['manager', 'member']).default('member') }),
    reply: DealerMember,
    status: 201,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/admin/dealers/:id/members/:userId': {
    summary: 'Removes a user from a dealer. A dealer keeps at least one manager while it has members.',
    access: 'dealers.admin',
    params: MemberParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/admin/dealers/:id/entries': {
    summary: 'Books a correction on the balance of a dealer: positive in its favour, negative if it owes more.',
    access: 'dealers.admin',
    params: IdParams,
    body: z.object({ amount: AmountText, currency: Currency, reason: requiredText('The reason', 500) }),
    reply: z.object({
      id: z.string(),
      amount: WireMoneyShape,
      reason: z.string(),
      at: WireDate,
      /** What the dealer owes now. */
      owes: WireMoneyShape,
    }),
    status: 201,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'invalid_fields', 'forbidden', 'approval_required'],
  },
  'GET /v1/admin/dealer-credit-deals': {
    summary: 'Lists credit deals.',
    access: 'credit-deals.admin',
    query: PageQuery.extend({ state: z.enum(creditDealStates).optional(), dealer: Id.optional() }),
    reply: Page(CreditDeal),
  },
  'POST /v1/admin/dealer-credit-deals': {
    summary: 'Drafts a credit deal for a dealer.',
    access: 'credit-deals.admin',
    body: NewCreditDeal,
    reply: CreditDealRecord,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/dealer-credit-deals/:id': {
    summary: 'Shows a credit deal with its history.',
    access: 'credit-deals.admin',
    params: IdParams,
    reply: CreditDealRecord,
    refuses: ['not_found'],
  },
  'PATCH /v1/admin/dealer-credit-deals/:id': {
    summary: 'Updates a draft. A published deal cannot be changed.',
    access: 'credit-deals.admin',
    params: IdParams,
    body: CreditDealChange,
    reply: CreditDealRecord,
    precondition: true,
    refuses: ['not_found', 'stale_record', 'invalid_transition', 'invalid_fields'],
  },
  'POST /v1/admin/dealer-credit-deals/:id/publish': {
    summary:
      'Makes a draft payable by the dealer. Anyone but its author says by If-Unmodified-Since when they read it.',
    access: 'credit-deals.admin',
    params: IdParams,
    reply: CreditDealRecord,
    idempotent: 'accepts',
    precondition: 'accepts',
    refuses: ['not_found', 'precondition_required', 'stale_record', 'invalid_transition', 'invalid_fields'],
  },
  'POST /v1/admin/dealer-credit-deals/:id/cancel': {
    summary: 'Withdraws an unpaid deal.',
    access: 'credit-deals.admin',
    params: IdParams,
    body: z.object({ reason: requiredText('The reason', 500) }),
    reply: CreditDealRecord,
    idempotent: 'accepts',
    refuses: ['not_found', 'already_committed', 'invalid_transition', 'invalid_fields'],
  },
} as const satisfies ContractMap;
