import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { type ReturnReason, type ReturnState, returnMachine } from '@tuneport/domain/store/return-states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { settingsOf } from '../../settings/index.ts';
import { buyerOf } from '../orders/order-policy.ts';
import { addMailToken, addOrderEvent, lockedOrder, type Pieces, readOrder } from '../orders/order-queries.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { refundableOf } from '../orders/refunds/refund-parts.ts';
import { sendTo } from './present-returns.ts';
import { openUntil, returnablePieces } from './return-amounts.ts';
import { sendReturnRequested } from './return-mails.ts';
import { insertReturn, moveReturn, notReturnableLines, returnById, returnsOfOrder } from './return-queries.ts';

type Buyer = {
  readonly orderId: number;
  readonly actor: Actor;
  readonly token: string | undefined;
  readonly now: Date;
};

/** The order of a buyer, locked until the transaction ends. */
async function ownOrder(db: Db, { orderId, actor, token }: Buyer): Promise<OrderRecord> {
  const viewer = buyerOf(actor, token);
  if (!(await readOrder(db, orderId, viewer))) throw await noRecord(db, 'order', orderId, viewer.tokenHash);
  return (await lockedOrder(db, orderId)) as OrderRecord;
}

export async function requestReturn(
  db: Db,
  platform: Platform,
  buyer: Buyer,
  input: { readonly reason: ReturnReason; readonly note: string; readonly lines: readonly Pieces[] },
): Promise<OrderRecord> {
  const order = await ownOrder(db, buyer);
  if (openUntil(order, buyer.now) === null)
    throw new Refusal('conflict', { message: 'Items of this order cannot be returned now.' });
  const returnable = returnablePieces(
    order,
    await returnsOfOrder(db, order.id),
    await notReturnableLines(db, order.id),
  );
  const counts = new Map<number, number>();
  for (const { line, quantity } of input.lines) counts.set(line, (counts.get(line) ?? 0) + quantity);
  const lines = [...counts].map(([line, quantity]) => ({ line, quantity }));
  for (const { line, quantity } of lines) {
    const left = returnable.find((one) => one.line === line)?.quantity ?? 0;
    if (quantity > left)
      throw fieldRefusal({
        lines: [left === 0 ? 'These items cannot be returned.' : `At most ${left} of these items can be returned.`],
      });
  }
  await insertReturn(db, { ...input, orderId: order.id, lines, now: buyer.now });
  await addOrderEvent(db, order, { event: 'return-requested', actorId: buyer.actor.userId, now: buyer.now });
  const token = newToken();
  await addMailToken(db, order.id, hashToken(token));
  await sendReturnRequested(db, { origin: platform.config.publicOrigin, token }, order, {
    lines,
    sendTo: sendTo(await settingsOf(platform)),
    isPaidBack: (await refundableOf(db, order.id)) === 0n,
  });
  return order;
}

export async function cancelReturn(db: Db, buyer: Buyer, id: number): Promise<OrderRecord> {
  const order = await ownOrder(db, buyer);
  const found = await returnById(db, id);
  if (found?.order_id !== order.id) throw new Refusal('not_found');
  requireStep(found.state as ReturnState, 'cancel');
  await moveReturn(db, id, 'cancelled', { actorId: buyer.actor.userId, now: buyer.now });
  await addOrderEvent(db, order, { event: 'return-cancelled', actorId: buyer.actor.userId, now: buyer.now });
  return order;
}

/** Locks the order of a return, so that its steps happen one after the other. */
export async function lockedReturn(db: Db, id: number) {
  const seen = await returnById(db, id);
  const order = seen && (await lockedOrder(db, seen.order_id));
  const found = await returnById(db, id);
  if (!order || !found) throw new Refusal('not_found');
  return { order, found };
}

export function requireStep(state: ReturnState, event: 'receive' | 'accept' | 'refuse' | 'cancel'): void {
  if (!findStep(returnMachine, state, event))
    throw new Refusal('invalid_transition', {
      allowed: eventsFrom(returnMachine, state, event === 'cancel' ? 'buyer' : 'staff'),
    });
}
