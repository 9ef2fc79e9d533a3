import { earningStates } from '@tuneport/domain/ledger/earnings';
import { payoutRunStates, payoutStates } from '@tuneport/domain/ledger/payout-states';
import { z } from 'zod';
import { WireMoneyShape } from '../catalog/catalog.ts';
import { PageQuery, WireDate } from '../shapes.ts';

// Earnings as shown to tuners, dealers and affiliates. The spec's transfer is a payout; its transfer group is a run of
// payouts.

/** A calendar day; ranges include their last day. */
const Day = z.iso.date('Enter a date.');
export const DayRange = z.object({ from: Day.optional(), to: Day.optional() });

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
});

export const TransferQuery = PageQuery.extend({ state: z.enum(payoutStates).optional() });
const Payout = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(payoutStates),
  amount: WireMoneyShape,
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
  says: z.string(),
  lines: z.array(z.object({ number: z.string(), title: z.string(), amount: WireMoneyShape })),
  history: z.array(z.object({ at: WireDate, state: z.enum(payoutStates), reason: z.string() })),
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
