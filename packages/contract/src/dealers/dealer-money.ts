import { ageingBuckets } from '@tuneport/domain/dealers/ageing';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { AddressFields } from '../identity/addresses.ts';
import {
  BankAccountInput,
  BankAccountShown,
  BankAccountStored,
  bankAccountChanges,
  EarningTransfer,
  ListedTransfer,
  OpenDispute,
  TransferGroup,
  TransferQuery,
} from '../ledger/earnings-shapes.ts';
import { CardChoice, PaymentResult } from '../payments/payments.ts';
import { AmountText, Day, Id, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';
import { DealerParams, DealerRef, readers } from './dealer-shapes.ts';

const CurrencyQuery = z.string().trim().toUpperCase().length(3).optional();

/** A movement of the dealer's account or prepaid money. Negative amounts are charged, positive ones are paid or credited. */
const Entry = z.object({
  id: z.string(),
  at: WireDate,
  /** The sale or payment it is about. */
  subject: z.string(),
  label: z.string(),
  account: z.enum(['account', 'prepaid']),
  amount: WireMoneyShape,
  /** The balance after this entry; negative is owed. */
  balance: WireMoneyShape,
});
const OpenItem = z.object({
  subject: z.string(),
  label: z.string(),
  at: WireDate,
  due_at: WireDate,
  amount: WireMoneyShape,
  open: WireMoneyShape,
  bucket: z.enum(ageingBuckets),
  /** The open dispute about it. */
  dispute: OpenDispute.nullable(),
  /** By a member: no dispute about it is open or was decided. */
  may_dispute: z.boolean(),
});
const Ageing = z.array(z.object({ bucket: z.enum(ageingBuckets), amount: WireMoneyShape }));

const Balance = z.object({
  currency: z.string(),
  /** Negative is owed. */
  balance: WireMoneyShape,
  owed: WireMoneyShape,
  prepaid: WireMoneyShape,
  /** Held for purchases that are being paid; part of what is used of the limit. */
  pending: WireMoneyShape,
  credit_limit: WireMoneyShape,
  available: WireMoneyShape,
  /** Past its due date, without what is disputed. */
  due: WireMoneyShape,
  /** What can be paid now: open sales that are not disputed. */
  payable: WireMoneyShape,
  /** What becomes due in each of the next weeks, without what is disputed. */
  forecast: z.array(z.object({ from: WireDate, due: WireMoneyShape })),
  ageing: Ageing,
  open_items: z.array(OpenItem),
});

const StatementRow = z.object({
  id: z.number(),
  number: z.string(),
  month: z.string(),
  currency: z.string(),
  opening: WireMoneyShape,
  closing: WireMoneyShape,
  issued_at: WireDate,
  sha256: z.string(),
});
/** The frozen text of a statement, and a range statement in the same form. */
const StatementBody = z.object({
  number: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  issued_at: z.string(),
  currency: z.string(),
  dealer: z.object({
    name: z.string(),
    legal_name: z.string(),
    billing_email: z.string(),
    billing_address: AddressFields.nullable(),
  }),
  seller: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  opening: WireMoneyShape,
  entries: z.array(
    z.object({
      at: z.string(),
      subject: z.string(),
      label: z.string(),
      amount: WireMoneyShape,
      balance: WireMoneyShape,
    }),
  ),
  closing: WireMoneyShape,
  open_items: z.array(
    z.object({
      subject: z.string(),
      label: z.string(),
      at: z.string(),
      due_at: z.string(),
      open: WireMoneyShape,
      bucket: z.enum(ageingBuckets),
    }),
  ),
  ageing: Ageing,
});
const Statement = z.object({ sha256: z.string().nullable(), body: StatementBody });

const TransferParams = z.object({ id: DealerRef, transfer: Id });

export const dealerMoney = {
  'GET /v1/dealers/:id/balance': {
    summary: 'Reads the balance, credit limit, ageing and unpaid sales of a dealer, by currency.',
    access: readers,
    params: DealerParams,
    reply: z.array(Balance),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/entries': {
    summary: 'Lists the balance entries of a dealer, newest first, each with the balance after it.',
    access: readers,
    params: DealerParams,
    query: PageQuery.extend({ from: Day.optional(), to: Day.optional(), currency: CurrencyQuery }),
    reply: Page(Entry),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/transfers': {
    summary: 'Lists transfers to the dealer, newest first.',
    access: readers,
    params: DealerParams,
    query: TransferQuery,
    reply: Page(ListedTransfer),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/transfers/:transfer': {
    summary: 'Shows a transfer with the entries it pays.',
    access: readers,
    params: TransferParams,
    reply: EarningTransfer,
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/transfers/:transfer/pdf': {
    summary: 'Returns the remittance advice of a transfer as PDF.',
    access: readers,
    params: TransferParams,
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/bank-account': {
    summary: 'Shows where the dealer is paid, with the end of the account number only.',
    access: readers,
    params: DealerParams,
    reply: BankAccountShown,
    refuses: ['not_found'],
  },
  'PUT /v1/dealers/:id/bank-account': {
    summary: 'Sets where the dealer is paid. The account number is stored encrypted. Only managers, not staff.',
    access: 'dealer-manager',
    params: DealerParams,
    body: BankAccountInput,
    reply: BankAccountStored,
    freshLogin: true,
    limit: bankAccountChanges,
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'too_many_requests'],
  },
  'GET /v1/dealers/:id/transfer-groups/:transfer': {
    summary: 'Shows a transfer group with the dealer’s own transfers in it.',
    access: readers,
    params: TransferParams,
    reply: TransferGroup,
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/payment': {
    summary: 'Pays the balance by card: all of it, a part, or chosen sales.',
    access: 'dealer-member',
    params: DealerParams,
    body: z.object({
      currency: z.string().trim().toUpperCase().length(3),
      /** Default: everything that is owed, or the chosen sales. */
      amount: AmountText.optional(),
      /** Subjects of open items, such as purchase:17. */
      items: z.array(z.string().max(60)).max(200, 'Choose at most 200 sales.').default([]),
      method: CardChoice,
    }),
    reply: PaymentResult,
    idempotent: 'accepts',
    movesMoney: true,
    transaction: 'none',
    refuses: ['not_found', 'conflict', 'already_committed', 'invalid_fields', 'payments_off'],
  },
  'POST /v1/admin/dealers/:id/payments': {
    summary: 'Records a bank transfer that arrived from a dealer. One bank reference is booked once.',
    access: 'payouts',
    params: DealerParams,
    body: z.object({
      currency: z.string().trim().toUpperCase().length(3),
      amount: AmountText,
      reference: requiredText('The bank reference', 100),
    }),
    reply: z.object({ id: z.number(), amount: WireMoneyShape, reference: z.string(), paid_at: WireDate }),
    status: 201,
    idempotent: 'accepts',
    movesMoney: true,
    refuses: ['not_found', 'forbidden', 'invalid_fields', 'already_committed'],
  },
  'GET /v1/dealers/:id/statements': {
    summary: 'Lists the monthly statements of a dealer, newest first.',
    access: readers,
    params: DealerParams,
    query: PageQuery,
    reply: Page(StatementRow),
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/statements/range': {
    summary: 'Returns a statement for a range of days, both included. It is not numbered or stored.',
    access: readers,
    params: DealerParams,
    /** Default: the current month until today. */
    query: z.object({ start: Day.optional(), end: Day.optional(), currency: CurrencyQuery }),
    reply: Statement,
    expensive: true,
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/dealers/:id/statements/range/pdf': {
    summary: 'Returns a statement for a range of days as PDF.',
    access: readers,
    params: DealerParams,
    query: z.object({ start: Day.optional(), end: Day.optional(), currency: CurrencyQuery }),
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found', 'invalid_fields'],
  },
  'GET /v1/dealers/:id/statements/:statementId/pdf': {
    summary: 'Returns a monthly statement exactly as it was issued, as PDF.',
    access: readers,
    params: z.object({ id: DealerRef, statementId: Id }),
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found'],
  },
  'GET /v1/dealers/:id/statements/:statementId': {
    summary: 'Shows a monthly statement exactly as it was issued.',
    access: readers,
    params: z.object({ id: DealerRef, statementId: Id }),
    reply: Statement,
    refuses: ['not_found'],
  },
  'GET /statements/:hash/verify': {
    summary: 'Verifies a statement by its hash: what was issued, to whom and when.',
    access: 'public',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'This is not a statement hash.') }),
    reply: z.object({
      number: z.string(),
      dealer: z.string(),
      month: z.string(),
      closing: WireMoneyShape,
      issued_at: WireDate,
    }),
    limit: { max: 60, windowS: 60, by: 'address' },
    refuses: ['not_found', 'too_many_requests'],
  },
} as const satisfies ContractMap;
