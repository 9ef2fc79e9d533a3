import { z } from 'zod';
import { PartnerState } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import {
  BankAccountInput,
  BankAccountShown,
  BankAccountStored,
  bankAccountChanges,
  DayRange,
  EarningEntry,
  Earnings,
  EarningTransfer,
  EntryQuery,
  ListedTransfer,
  TransferGroup,
  TransferQuery,
} from '../ledger/earnings-shapes.ts';
import { Id, IdParams, Page } from '../shapes.ts';

const OwnTuner = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  state: PartnerState,
  /** Percentage of the net price of each tune sold. */
  share_percent: z.string(),
  brands: z.array(z.object({ id: z.number(), name: z.string() })),
});
const TransferParams = z.object({ id: Id, transfer: Id });

/** A tuner as seen by its members. Staff see every tuner; for all other actors it does not exist. */
export const tuners = {
  'GET /tuners': {
    summary: 'Lists the tuners the caller belongs to.',
    access: ['tuner-account', 'admin'],
    reply: z.object({ data: z.array(OwnTuner) }),
  },
  'GET /tuners/:id': {
    summary: 'Shows a tuner with earnings: current totals, and by month in a date range.',
    access: ['tuner-account', 'admin'],
    params: IdParams,
    query: DayRange,
    reply: OwnTuner.extend({ earnings: Earnings }),
    refuses: ['not_found'],
  },
  'GET /tuners/:id/entries': {
    summary: "Lists earnings, newest first: the tuner's part of each sale.",
    access: ['tuner-account', 'admin'],
    params: IdParams,
    query: EntryQuery,
    reply: Page(EarningEntry),
    refuses: ['not_found'],
  },
  'GET /tuners/:id/transfers': {
    summary: 'Lists transfers to the tuner, newest first.',
    access: ['tuner-account', 'admin'],
    params: IdParams,
    query: TransferQuery,
    reply: Page(ListedTransfer),
    refuses: ['not_found'],
  },
  'GET /tuners/:id/transfers/:transfer': {
    summary: 'Shows a transfer with the entries it pays.',
    access: ['tuner-account', 'admin'],
    params: TransferParams,
    reply: EarningTransfer,
    refuses: ['not_found'],
  },
  'GET /tuners/:id/transfers/:transfer/pdf': {
    summary: 'Returns the remittance advice of a transfer as PDF.',
    access: ['tuner-account', 'admin'],
    params: TransferParams,
    reply: null,
    raw: true,
    expensive: true,
    refuses: ['not_found'],
  },
  'GET /tuners/:id/bank-account': {
    summary: 'Shows where the tuner is paid, with the end of the account number only.',
    access: ['tuner-account', 'admin'],
    params: IdParams,
    reply: BankAccountShown,
    refuses: ['not_found'],
  },
  'PUT /tuners/:id/bank-account': {
    summary: 'Sets where the tuner is paid. The account number is stored encrypted.',
    access: 'tuner-account',
    params: IdParams,
    body: BankAccountInput,
    reply: BankAccountStored,
    freshLogin: true,
    limit: bankAccountChanges,
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
  'GET /tuners/:id/transfer-groups/:transfer': {
    summary: 'Shows a transfer group with the tuner’s own transfers in it.',
    access: ['tuner-account', 'admin'],
    params: TransferParams,
    reply: TransferGroup,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
