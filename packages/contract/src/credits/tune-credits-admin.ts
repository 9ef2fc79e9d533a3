import { creditCodeStates } from '@tuneport/domain/credits/credit-codes';
import { creditUnitsMax, lotSources } from '@tuneport/domain/credits/tune-credits';
import { z } from 'zod';
import { CreditDealRecord } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { refundRefusals } from '../payments/payments.ts';
import { anyOf, Email, Id, IdParams, Moment, numberFrom, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';
import { CreditKind } from './tune-credits.ts';

// Staff list all tune credits, grant some with a reason, revoke unused ones, and create and withdraw codes.

const lotStates = ['usable', 'used', 'expired'] as const;

const LotRecord = z
  .object({
    id: z.number(),
    owner: z.object({ kind: z.enum(['user', 'dealer']), id: z.number(), name: z.string() }),
    kind: CreditKind,
    units: z.number(),
    left: z.number(),
    held: z.number(),
    source: z.enum(lotSources),
    from: z.string(),
    reason: z.string(),
    state: z.enum(lotStates),
    issued_at: WireDate,
    expires_at: WireDate,
  })
  .meta({ id: 'TuneCreditLotRecord' });

/** With their uses. */
const LotDetail = LotRecord.extend({
  uses: z.array(
    z.object({
      at: WireDate,
      units: z.number(),
      words: z.string(),
      /** The purchase they paid for, while they can be returned. */
      purchase_id: z.number().nullable(),
    }),
  ),
});

const CodeRecord = z
  .object({
    id: z.number(),
    /** Its last characters; the full code is returned once, on creation. */
    hint: z.string(),
    state: z.enum(creditCodeStates),
    kind: CreditKind,
    units: z.number(),
    giver: z.string(),
    recipient: z.string().nullable(),
    note: z.string(),
    created_at: WireDate,
    expires_at: WireDate,
    claimed_at: WireDate.nullable(),
    claimed_by: z.string().nullable(),
  })
  .meta({ id: 'TuneCreditCodeRecord' });

const Count = numberFrom(
  z
    .number('Enter a whole number.')
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(creditUnitsMax, `Enter at most ${creditUnitsMax}.`),
);

export const tuneCreditsAdmin = {
  'GET /v1/admin/tune-credits': {
    summary: 'Lists tune credits by lot, newest first.',
    access: 'credit-deals.admin',
    query: PageQuery.extend({
      kind: CreditKind.optional(),
      state: z.enum(lotStates).optional(),
      dealer: Id.optional(),
    }),
    reply: Page(LotRecord),
  },
  'GET /v1/admin/tune-credits/:id': {
    summary: 'Shows a lot of tune credits.',
    access: 'credit-deals.admin',
    params: IdParams,
    reply: LotDetail,
    refuses: ['not_found'],
  },
  'POST /v1/admin/tune-credits': {
    summary: 'Grants tune credits to a user or a dealer, with a reason.',
    access: 'credit-deals.admin',
    body: z.object({
      /** The e-mail address of a user, or the slug of a dealer. */
      recipient: requiredText('The recipient', 254),
      kind: CreditKind,
      units: Count,
      reason: requiredText('The reason', 500),
      valid_until: Moment('The expiry date').optional(),
    }),
    reply: LotDetail,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'forbidden', 'approval_required'],
  },
  'POST /v1/admin/tune-credits/:id/take-back': {
    summary: 'Withdraws what is left of tune credits that were not paid for.',
    access: 'credit-deals.admin',
    params: IdParams,
    body: z.object({ reason: requiredText('The reason', 500) }),
    reply: LotDetail,
    idempotent: 'accepts',
    refuses: ['not_found', 'conflict', 'invalid_fields'],
  },
  'POST /v1/admin/dealer-credit-deals/:id/refund': {
    summary: 'Refunds the unused tune credits of a paid deal at what was paid for them, to the card or the account.',
    access: 'transactions.write',
    params: IdParams,
    body: z.object({ reason: requiredText('The reason', 500) }),
    reply: CreditDealRecord,
    idempotent: 'accepts',
    movesMoney: true,
    transaction: 'none',
    refuses: refundRefusals,
  },
  'GET /v1/admin/tune-credit-codes': {
    summary: 'Lists credit codes, newest first.',
    access: 'credit-deals.admin',
    query: PageQuery.extend({ state: anyOf(z.enum(creditCodeStates)).optional(), dealer: Id.optional() }),
    reply: Page(CodeRecord),
  },
  'GET /v1/admin/tune-credit-codes/:id': {
    summary: 'Shows a credit code, without the code itself.',
    access: 'credit-deals.admin',
    params: IdParams,
    reply: CodeRecord,
    refuses: ['not_found'],
  },
  'POST /v1/admin/tune-credit-codes': {
    summary: 'Creates a credit code. Only this response contains the code; the server stores a hash.',
    access: 'credit-deals.admin',
    body: z.object({
      kind: CreditKind,
      units: Count,
      /** The code is mailed to this address and can be claimed only by its owner. */
      recipient: z.union([Email, z.literal('')]).default(''),
      note: z.string().trim().max(500, 'The note can have at most 500 characters.').default(''),
      valid_until: Moment('The expiry date').optional(),
    }),
    reply: CodeRecord.extend({ code: z.string(), link: z.string() }),
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'DELETE /v1/admin/tune-credit-codes/:id': {
    summary: 'Withdraws an unclaimed code.',
    access: 'credit-deals.admin',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'already_committed', 'conflict'],
  },
} as const satisfies ContractMap;
