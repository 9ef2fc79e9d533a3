import { purchaseApprovalStates } from '@tuneport/domain/dealers/purchase-approval-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { DealerParams, DealerRef, readers } from './dealer-shapes.ts';

export const PurchaseApproval = z
  .object({
    id: z.number(),
    number: z.string(),
    state: z.enum(purchaseApprovalStates),
    /** Current state and next step, in one sentence. */
    sentence: z.string(),
    requested_by: z.object({ id: z.number(), name: z.string() }),
    vehicle: z.string(),
    request_id: z.number().nullable(),
    /** Tunes, or an order of the store. */
    kind: z.enum(['tunes', 'order']),
    lines: z.array(z.object({ label: z.string(), amount: WireMoneyShape })),
    /** The price with tax when approval was requested. */
    total: WireMoneyShape,
    note: z.string(),
    asked_at: WireDate,
    expires_at: WireDate,
    decided_at: WireDate.nullable(),
    decided_by: z.string().nullable(),
    /** Why it was declined. */
    reason: z.string(),
    /** What was bought, at the price of the approval. */
    purchase: z.object({ id: z.number(), number: z.string(), total: WireMoneyShape }).nullable(),
    /** The order that was placed, at the price of the approval. */
    order: z.object({ id: z.number(), number: z.string(), total: WireMoneyShape }).nullable(),
    can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
  })
  .meta({ id: 'PurchaseApproval' });

export const ApprovalNote = z.string().trim().max(500, 'The note can have at most 500 characters.').default('');
export const approvalRefusals = [
  'not_found',
  'invalid_fields',
  'total_changed',
  'conflict',
  'already_committed',
  'dealer_hit_credit_limit',
  'dealer_missing_billing_info',
  'region_mismatch',
  'too_many_requests',
] as const;

const Params = z.object({ id: DealerRef, approvalId: Id });

/** Purchases above the limits of a member. Members see their own, managers and staff see all; only managers decide. */
export const purchaseApprovals = {
  'GET /v1/dealers/:id/purchase-approvals': {
    summary: 'Lists purchases that wait for approval or were decided, newest first. Members see only their own.',
    access: readers,
    params: DealerParams,
    query: PageQuery.pick({ page: true }).extend({ state: z.enum(purchaseApprovalStates).optional() }),
    reply: Page(PurchaseApproval),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/purchase-approvals/:approvalId': {
    summary: 'Shows a purchase that needs approval, with its price now.',
    access: readers,
    params: Params,
    reply: PurchaseApproval.extend({
      /** Its price now; null if it is decided or can no longer be bought. */
      current: WireMoneyShape.nullable(),
      /** Why it can no longer be bought. */
      problem: z.string().nullable(),
    }),
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/approve': {
    summary: "Buys it on the dealer's account at its price now, which must be the price the manager saw.",
    access: 'dealer-manager',
    params: Params,
    body: z.object({ total: WireMoneyShape }),
    reply: PurchaseApproval,
    idempotent: 'accepts',
    movesMoney: true,
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: [
      'not_found',
      'forbidden',
      'conflict',
      'invalid_fields',
      'invalid_transition',
      'already_committed',
      'total_changed',
      'dealer_hit_credit_limit',
      'dealer_missing_billing_info',
      'no_shipping_for_destination',
      'shipping_tier_not_supported_for_destination',
      'out_of_stock',
      'too_many_requests',
    ],
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/decline': {
    summary: 'Declines it with a reason, which is mailed to the member.',
    access: 'dealer-manager',
    params: Params,
    body: z.object({ reason: requiredText('A reason', 500) }),
    reply: PurchaseApproval,
    idempotent: 'accepts',
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'invalid_transition'],
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/withdraw': {
    summary: 'Withdraws a request for approval. Only the member who made it can do this.',
    access: 'dealer-member',
    params: Params,
    reply: PurchaseApproval,
    idempotent: 'accepts',
    refuses: ['not_found', 'forbidden', 'invalid_transition'],
  },
} as const satisfies ContractMap;
