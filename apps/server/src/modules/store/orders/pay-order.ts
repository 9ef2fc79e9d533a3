import { type Money, money } from '@tuneport/domain/money/money';
import { paymentMinutes } from '@tuneport/domain/store/unpaid-holds';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secret-links.ts';
import { postTransfer } from '../../ledger/index.ts';
import {
  type ChosenMethod,
  clientsOf,
  type PaymentOutcome,
  paymentOfSubject,
  takePayment,
} from '../../payments/index.ts';
import {
  accountOf,
  type BalanceInput,
  type BalancePart,
  balanceRefusal,
  dealerAccountFor,
  prepaidFor,
  readPart,
  requireCurrency,
} from '../tenders/balance-tender.ts';
import {
  giveUpOtherAmount,
  holdBalance,
  keepBalance,
  lockedUnpaid,
  recordBalance,
  releaseBalance,
} from './order-balance.ts';
import { buyerOf } from './order-policy.ts';
import { beginOrderPayment, orderById, readOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';
import { bookingOf, markPaid } from './settle-order.ts';

export type OrderPayment = {
  readonly orderId: number;
  readonly paid: boolean;
  readonly outcome: PaymentOutcome | null;
};

type Asked = {
  readonly id: number;
  readonly actor: Actor;
  readonly token: string | undefined;
  readonly method: ChosenMethod | null;
  /** The part that a balance pays; the card pays the rest. */
  readonly balance?: BalanceInput | undefined;
  readonly guestSession?: string | undefined;
  readonly now: Date;
};

/** Pays an order once. Outside any transaction: the provider is asked between two of them. */
export async function payOrder(db: Db, platform: Platform, asked: Asked): Promise<OrderPayment> {
  const order = await startedOrder(db, asked);
  try {
    return await payStarted(db, platform, order, asked);
  } catch (error) {
    throw (await endedMeanwhile(db, order.id, error)) ?? error;
  }
}

async function payStarted(db: Db, platform: Platform, order: OrderRecord, asked: Asked): Promise<OrderPayment> {
  const total = money(BigInt(order.total_minor), order.currency);
  if (total.amountMinor === 0n) return payNothing(db, platform, order.id, asked.now);
  const by = { actorId: asked.actor.userId, now: asked.now };
  const part = asked.balance ? await balancePart(db, asked.actor, asked.balance, total) : null;
  const short = (error: unknown) => {
    throw balanceRefusal(error, total) ?? error;
  };
  if (part?.amountMinor === total.amountMinor) {
    await payFromBalance(platform, order, part, by).catch(short);
    return { orderId: order.id, paid: true, outcome: null };
  }
  if (!asked.method) throw methodMissing();
  await holdBalance(platform, order, part, by).catch(short);
  const outcome = await takePayment(platform, {
    subject: `order:${order.id}`,
    payer: asked.actor.userId === null ? 'guest' : `user:${asked.actor.userId}`,
    amount: money(total.amountMinor - (part?.amountMinor ?? 0n), order.currency),
    method: asked.method,
    clients: clientsOf(asked.actor, asked.guestSession),
  });
  if (outcome.unwanted) throw ended(true);
  return { orderId: order.id, paid: outcome.payment.state !== 'requires_action', outcome };
}

/** An order that ended while it was being paid is not "already paid", also when another call has charged a card for it. */
async function endedMeanwhile(db: Db, id: number, error: unknown): Promise<Refusal | null> {
  if (!(error instanceof Refusal && error.code === 'already_committed')) return null;
  const order = await orderById(db, id);
  if (order?.state !== 'cancelled' || order.paid_at !== null) return null;
  const payment = await paymentOfSubject(db, `order:${id}`);
  return ended((payment?.capturedMinor ?? 0n) > 0n, order.cancelled_by === 'system');
}

async function balancePart(db: Db, actor: Actor, input: BalanceInput, total: Money): Promise<BalancePart> {
  const amountMinor = readPart('balance.amount', input, total);
  if (input.source === 'account') {
    const account = await dealerAccountFor(db, actor, input.dealer);
    requireCurrency(account, total.currency);
    return { source: 'account', owner: `dealer:${account.id}`, amountMinor };
  }
  return { ...prepaidFor(actor, input.dealer), amountMinor };
}

/** The order with its goods reserved and its codes counted, both only once a payment starts. */
async function startedOrder(db: Db, asked: Asked): Promise<OrderRecord> {
  const reader = buyerOf(asked.actor, asked.token);
  if (!asked.method && !asked.balance) {
    const known = await readOrder(db, asked.id, reader);
    if (known?.state === 'pending_payment' && known.total_minor !== '0') throw methodMissing();
  }
  const until = new Date(asked.now.getTime() + paymentMinutes * 60_000);
  const order = await beginOrderPayment(db, asked.id, reader, until).catch(async (error: unknown) => {
    const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
    if (code !== 'TP003') throw error;
    const used = (await readOrder(db, asked.id, reader))?.discounts.find(({ id }) => id === detail);
    throw new Refusal('conflict', {
      message: `The code ${used?.code ?? used?.name ?? ''} has been used up. Nothing was charged. Order again without it.`,
    });
  });
  if (!order) throw await noRecord(db, 'order', asked.id, reader.tokenHash);
  if (order.state === 'cancelled') throw ended(false, order.cancelled_by === 'system');
  if (order.state !== 'pending_payment')
    throw new Refusal('already_committed', { current: { order_id: order.id, state: order.state } });
  return order;
}

const methodMissing = () => new Refusal('invalid_fields', { errors: { method: ['Choose how you want to pay.'] } });

const ended = (charged: boolean, late = true) =>
  new Refusal('conflict', {
    message: charged
      ? 'This order had ended before the card was charged. The money goes back to the card by itself; please order again.'
      : `This order ${late ? 'has ended because it was not paid in time' : 'was cancelled'}. Nothing was charged; please order again.`,
  });

/** A code may take everything off; then there is nothing to charge and nothing to book. */
async function payNothing(db: Db, platform: Platform, id: number, now: Date): Promise<OrderPayment> {
  const paid = await db.transaction().execute((tx) => markPaid(tx, platform, id, { paymentId: null, now }));
  if (!paid) throw new Refusal('already_committed');
  return { orderId: id, paid: true, outcome: null };
}

/** A balance pays all of it: no card is asked. */
async function payFromBalance(
  platform: Platform,
  order: OrderRecord,
  part: BalancePart,
  by: { readonly actorId: number | null; readonly now: Date },
): Promise<void> {
  await giveUpOtherAmount(platform, order.id, money(0n, order.currency));
  await retryOnDeadlock(platform.db, async (tx) => {
    await releaseBalance(tx, await lockedUnpaid(tx, order.id), by.now);
    await keepBalance(tx, order.id, part, null);
    const paid = await markPaid(tx, platform, order.id, { paymentId: null, now: by.now });
    if (!paid) throw new Refusal('already_committed', { current: { order_id: order.id } });
    await postTransfer(tx, {
      key: `order:${order.id}:balance`,
      kind: 'order.charged',
      subject: `order:${order.id}`,
      at: by.now,
      actorId: by.actorId,
      memo: `Order ${order.id}`,
      legs: [{ account: accountOf(part, order.currency), amountMinor: part.amountMinor }, ...bookingOf(paid)],
    });
    await recordBalance(tx, paid, part);
  });
}
