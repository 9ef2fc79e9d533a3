import { z } from 'zod';
import { Estimate } from '../catalog/estimate-shapes.ts';
import { ApprovalNote, approvalRefusals, PurchaseApproval } from '../dealers/purchase-approvals.ts';
import type { ContractMap } from '../endpoint.ts';
import { AddressFields } from '../identity/addresses.ts';
import { CardChoice, cardRefusals, PrepaidPart } from '../payments/payments.ts';
import { Bought, CreditIds, PaidWith } from '../purchases/purchases.ts';
import { Id, IdParams, KnownCurrency, WireMoneyShape } from '../shapes.ts';
import { buyers, TuneRequest } from './tuning-request-shapes.ts';

const Selection = z.object({
  tune_ids: z.array(Id).max(30, 'A request can have at most 30 tunes.'),
  tools: z.array(Id).max(20).default([]),
  codes: z.array(z.string().trim().min(1).max(60)).max(10, 'You can use at most 10 codes.').default([]),
  currency: KnownCurrency.optional(),
  dealer: z.string().trim().min(1).max(120).optional(),
  /** The dealer who installs it, by id or slug. */
  installer: z.string().trim().min(1).max(120).optional(),
  credits: CreditIds.default([]),
});

/** Includes the part paid with tune credits; the total is the remainder. */
const RequestEstimate = Estimate.extend({ credit: WireMoneyShape, paid_with: z.array(PaidWith) });

const pay = {
  estimate_hash: z.string().trim().min(1, 'Price the tunes first.').max(100),
  total: WireMoneyShape.optional(),
  disclaimer_hash: z.string().trim().max(100).optional(),
  installer: z.string().trim().min(1).max(120).optional(),
};
const payOptions = { transaction: 'none', idempotent: 'requires', movesMoney: true } as const;
const payRefusals = [
  'not_found',
  'invalid_fields',
  'invalid_transition',
  'total_changed',
  'conflict',
  'already_committed',
  'region_mismatch',
] as const;

/** Price, installers and payment methods of a request. */
export const tuningRequestPurchases = {
  'POST /v1/tune-requests/:id/estimate': {
    guest: true,
    summary: 'Prices the selected tunes and saves the selection.',
    access: ['owner', 'dealer-member', 'tune-requests.admin'],
    params: IdParams,
    body: Selection,
    reply: RequestEstimate,
    transaction: 'none',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'conflict', 'region_mismatch'],
  },
  'POST /tune-credits/apply': {
    summary: 'Applies tune credits to a request and returns what is left to pay. An empty list removes them.',
    access: ['owner', 'dealer-member'],
    body: z.object({ request_id: Id, credit_ids: CreditIds }),
    reply: RequestEstimate,
    transaction: 'none',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'conflict', 'already_committed', 'region_mismatch'],
  },
  'POST /v1/tune-requests/:id/pay': {
    guest: true,
    summary: 'Pays for the selected tunes by card, once.',
    access: buyers,
    params: IdParams,
    body: z.object({
      ...pay,
      billing: AddressFields,
      method: CardChoice.optional(),
      prepaid: PrepaidPart.optional(),
    }),
    reply: Bought,
    ...payOptions,
    refuses: [...payRefusals, 'too_many_requests', ...cardRefusals],
  },
  'POST /v1/tune-requests/:id/pay-later': {
    summary: "Charges the price to the dealer's account. A card can pay the amount above the credit limit.",
    access: 'dealer-member',
    params: IdParams,
    body: z.object({
      ...pay,
      dealer: z.string().trim().min(1).max(120).optional(),
      card: z
        .object({
          amount: z.string().trim().max(30),
          currency: z.string().trim().toUpperCase().length(3),
          method: CardChoice,
        })
        .optional(),
    }),
    reply: Bought,
    ...payOptions,
    refuses: [
      ...payRefusals,
      'too_many_requests',
      ...cardRefusals,
      'too_many_requests',
      'dealer_hit_credit_limit',
      'dealer_missing_billing_info',
      'purchase_needs_approval',
    ],
  },
  'POST /v1/tune-requests/:id/request-approval': {
    summary: "Asks the dealer's managers to approve the purchase on account above the limits of the member.",
    access: 'dealer-member',
    params: IdParams,
    body: z.object({ ...pay, dealer: z.string().trim().min(1).max(120).optional(), note: ApprovalNote }),
    reply: PurchaseApproval,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: [...approvalRefusals, 'invalid_transition'],
  },
  'POST /v1/tune-requests/:id/free': {
    summary: 'Completes a purchase whose total is zero.',
    access: buyers,
    params: IdParams,
    body: z.object({ ...pay, billing: AddressFields }),
    reply: Bought,
    ...payOptions,
    refuses: payRefusals,
  },
  'POST /v1/tune-requests/:id/link-purchase': {
    guest: true,
    summary: 'Uses a catalogue purchase for this request, once.',
    access: ['owner', 'dealer-member', 'tune-requests.admin'],
    params: IdParams,
    body: z.object({ purchase_id: Id }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed', 'conflict'],
  },
  'GET /v1/tune-requests/:id/dealers': {
    guest: true,
    summary: 'Lists dealers who can install the selected tunes, with their tools and fees.',
    access: ['owner', 'tune-requests.admin'],
    params: IdParams,
    query: z.object({ near: z.string().trim().max(120).optional() }),
    reply: z.object({
      data: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          name: z.string(),
          place: z.string(),
          /** Straight-line distance from the caller's town; null if that is unknown. */
          distance_km: z.number().nullable(),
          tools: z.array(z.string()),
          install_fee: WireMoneyShape.nullable(),
        }),
      ),
    }),
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
