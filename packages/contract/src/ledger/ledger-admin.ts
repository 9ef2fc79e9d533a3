import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { IdParams, numberFrom, Page, PageQuery, WireDate } from '../shapes.ts';

/** Decimal text with its unit: a currency or a kind of tune credit. */
const Amount = z.object({ amount: z.string(), currency: z.string() }).meta({ id: 'LedgerAmount' });

const AccountName = z.object({
  kind: z.string(),
  label: z.string(),
  owner: z.string(),
  /** The name of the user, dealer, tuner or affiliate; of anything else, its kind and number. */
  owner_name: z.string(),
  unit: z.string(),
});

const AccountRow = AccountName.extend({
  id: z.number(),
  /** Signed by the account's normal side, so an amount owed is positive regardless of the debtor. */
  balance: Amount,
  pending: Amount,
  /** The limit on that side; null for an account without limits. */
  limit: Amount.nullable(),
});

const EntryRow = z.object({
  transfer_id: z.number(),
  at: WireDate,
  kind: z.string(),
  subject: z.string(),
  memo: z.string().nullable(),
  reason: z.string().nullable(),
  actor_id: z.number().nullable(),
  reverses: z.number().nullable(),
  amount: Amount,
  balance: Amount,
  against: z.array(AccountName),
});

const HoldRow = z.object({
  transfer_id: z.number(),
  at: WireDate,
  expires_at: WireDate,
  kind: z.string(),
  subject: z.string(),
  memo: z.string().nullable(),
  amount: Amount,
});

const Check = z.object({
  at: WireDate,
  /** null for the nightly run. */
  by: z.string().nullable(),
  ok: z.boolean(),
  transfers: z.number(),
  entries: z.number(),
  balances: z.number(),
  seals: z.number(),
  ms: z.number(),
  problem_count: z.number(),
  problems: z.array(z.object({ check: z.string(), what: z.string(), message: z.string() })),
});

export const ledgerAdmin = {
  'GET /v1/admin/ledger/accounts': {
    summary: 'Lists the ledger accounts with their balances.',
    access: 'transactions.read',
    query: PageQuery.extend({ kind: z.string().trim().max(40).optional(), unit: z.string().trim().max(20).optional() }),
    reply: Page(AccountRow),
  },
  'GET /v1/admin/ledger/accounts/:id': {
    summary: 'Explains the balance of an account at a point in time: opening, entries, closing and pending.',
    access: 'transactions.read',
    params: IdParams,
    query: z.object({
      at: z.iso.datetime({ offset: true, error: 'Enter a date and a time.' }).optional(),
      entries: numberFrom(z.number().int().min(1).max(500)).default(100),
    }),
    reply: z.object({
      account: AccountRow,
      at: WireDate,
      opening: Amount,
      entries: z.array(EntryRow),
      closing: Amount,
      pending: z.array(HoldRow),
      earlier: z.number(),
    }),
    refuses: ['not_found'],
  },
  'GET /v1/admin/ledger/chain': {
    summary: 'Shows how far the ledger is sealed.',
    access: 'transactions.read',
    reply: z.object({
      seal: z.number(),
      hash: z.string(),
      sealed_at: WireDate.nullable(),
      unsealed: z.number(),
      /** The last check of the whole ledger; null before the first one. */
      check: Check.nullable(),
    }),
  },
  'POST /v1/admin/ledger/check': {
    summary: 'Checks the whole ledger: sums, balances, limits, holds and seals. The result is stored.',
    access: 'transactions.write',
    reply: Check,
    transaction: 'none',
    expensive: true,
    limit: { max: 6, windowS: 600, by: 'actor' },
    refuses: ['too_many_requests', 'unavailable'],
  },
} as const satisfies ContractMap;
