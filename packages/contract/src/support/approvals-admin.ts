import { creditUnitsMax } from '@tuneport/domain/credits/tune-credits';
import { releaseDaysMax } from '@tuneport/domain/dealers/credit-control';
import { approvalKinds, approvalStates } from '@tuneport/domain/states/approvals';
import { z } from 'zod';
import { CreditKind } from '../credits/tune-credits.ts';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, KnownCurrency, Moment, numberFrom, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';

const Approval = z
  .object({
    id: z.number(),
    kind: z.enum(approvalKinds),
    state: z.enum(approvalStates),
    /** The source or recipient, such as ticket:5. */
    subject: z.string(),
    summary: z.string(),
    reason: z.string(),
    requested_by: z.string(),
    requested_at: WireDate,
    decided_by: z.string().nullable(),
    decided_at: WireDate.nullable(),
    decision_note: z.string(),
    /** Whether the caller may decide; never on their own request. */
    may_decide: z.boolean(),
  })
  .meta({ id: 'Approval' });

const reason = requiredText('A reason', 500);

export const GoodwillRequest = z.object({
  kind: z.literal('goodwill'),
  /** The ticket or rescue session it is granted for. */
  ticket: Id.optional(),
  rescue: Id.optional(),
  amount: z.string().trim().max(20),
  currency: KnownCurrency,
  reason,
});

export const CreditsRequest = z.object({
  kind: z.literal('credits'),
  /** The e-mail address of a user, or the slug of a dealer. */
  recipient: requiredText('The recipient', 254),
  credit_kind: CreditKind,
  units: numberFrom(
    z.number('Enter a whole number.').int('Enter a whole number.').min(1, 'Enter at least 1.').max(creditUnitsMax),
  ),
  reason,
  valid_until: Moment('The expiry date').optional(),
});

export const CorrectionRequest = z.object({
  kind: z.literal('correction'),
  dealer: Id,
  /** Positive in favour of the dealer, negative if it owes more. */
  amount: z.string().trim().max(20),
  currency: KnownCurrency,
  reason,
});

export const ReleaseRequest = z.object({
  kind: z.literal('account-release'),
  dealer: Id,
  /** How long the dealer may buy on account although it is paused. */
  days: numberFrom(
    z
      .number('Enter a whole number of days.')
      .int('Enter a whole number of days.')
      .min(1, 'Enter at least 1 day.')
      .max(releaseDaysMax, `Enter at most ${releaseDaysMax} days.`),
  ),
  reason,
});

export const LineDisputeRequest = z.object({
  kind: z.literal('line-dispute'),
  dispute: Id,
  amount: z.string().trim().max(20),
  reason,
});

const access = ['tickets.goodwill', 'credit-deals.admin', 'dealers.admin', 'payouts'] as const;

export const approvalsAdmin = {
  'GET /v1/admin/approvals': {
    summary: 'Lists pending and decided grants, newest first.',
    access,
    query: PageQuery.extend({ state: z.enum(approvalStates).optional() }),
    reply: Page(Approval),
  },
  'GET /v1/admin/approvals/:id': {
    summary: 'Shows a pending or decided grant.',
    access,
    params: IdParams,
    reply: Approval,
    refuses: ['not_found'],
  },
  'POST /v1/admin/approvals': {
    summary: "Requests approval for goodwill or credits above the caller's limit.",
    access,
    body: z.discriminatedUnion('kind', [
      GoodwillRequest,
      CreditsRequest,
      CorrectionRequest,
      ReleaseRequest,
      LineDisputeRequest,
    ]),
    reply: Approval,
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found', 'forbidden', 'invalid_fields'],
  },
  'POST /v1/admin/approvals/:id/approve': {
    summary: 'Approves and executes a grant. The requester cannot approve it.',
    access,
    params: IdParams,
    body: z.object({ note: z.string().trim().max(500).default('') }),
    reply: Approval,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'forbidden', 'already_committed', 'conflict', 'invalid_fields', 'invalid_transition'],
  },
  'POST /v1/admin/approvals/:id/reject': {
    summary: 'Rejects a grant.',
    access,
    params: IdParams,
    body: z.object({ note: requiredText('A reason', 500) }),
    reply: Approval,
    idempotent: 'accepts',
    refuses: ['not_found', 'forbidden', 'already_committed', 'invalid_fields'],
  },
} as const satisfies ContractMap;
