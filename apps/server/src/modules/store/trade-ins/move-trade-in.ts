import { type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import { type TradeInActor, tradeInMachine, tradeInNumber } from '@tuneport/domain/store/trade-in-states';
import type { Updateable } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import type { TradeIns } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { postTransfer } from '../../ledger/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { lockLicence } from '../licences/licence-locks.ts';
import { insertMovement } from '../stock/book-movement.ts';
import { lockTradeIn, type TradeInRow } from './trade-in-queries.ts';

type By = AuditActor & { readonly as: TradeInActor };
export type Change = Updateable<TradeIns>;

const takeStep = defineStep<TradeInRow, By>()({
  machine: tradeInMachine,
  table: 'trade_ins',
  lock: lockTradeIn,
  parts: ({ as }) => as,
  post: async ({ db, now }, { step, row, set, by }) =>
    step.to === 'credited' ? credit(db, by, { ...row, ...set } as TradeInRow, now) : null,
  history: {
    table: 'trade_in_events',
    values: (taken) => ({
      trade_in_id: taken.row.id,
      ...historyRow(taken),
      note: taken.reason,
      detail: JSON.stringify(
        taken.set.offer_minor ? { amount_minor: `${taken.set.offer_minor}`, currency: taken.set.offer_currency } : {},
      ),
      transfer_id: taken.transferId,
    }),
  },
  audit: ({ step, row, by }) =>
    by.as === 'staff'
      ? { act: `trade-ins.${step.event}`, subject: `trade-in:${row.id}`, detail: { from: row.state, to: step.to } }
      : null,
});

/** One step of a trade-in under its lock; where it is credited, with its posting. */
export const moveTradeIn: typeof takeStep = (...step) =>
  takeStep(...step).catch((error: unknown) => {
    throw isClaimed(error)
      ? new Refusal('conflict', {
          message: 'Another accepted trade-in already has this serial number. Contact us.',
        })
      : error;
  });

/** A second offer for the same serial number was accepted first. */
const isClaimed = (error: unknown): boolean =>
  (error as { constraint?: unknown } | null)?.constraint === 'trade_ins_open_serial';

/** A dealer's tool is credited to the dealer. */
function ownerOf(row: TradeInRow): Owner {
  if (row.dealer_id !== null) return `dealer:${row.dealer_id}`;
  if (row.user_id !== null) return `user:${row.user_id}`;
  throw new Error(`trade-in ${row.id} has no owner with an account`);
}

/** Posts the agreed value: as the value of the tool, and as credit or debt to its owner. */
async function credit(db: Db, actor: By, row: TradeInRow, now: Date): Promise<bigint> {
  if (row.offer_minor === null || row.product_id === null || row.location_id === null)
    throw new Error(`trade-in ${row.id} has no offer or is not in stock`);
  const currency = row.offer_currency as Currency;
  const creditAccount =
    row.pay_as === 'balance' ? partyAccount('prepay', ownerOf(row), currency) : platformAccount('payable', currency);
  const { id } = await postTransfer(db, {
    key: `trade-in:${row.id}:credited`,
    kind: 'store.trade-in',
    subject: `trade-in:${row.id}`,
    at: now,
    actorId: actor.userId,
    memo: `Trade-in ${tradeInNumber(row.id)}: ${row.tool}`,
    legs: [
      { account: platformAccount('stock', currency), amountMinor: row.offer_minor },
      { account: creditAccount, amountMinor: -row.offer_minor },
    ],
  });
  await insertMovement(db, {
    kind: 'TRADE_IN',
    productId: row.product_id,
    locationId: row.location_id,
    change: { onHand: 0, allocated: 0, inTransit: 0, quarantine: 0 },
    reference: `trade-in:${row.id}`,
    reason: 'Inspected and credited',
    actorId: actor.userId,
    now,
    cost: { amountMinor: row.offer_minor, currency },
  });
  // Its owner no longer has the tool, so its licence must no longer be used.
  await lockLicence(
    db,
    { tool: row.tool, serial_key: row.serial_key },
    { holder: `trade-in:${row.id}`, reason: `Traded in, ${tradeInNumber(row.id)}`, now },
  );
  return id;
}
