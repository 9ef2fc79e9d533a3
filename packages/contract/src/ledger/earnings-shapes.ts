import { earningStates } from '@tuneport/domain/ledger/earnings';
import { payoutRunStates, payoutStates } from '@tuneport/domain/ledger/payout-states';
import { z } from 'zod';
import { WireMoneyShape } from '../catalog/catalog.ts';
import { PageQuery, WireDate } from '../shapes.ts';

// What tuners, dealers and affiliates read of their earnings. The spec's transfer is a payout, its transfer group a run of them.

/** A day as people write it; the last day of a range is part of it. */
const Day = z.iso.date('Enter a day.');
export const DayRange = z.object({ from: Day.optional(), to: Day.optional() });

export const Earnings = z.object({
  /** What stands where now, for each currency. */
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
  totals: z.array(
    z.object({
      currency: z.string(),
      earned: WireMoneyShape,
      taken_back: WireMoneyShape,
      paid_out: WireMoneyShape,
    }),
  ),
  /** Months with something in them, as 2026-11. */
  months: z.array(
    z.object({ month: z.string(), earned: WireMoneyShape, taken_back: WireMoneyShape, paid_out: WireMoneyShape }),
  ),
});

export const EntryQuery = PageQuery.extend({
  ...DayRange.shape,
  state: z.enum(earningStates).optional(),
  currency: z.string().length(3).optional(),
});
export const EarningEntry = z.object({
  id: z.string(),
  at: WireDate,
  /** The sale it comes from. */
  number: z.string(),
  title: z.string(),
  state: z.enum(earningStates),
  /** What the sale leaves the party: its share, less what went back. */
  amount: WireMoneyShape,
  /** What could be paid out now; below zero where a sale was refunded after its share was paid. */
  open: WireMoneyShape,
  transfer_id: z.number().nullable(),
});

export const TransferQuery = PageQuery.extend({ state: z.enum(payoutStates).optional() });
const Payout = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(payoutStates),
  amount: WireMoneyShape,
  method: z.string(),
  reference: z.string(),
  /** The group it was sent with. */
  group: z.object({ id: z.number(), number: z.string() }).nullable(),
  made_at: WireDate,
  sent_at: WireDate.nullable(),
  ended_at: WireDate.nullable(),
});
export const ListedTransfer = Payout.extend({ entries: z.number() });
export const EarningTransfer = Payout.extend({
  says: z.string(),
  lines: z.array(z.object({ number: z.string(), title: z.string(), amount: WireMoneyShape })),
  history: z.array(z.object({ at: WireDate, state: z.enum(payoutStates), reason: z.string() })),
});
export const TransferGroup = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(payoutRunStates),
  note: z.string(),
  /** Sales after this wait for the next group. */
  cut_off: WireDate,
  opened_at: WireDate,
  ended_at: WireDate.nullable(),
  /** Of the reader's own transfers; of others nothing is said. */
  total: WireMoneyShape,
  transfers: z.array(Payout),
});
