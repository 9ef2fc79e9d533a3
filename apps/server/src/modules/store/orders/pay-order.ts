import { type Money, money } from '@tuneport/domain/money/money';
import { paymentMinutes } from '@tuneport/domain/store/unpaid-holds';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { requireSpendLimit } from '../../dealers/index.ts';
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
  requirePricedFor,
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

type PayInput = {
  readonly id: number;
  readonly actor: Actor;
  readonly token: string | undefined;
  readonly method: ChosenMethod | null;
  /** The part to pay from a balance; the card pays the rest. */
  readonly balance?: BalanceInput | undefined;
  readonly guestSession?: string | undefined;
  /** Set if staff pay the order from the customer's balance. */
  readonly staffId?: number | undefined;
  readonly now: Date;
};

/** Pays an order once. Outside any transaction: the provider is called between two of them. */
export async function payOrder(db: Db, platform: Platform, input: PayInput): Promise<OrderPayment> {
  const order = await startedOrder(db, input);
  try {
    return await payStarted(db, platform, order, input);
  } catch (error) {
    throw (await endedMeanwhile(db, order.id, error)) ?? error;
  }
}

async function payStarted(db: Db, platform: Platform, order: OrderRecord, input: PayInput): Promise<OrderPayment> {
  const total = money(BigInt(order.total_minor), order.currency);
  if (total.amountMinor === 0n) return payNothing(db, platform, order.id, input.now);
  const by = { actorId: input.actor.userId, now: input.now };
  const part = input.balance ? await balancePart(db, input, input.balance, total, order.dealer_id) : null;
  const short = (error: unknown) => {
    throw balanceRefusal(error, total) ?? error;
  };
  if (part?.amountMinor === total.amountMinor) {
    await payFromBalance(platform, order, part, { ...by, staffId: input.staffId }).catch(short);
    return { orderId: order.id, paid: true, outcome: null };
  }
  if (!input.method) throw methodMissing();
  await holdBalance(platform, order, part, by).catch(short);
  const outcome = await takePayment(platform, {
    subject: `order:${order.id}`,
    payer: input.actor.userId === null ? 'guest' : `user:${input.actor.userId}`,
    amount: money(total.amountMinor - (part?.amountMinor ?? 0n), order.currency),
    method: input.method,
    clients: clientsOf(input.actor, input.guestSession),
  });
  if (outcome.unwanted) throw ended(true);
  return { orderId: order.id, paid: outcome.payment.state !== 'requires_action', outcome };
}

/** An order that ended during the payment is not "already paid", even if a concurrent call charged a card for it. */
async function endedMeanwhile(db: Db, id: number, error: unknown): Promise<Refusal | null> {
  if (!(error instanceof Refusal && error.code === 'already_committed')) return null;
  const order = await orderById(db, id);
  if (order?.state !== 'cancelled' || order.paid_at !== null) return null;
  const payment = await paymentOfSubject(db, `order:${id}`);
  return ended((payment?.capturedMinor ?? 0n) > 0n, order.cancelled_by === 'system');
}

export async function balancePart(
  db: Db,
  { actor, now }: Pick<PayInput, 'actor' | 'now'>,
  input: BalanceInput,
  total: Money,
  pricedForId: number | null,
): Promise<BalancePart> {
  const amountMinor = readPart('balance.amount', input, total);
  if (input.source === 'account') {
    const named = input.dealer ?? (pricedForId === null ? undefined : String(pricedForId));
    const account = await dealerAccountFor(db, actor, named, now);
    requirePricedFor(account.id, pricedForId);
    requireCurrency(account, total.currency);
    return { source: 'account', owner: `dealer:${account.id}`, amountMinor };
  }
  return { ...prepaidFor(actor, input.dealer, pricedForId), amountMinor };
}

/** The order with its goods reserved and its codes counted, both only once a payment starts. */
async function startedOrder(db: Db, input: PayInput): Promise<OrderRecord> {
  const viewer = buyerOf(input.actor, input.token);
  if (!input.method && !input.balance) {
    const known = await readOrder(db, input.id, viewer);
    if (known?.state === 'pending_payment' && known.total_minor !== '0') throw methodMissing();
  }
  const until = new Date(input.now.getTime() + paymentMinutes * 60_000);
  const order = await beginOrderPayment(db, input.id, viewer, until).catch(async (error: unknown) => {
    const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
    if (code !== 'TP003') throw error;
    const used = (await readOrder(db, input.id, viewer))?.discounts.find(({ id }) => id === detail);
    throw new Refusal('conflict', {
      message: `The code ${used?.code ?? used?.name ?? ''} has been used up. You have not been charged. Order again without it.`,
    });
  });
  if (!order) throw await noRecord(db, 'order', input.id, viewer.tokenHash);
  if (order.state === 'cancelled') throw ended(false, order.cancelled_by === 'system');
  if (order.state !== 'pending_payment')
    throw new Refusal('already_committed', { current: { order_id: order.id, state: order.state } });
  return order;
}

const methodMissing = () => new Refusal('invalid_fields', { errors: { method: ['Choose a payment method.'] } });

const ended = (charged: boolean, late = true) =>
  new Refusal('conflict', {
    message: charged
      ? 'This order expired before the card was charged. Your card will be refunded automatically. Please order again.'
      : `This order ${late ? 'has ended because it was not paid in time' : 'was cancelled'}. You have not been charged. Please order again.`,
  });

/** A code may reduce the total to zero; then nothing is charged or posted. */
async function payNothing(db: Db, platform: Platform, id: number, now: Date): Promise<OrderPayment> {
  const paid = await db.transaction().execute((tx) => markPaid(tx, platform, id, { paymentId: null, now }));
  if (!paid) throw new Refusal('already_committed');
  return { orderId: id, paid: true, outcome: null };
}

/** A balance pays the full amount, without a card. */
async function payFromBalance(
  platform: Platform,
  order: OrderRecord,
  part: BalancePart,
  by: { readonly actorId: number | null; readonly staffId?: number | undefined; readonly now: Date },
): Promise<void> {
  await giveUpOtherAmount(platform, order.id, money(0n, order.currency));
  await retryOnDeadlock(platform.db, async (tx) => {
    await releaseBalance(tx, await lockedUnpaid(tx, order.id), by.now);
    // Staff cannot ask for approval in place of a member.
    await chargeBalance(tx, platform, order, part, { ...by, approvable: by.staffId === undefined });
  });
}

type ChargedBy = {
  readonly actorId: number | null;
  readonly staffId?: number | undefined;
  readonly now: Date;
  readonly approvable?: boolean;
  readonly approved?: boolean;
};

/** Charges the whole of an unpaid order to a balance, in the transaction of the caller. */
export async function chargeBalance(
  tx: Db,
  platform: Platform,
  order: OrderRecord,
  part: BalancePart,
  { approvable = false, approved = false, ...by }: ChargedBy,
): Promise<void> {
  const charge = { ...part, userId: by.actorId, currency: order.currency, now: by.now };
  await requireSpendLimit(tx, charge, { approvable, approved });
  await keepBalance(tx, order.id, part, null);
  const paid = await markPaid(tx, platform, order.id, { paymentId: null, now: by.now });
  if (!paid) throw new Refusal('already_committed', { current: { order_id: order.id } });
  await postTransfer(tx, {
    key: `order:${order.id}:balance`,
    kind: 'order.charged',
    subject: `order:${order.id}`,
    at: by.now,
    actorId: by.staffId ?? by.actorId,
    memo: `Order ${order.id}`,
    legs: [{ account: accountOf(part, order.currency), amountMinor: part.amountMinor }, ...bookingOf(paid)],
  });
  await recordBalance(tx, paid, part);
}
