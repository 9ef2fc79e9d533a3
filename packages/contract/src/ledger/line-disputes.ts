import { disputedAccounts, lineDisputeStates } from '@tuneport/domain/ledger/line-dispute-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { anyOf, IdParams, KnownCurrency, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';

/** A partner as the ledger names it, such as dealer:7. */
const Holder = z.string().regex(/^(dealer|tuner|affiliate):[1-9]\d{0,8}$/, 'Choose a partner.');

const dispute = {
  id: z.number(),
  number: z.string(),
  state: z.enum(lineDisputeStates),
  account: z.enum(disputedAccounts),
  /** The sale of the line, and how it is shown. */
  line: z.string(),
  label: z.string(),
  /** The amount of the line when it was disputed. */
  amount: WireMoneyShape,
  reason: z.string(),
  ticket: z.object({ id: z.number(), number: z.string() }),
  opened_at: WireDate,
  ended_at: WireDate.nullable(),
  /** Why it was upheld or rejected. */
  decision: z.string(),
  /** What was booked in favour of the partner. */
  correction: WireMoneyShape.nullable(),
};
const OwnDispute = z
  .object({ ...dispute, sentence: z.string(), may_withdraw: z.boolean() })
  .meta({ id: 'LineDispute' });
const ListedDispute = z.object({
  ...dispute,
  holder: z.object({ owner: z.string(), name: z.string() }),
  opened_by: z.string(),
  decided_by: z.string().nullable(),
});
const StaffDispute = ListedDispute.extend({
  /** The most that can be corrected; null for an earning. */
  open: WireMoneyShape.nullable(),
  history: z.array(z.object({ at: WireDate, event: z.string(), by: z.string(), reason: z.string() })),
  may_decide: z.boolean(),
  updated_at: WireDate,
});

/** Members of an active dealer, tuner or affiliate call these. For everyone else its disputes do not exist. */
export const lineDisputes = {
  'GET /v1/line-disputes': {
    summary: 'Lists the disputes of a partner the caller belongs to, newest first.',
    access: 'owner',
    query: PageQuery.extend({ holder: Holder }),
    reply: Page(OwnDispute),
    refuses: ['not_found'],
  },
  'POST /v1/line-disputes': {
    summary: 'Disputes a line of what a partner owes or earned. The line is frozen, and a ticket is opened.',
    access: 'owner',
    body: z.object({
      holder: Holder,
      account: z.enum(disputedAccounts, 'Choose a line.'),
      line: requiredText('The line', 80),
      currency: KnownCurrency,
      reason: requiredText('A reason', 2000),
    }),
    reply: OwnDispute,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'too_many_requests'],
  },
  'POST /v1/line-disputes/:id/withdraw': {
    summary: 'Withdraws an open dispute. The line is no longer frozen.',
    access: 'owner',
    params: IdParams,
    reply: OwnDispute,
    idempotent: 'accepts',
    refuses: ['not_found', 'already_committed'],
  },
} as const satisfies ContractMap;

export const lineDisputesAdmin = {
  'GET /v1/admin/line-disputes': {
    summary: 'Lists the disputes of all partners about lines of their balance and earnings.',
    access: 'payouts',
    query: PageQuery.extend({
      state: anyOf(z.enum(lineDisputeStates)).optional(),
      account: z.enum(disputedAccounts).optional(),
    }),
    reply: Page(ListedDispute),
  },
  'GET /v1/admin/line-disputes/:id': {
    summary: 'Shows a dispute with its line, ticket and history.',
    access: 'payouts',
    params: IdParams,
    reply: StaffDispute,
    refuses: ['not_found'],
  },
  'POST /v1/admin/line-disputes/:id/decide': {
    summary: 'Upholds a dispute and books the correction, or rejects it. The line is no longer frozen.',
    access: 'payouts',
    params: IdParams,
    body: z.object({
      outcome: z.enum(['upheld', 'rejected'], 'Choose an outcome.'),
      /** In favour of the partner, in the currency of the line. Required if upheld. */
      amount: z.string().trim().max(20).default(''),
      reason: requiredText('A reason', 500),
    }),
    reply: StaffDispute,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'already_committed', 'conflict', 'approval_required'],
  },
} as const satisfies ContractMap;
