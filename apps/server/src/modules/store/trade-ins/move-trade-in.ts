import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import {
  type TradeInActor,
  type TradeInEvent,
  tradeInEvents,
  tradeInNumber,
  tradeInStep,
} from '@tuneport/domain/store/trade-in-states';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { postTransfer } from '../../ledger/index.ts';
import { insertMovement } from '../stock/book-movement.ts';
import { lockTradeIn, type TradeInRow } from './trade-in-queries.ts';

export type Change = Partial<
  Pick<
    TradeInRow,
    | 'offer_minor'
    | 'offer_currency'
    | 'offer_until'
    | 'offer_conditions'
    | 'pay_as'
    | 'accepted_at'
    | 'tracking_number'
    | 'product_id'
    | 'location_id'
    | 'user_id'
    | 'dealer_id'
    | 'note'
  >
>;
export type Move = {
  readonly event: TradeInEvent;
  readonly as: TradeInActor;
  readonly note?: string;
  readonly now: Date;
  /** Changes made with the transition, computed under the lock of the request; a refusal leaves it unchanged. */
  readonly change?: (row: TradeInRow) => Promise<Change> | Change;
};

/** Performs one transition under the lock of the request, with its history row and, if credited, its posting. */
export async function moveTradeIn(db: Db, actor: AuditActor, id: number, move: Move): Promise<void> {
  const row = await lockTradeIn(db, id);
  if (!row) throw new Refusal('not_found');
  const step = tradeInStep(row.state, move.event);
  if (!step?.who.includes(move.as))
    throw new Refusal('invalid_transition', { allowed: tradeInEvents(row.state, move.as) });
  const change = (await move.change?.(row)) ?? {};
  const after = { ...row, ...change };
  await db
    .updateTable('trade_ins')
    .set({ ...change, state: step.to, updated_at: nextUpdatedAt(row.updated_at, move.now) })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isClaimed(error)
        ? new Refusal('conflict', {
            message: 'Another accepted trade-in already has this serial number. Contact us.',
          })
        : error;
    });
  const transfer = step.to === 'credited' ? await credit(db, actor, after, move.now) : null;
  const offered = change.offer_minor ? { amount_minor: `${change.offer_minor}`, currency: change.offer_currency } : {};
  await db
    .insertInto('trade_in_events')
    .values({
      trade_in_id: id,
      at: move.now,
      event: move.event,
      from_state: row.state,
      to_state: step.to,
      actor_id: actor.userId,
      note: move.note ?? '',
      detail: JSON.stringify(offered),
      transfer_id: transfer,
    })
    .execute();
  if (move.as === 'staff')
    await writeAudit(db, actor, `trade-ins.${move.event}`, `trade-in:${id}`, { from: row.state, to: step.to });
}

/** A second offer for the same serial number was accepted first. */
const isClaimed = (error: unknown): boolean =>
  (error as { constraint?: unknown } | null)?.constraint === 'trade_ins_open_serial';

/** A dealer's tool is credited to the dealer. */
function ownerOf(row: TradeInRow): Owner {
  if (row.dealer_id !== null) return `dealer:${row.dealer_id}`;
  if (row.user_id !== null) return `user:${row.user_id}`;
  throw new Error(`trade-in ${row.id} belongs to nobody with an account`);
}

/** Posts the agreed value: as the value of the tool, and as credit or debt to its owner. */
async function credit(db: Db, actor: AuditActor, row: TradeInRow, now: Date): Promise<bigint> {
  if (row.offer_minor === null || row.product_id === null || row.location_id === null)
    throw new Error(`trade-in ${row.id} has no offer or is not in stock`);
  const currency = row.offer_currency as Currency;
  const gets =
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
      { account: gets, amountMinor: -row.offer_minor },
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
  return id;
}
