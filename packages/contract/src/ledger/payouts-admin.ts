import { earningParties } from '@tuneport/domain/ledger/earnings';
import { payoutRunStates, payoutStates } from '@tuneport/domain/ledger/payout-states';
import { z } from 'zod';
import { Currency } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { dateFrom, IdParams, Page, PageQuery, WireDate, WireMoneyShape } from '../shapes.ts';
import { EarningTransfer, ListedTransfer } from './earnings-shapes.ts';

/** A party as in the ledger: `affiliate:3`. */
const Holder = z.string().regex(/^(tuner|dealer|affiliate):[1-9]\d{0,9}$/, 'Choose a partner.');
const Named = z.object({ holder: z.string(), kind: z.enum(earningParties), id: z.number(), name: z.string() });

const AdminTransfer = EarningTransfer.extend({
  to: Named,
  has_bank_account: z.boolean(),
  /** The partner changed its bank account after the approval: the payout is approved again before it is sent. */
  account_changed: z.boolean(),
  /** What a dealer owes in the currency of the transfer. */
  owes: WireMoneyShape.nullable(),
  made_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  events: z.array(z.string()),
});
const ListedAdminTransfer = ListedTransfer.extend({ to: Named });

const Group = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(payoutRunStates),
  party: z.enum(earningParties).nullable(),
  currency: z.string(),
  note: z.string(),
  cut_off: WireDate,
  opened_at: WireDate,
  ended_at: WireDate.nullable(),
  total: WireMoneyShape,
  transfers: z.number(),
});
const GroupRecord = Group.extend({
  members: z.array(ListedAdminTransfer.extend({ has_bank_account: z.boolean(), account_changed: z.boolean() })),
  events: z.array(z.string()),
  history: z.array(z.object({ at: WireDate, state: z.string(), by: z.string().nullable(), reason: z.string() })),
});

const Preview = z.object({
  currency: z.string(),
  total: WireMoneyShape,
  entries: z.number(),
  parties: z.array(
    z.object({
      to: Named,
      amount: WireMoneyShape,
      entries: z.number(),
      /** Why no payout would be made; empty if one would. */
      problem: z.string(),
      has_bank_account: z.boolean(),
    }),
  ),
});

const run = {
  currency: Currency,
  party: z.enum(earningParties).optional(),
  cut_off: dateFrom('Enter a date.').optional(),
};

/** The states of the request and the names the specification uses for them. */
const WantedState = z.enum([
  'approved',
  'reapproved',
  'sent',
  'settled',
  'netted',
  'failed',
  'cancelled',
  'returned',
  ...payoutStates,
]);

export const payoutsAdmin = {
  'GET /v1/admin/transfers': {
    summary: 'Lists payouts to tuners, dealers and affiliates, newest first.',
    access: 'payouts',
    query: PageQuery.extend({ state: z.enum(payoutStates).optional(), holder: Holder.optional() }),
    reply: Page(ListedAdminTransfer),
  },
  'POST /v1/admin/transfers/dry-run': {
    summary: 'Shows what a payout group would pay, without making it.',
    access: 'payouts',
    body: z.object({ ...run, holder: Holder.optional() }),
    reply: Preview,
    refuses: ['invalid_fields'],
  },
  'POST /v1/admin/transfers': {
    summary: 'Makes a payout from available entries: all of a partner, or the given ones.',
    access: 'payouts',
    body: z.object({
      holder: Holder,
      currency: Currency,
      entry_ids: z.array(z.string().max(80)).min(1, 'Choose at least one entry.').max(5000).optional(),
    }),
    reply: AdminTransfer,
    status: 201,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['invalid_fields', 'conflict'],
  },
  'GET /v1/admin/transfers/:id': {
    summary: 'Shows a payout with its entries and history.',
    access: 'payouts',
    params: IdParams,
    reply: AdminTransfer,
    refuses: ['not_found'],
  },
  'POST /v1/admin/transfers/:id/state': {
    summary: 'Moves a payout to another state. The partner is notified when it is paid.',
    access: 'payouts',
    params: IdParams,
    body: z.object({
      state: WantedState,
      reference: z.string().trim().max(140, 'A reference can have at most 140 characters.').optional(),
      reason: z.string().trim().max(500, 'A reason can have at most 500 characters.').default(''),
      /** With the state `returned`: the bank returned only this amount. */
      amount: z.string().trim().max(20).optional(),
    }),
    reply: AdminTransfer,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'conflict'],
  },
  'GET /v1/admin/transfer-groups': {
    summary: 'Lists payout groups, newest first.',
    access: 'payouts',
    query: PageQuery.extend({ state: z.enum(payoutRunStates).optional() }),
    reply: Page(Group),
  },
  'POST /v1/admin/transfer-groups': {
    summary: 'Makes a payout for every partner with enough available earnings.',
    access: 'payouts',
    body: z.object({ ...run, note: z.string().trim().max(200).default('') }),
    reply: GroupRecord,
    status: 201,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['invalid_fields', 'conflict'],
  },
  'GET /v1/admin/transfer-groups/:id': {
    summary: 'Shows a payout group with its payouts.',
    access: 'payouts',
    params: IdParams,
    reply: GroupRecord,
    refuses: ['not_found'],
  },
  'POST /v1/admin/transfer-groups/:id/step': {
    summary: 'Takes a step with a group and its payouts: lock, approve, process, retry, drop or cancel.',
    access: 'payouts',
    params: IdParams,
    body: z.object({
      event: z.enum(['lock', 'unlock', 'approve', 'process', 'retry', 'drop', 'cancel']),
      reason: z.string().trim().max(500).default(''),
    }),
    reply: GroupRecord,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'conflict'],
  },
  'GET /v1/admin/transfer-groups/:id/file': {
    summary: 'Downloads the bank file of an approved group: ISO 20022 pain.001, or CSV.',
    access: 'payouts',
    params: IdParams,
    query: z.object({ format: z.enum(['pain.001', 'csv']).default('pain.001') }),
    reply: null,
    raw: true,
    refuses: ['not_found', 'conflict'],
  },
} as const satisfies ContractMap;
