import { earningStates } from '@tuneport/domain/ledger/earnings';
import { payoutRunStates, payoutStates } from '@tuneport/domain/ledger/payout-states';
import { z } from 'zod';
import { dayRange, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';

// Earnings as shown to tuners, dealers and affiliates. The spec's transfer is a payout; its transfer group is a run of
// payouts.

export const DayRange = z.object(dayRange);

export const Earnings = z.object({
  /** Current balances per currency. */
  balances: z.array(
    z.object({
      currency: z.string(),
      available: WireMoneyShape,
      on_hold: WireMoneyShape,
      on_its_way: WireMoneyShape,
      paid_out: WireMoneyShape,
    }),
  ),
  from: WireDate,
  to: WireDate,
  /** Months of the company, such as 2026-11, both included. */
  first_month: z.string(),
  last_month: z.string(),
  totals: z.array(
    z.object({
      currency: z.string(),
      earned: WireMoneyShape,
      taken_back: WireMoneyShape,
      paid_out: WireMoneyShape,
    }),
  ),
  /** Months with activity, formatted as 2026-11. */
  months: z.array(
    z.object({ month: z.string(), earned: WireMoneyShape, taken_back: WireMoneyShape, paid_out: WireMoneyShape }),
  ),
});

export const EntryQuery = PageQuery.extend({
  ...DayRange.shape,
  state: z.enum(earningStates).optional(),
  currency: z.string().length(3).optional(),
});
/** A dispute of a line that is not decided yet. */
export const OpenDispute = z.object({ id: z.number(), ticket_id: z.number() });

export const EarningEntry = z.object({
  id: z.string(),
  at: WireDate,
  /** The sale that produced it. */
  number: z.string(),
  title: z.string(),
  state: z.enum(earningStates),
  /** The party's share of the sale, less refunds. */
  amount: WireMoneyShape,
  /** The amount that can be paid out now; negative if a sale was refunded after its share was paid. */
  open: WireMoneyShape,
  transfer_id: z.number().nullable(),
  /** Why the party earns from the sale, such as its code. */
  rule: z.string(),
  /** When the hold ends; null once it is available or reversed. */
  available_at: WireDate.nullable(),
  /** When it is expected to be paid; null if it was paid or there is nothing to pay. */
  expected_at: WireDate.nullable(),
  /** Later refunds that reduced it. */
  reversals: z.array(z.object({ at: WireDate, amount: WireMoneyShape })),
  /** The open dispute about it; it is in no payout until that is decided. */
  dispute: OpenDispute.nullable(),
  may_dispute: z.boolean(),
});

export const TransferQuery = PageQuery.extend({ state: z.enum(payoutStates).optional() });
const Payout = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(payoutStates),
  amount: WireMoneyShape,
  /** What the bank sent back; it is available again. */
  returned: WireMoneyShape,
  method: z.string(),
  reference: z.string(),
  /** The payout run that included it. */
  group: z.object({ id: z.number(), number: z.string() }).nullable(),
  made_at: WireDate,
  sent_at: WireDate.nullable(),
  ended_at: WireDate.nullable(),
});
export const ListedTransfer = Payout.extend({ entries: z.number() });
export const EarningTransfer = Payout.extend({
  sentence: z.string(),
  lines: z.array(z.object({ number: z.string(), title: z.string(), amount: WireMoneyShape })),
  history: z.array(z.object({ at: WireDate, state: z.enum(payoutStates), reason: z.string() })),
});
export const ListedGroup = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(payoutRunStates),
  opened_at: WireDate,
  ended_at: WireDate.nullable(),
  /** Covers only the actor's own transfers. */
  total: WireMoneyShape,
  transfers: z.number(),
});
/** Single transfers and groups in one list. */
export const UnifiedTransfer = z.object({
  kind: z.enum(['transfer', 'group']),
  id: z.number(),
  number: z.string(),
  state: z.string(),
  amount: WireMoneyShape,
  at: WireDate,
  /** Entries of a transfer, or transfers of a group. */
  parts: z.number(),
});
export const TransferGroup = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(payoutRunStates),
  note: z.string(),
  /** Sales after this time go into the next group. */
  cut_off: WireDate,
  opened_at: WireDate,
  ended_at: WireDate.nullable(),
  /** Covers only the actor's own transfers. */
  total: WireMoneyShape,
  transfers: z.array(Payout),
});

/** Where a partner is paid, with the end of the account number only. */
export const BankAccountShown = z.object({
  account: z
    .object({ holder: z.string(), account_end: z.string(), bic: z.string(), country_code: z.string() })
    .nullable(),
  /** Only members change it; staff cannot redirect a payout. */
  may_change: z.boolean(),
});
/** Each change is mailed to all members. */
export const bankAccountChanges = { max: 10, windowS: 3600, by: 'actor' } as const;
export const BankAccountInput = z.object({
  holder: requiredText('The account holder', 70),
  account: z
    .string()
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{5,34}$/, 'Enter an IBAN or an account number.')),
  bic: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/, 'A BIC has 8 or 11 characters.')
    .default(''),
  country_code: z.string().trim().toUpperCase().length(2, 'Choose a country.'),
});
export const BankAccountStored = z.object({ account_end: z.string() });
