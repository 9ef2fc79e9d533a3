import { balanceSources } from '@tuneport/domain/store/tenders';
import { valueTransferCauses, valueTransferStates } from '@tuneport/domain/tuning/value-transfer-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { CardChoice, cardRefusals } from '../payments/payments.ts';
import { Bought } from '../purchases/purchases.ts';
import { anyOf, Id, IdParams, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { buyers, Text, TuneRequest } from './tuning-request-shapes.ts';

const Cause = z.enum(valueTransferCauses, 'Choose why the value is moved.');
const RequestRef = z.object({ id: z.number(), number: z.string(), vehicle: z.string(), state: z.string() });
const Amount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,3})?$/, 'Enter an amount such as 250.00.');

const head = {
  id: z.number(),
  number: z.string(),
  state: z.enum(valueTransferStates),
  cause: z.enum(valueTransferCauses),
  old_request: RequestRef,
  new_request: RequestRef.nullable(),
  customer: z.object({ id: z.number(), name: z.string() }),
  dealer: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Null until it is approved. */
  value: WireMoneyShape.nullable(),
  fee: WireMoneyShape.nullable(),
  due_at: WireDate.nullable(),
  created_at: WireDate,
  updated_at: WireDate,
};
const ListedTransfer = z.object(head).meta({ id: 'ListedValueTransfer' });

const Account = z.object({
  kind: z.string(),
  label: z.string(),
  owner: z.string(),
  owner_name: z.string(),
  unit: z.string(),
});
const LedgerAmount = z.object({ amount: z.string(), currency: z.string() });
/** A transfer in the ledger with its debits and credits. */
const Posting = z.object({
  id: z.string(),
  phase: z.string(),
  kind: z.string(),
  subject: z.string(),
  at: WireDate,
  legs: z.array(Account.extend({ debit: LedgerAmount.nullable(), credit: LedgerAmount.nullable() })),
});

const Inspection = z
  .object({
    /** Why it cannot be performed now; null if it can. */
    problem: z.string().nullable(),
    old: z.object({
      request: RequestRef,
      purchase: z.object({ id: z.number(), number: z.string() }),
      paid: z.array(z.object({ with: z.enum(['card', 'account', 'prepaid', 'credits']), amount: WireMoneyShape })),
      refunded: WireMoneyShape,
      moved: WireMoneyShape,
      /** What can be moved at most. */
      left: WireMoneyShape,
      downloaded_at: WireDate.nullable(),
      bought_at: WireDate,
      age_months: z.number(),
    }),
    rule: z.object({ percent: z.string(), note: z.string(), value: WireMoneyShape }),
    value: WireMoneyShape,
    fee: WireMoneyShape,
    new: z.object({ request: RequestRef, price: WireMoneyShape.nullable() }).nullable(),
    /** Still to be paid by the customer, and what stays on their prepaid balance. */
    difference: WireMoneyShape.nullable(),
    rest: WireMoneyShape.nullable(),
    /** What tuner, installer and affiliate of the old sale lose. */
    shares: z.array(z.object({ owner: z.string(), owner_name: z.string(), amount: WireMoneyShape })),
    locks: z.array(z.object({ what: z.string(), holder: z.string(), reason: z.string(), locked_at: WireDate })),
    /** The ledger transfers that performing it would write now, or did write. */
    postings: z.array(Posting),
    performed: z.boolean(),
  })
  .meta({ id: 'ValueTransferInspection' });

const Transfer = z
  .object({
    ...head,
    reason: z.string(),
    evidence: z.string(),
    evidence_requested_at: WireDate.nullable(),
    /** The proposal of the rules when it was requested. */
    proposed: WireMoneyShape,
    price: WireMoneyShape.nullable(),
    created_by: z.string(),
    by_staff: z.boolean(),
    reviewed_by: z.string().nullable(),
    performed_at: WireDate.nullable(),
    undo_until: WireDate.nullable(),
    events: z.array(z.string()),
    postings: z.array(Posting),
    history: z.array(
      z.object({
        at: WireDate,
        event: z.string(),
        state: z.enum(valueTransferStates),
        by: z.string().nullable(),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'ValueTransfer' });

const step = {
  access: 'value-transfers',
  params: IdParams,
  reply: Transfer,
  idempotent: 'accepts',
  movesMoney: true,
} as const;
const stepRefusals = [
  'not_found',
  'invalid_fields',
  'invalid_transition',
  'already_committed',
  'conflict',
  'forbidden',
  'approval_required',
] as const;
const NewRequest = z.object({ new_request_id: Id.optional() });

export const valueTransfersAdmin = {
  'GET /v1/admin/instatune-value-transfers': {
    summary: 'Lists value transfers between tune requests, newest first.',
    access: 'value-transfers',
    query: PageQuery.extend({ state: anyOf(z.enum(valueTransferStates)).optional(), user: Id.optional() }),
    reply: Page(ListedTransfer),
  },
  'POST /v1/admin/instatune-value-transfers': {
    summary: 'Requests that the value of a delivered tune request is moved to another one.',
    access: 'value-transfers',
    body: z.object({
      old_request_id: Id,
      new_request_id: Id.nullable().default(null),
      cause: Cause,
      reason: requiredText('The reason', 1000),
      evidence: Text(4000, 'The evidence').default(''),
    }),
    reply: Transfer,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'already_committed', 'conflict', 'forbidden'],
  },
  'GET /v1/admin/instatune-value-transfers/:id': {
    summary: 'Shows a value transfer with its history and postings.',
    access: 'value-transfers',
    params: IdParams,
    reply: Transfer,
    refuses: ['not_found'],
  },
  'GET /v1/admin/instatune-value-transfers/:id/inspect': {
    summary: 'Shows what performing the transfer would do, including every posting, without changing anything.',
    access: 'value-transfers',
    params: IdParams,
    reply: Inspection,
    transaction: 'none',
    expensive: true,
    refuses: ['not_found'],
  },
  'POST /v1/admin/instatune-value-transfers/:id/review': {
    summary: 'Approves the transfer with a value and a fee, asks for evidence, or declines it.',
    ...step,
    body: z.object({
      decision: z.enum(['approve', 'ask', 'reject'], 'Choose a decision.'),
      /** By default the proposal of the rules. */
      value: Amount.optional(),
      fee: Amount.optional(),
      note: Text(1000, 'The note').default(''),
    }),
    refuses: stepRefusals,
  },
  'POST /v1/admin/instatune-value-transfers/:id/cancel': {
    summary: 'Cancels the transfer before it is performed and unlocks the old request.',
    ...step,
    body: z.object({ reason: requiredText('The reason', 500) }),
    refuses: stepRefusals,
  },
  'POST /v1/admin/instatune-value-transfers/:id/do-lock-old': {
    summary: 'Locks the old request: no downloads, changes or refunds.',
    ...step,
    refuses: stepRefusals,
  },
  'POST /v1/admin/instatune-value-transfers/:id/do-set-new-transfer-if-zero': {
    summary: 'Reserves the value for the new request, only if no value was moved to it yet.',
    ...step,
    body: NewRequest,
    transaction: 'none',
    refuses: stepRefusals,
  },
  'POST /v1/admin/instatune-value-transfers/:id/perform': {
    summary: 'Carries the transfer out, once: the remaining steps in one transaction.',
    ...step,
    body: NewRequest,
    transaction: 'none',
    refuses: stepRefusals,
  },
  'POST /v1/admin/instatune-value-transfers/:id/undo': {
    summary: 'Undoes a performed transfer within 24 hours, before the new file was downloaded.',
    ...step,
    access: 'superadmin',
    body: z.object({ reason: requiredText('The reason', 500) }),
    transaction: 'none',
    refuses: stepRefusals,
  },
} as const satisfies ContractMap;

/** For the customer of the requests. */
export const valueTransfers = {
  'POST /v1/tune-requests/:id/value-transfer': {
    summary: 'Asks to move the value of a delivered request to another one.',
    access: buyers,
    params: IdParams,
    body: z.object({
      cause: Cause,
      reason: requiredText('The reason', 1000),
      evidence: Text(4000, 'The evidence').default(''),
    }),
    reply: TuneRequest,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed', 'conflict'],
  },
  'POST /v1/tune-requests/:id/value-transfer/evidence': {
    summary: 'Adds evidence to the open value transfer of a request.',
    access: buyers,
    params: IdParams,
    body: z.object({ evidence: requiredText('The evidence', 4000) }),
    reply: TuneRequest,
    limit: { max: 30, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition'],
  },
  'POST /v1/tune-requests/:id/value-transfer/withdraw': {
    summary: 'Withdraws a requested value transfer before anything was locked.',
    access: buyers,
    params: IdParams,
    reply: TuneRequest,
    refuses: ['not_found', 'invalid_transition'],
  },
  'POST /v1/tune-requests/:id/pay-difference': {
    summary: 'Pays what the moved value does not cover, once: by card, prepaid or on the account of the dealer.',
    access: buyers,
    params: IdParams,
    body: z.object({
      /** A card, or a balance that pays all of it. */
      method: CardChoice.optional(),
      balance: z.enum(balanceSources).optional(),
      total: WireMoneyShape,
    }),
    reply: Bought,
    transaction: 'none',
    idempotent: 'requires',
    movesMoney: true,
    refuses: [
      'not_found',
      'invalid_fields',
      'invalid_transition',
      'total_changed',
      'conflict',
      'already_committed',
      'dealer_hit_credit_limit',
      'dealer_missing_billing_info',
      'too_many_requests',
      ...cardRefusals,
    ],
  },
} as const satisfies ContractMap;
