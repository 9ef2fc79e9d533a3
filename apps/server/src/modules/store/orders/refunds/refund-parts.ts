import { type Currency, type Money, money } from '@tuneport/domain/money/money';
import type { Db, Tx } from '../../../../platform/db/db.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  addRefund,
  PaymentRefusal,
  paymentById,
  performRefund,
  refundable,
  refundPayment,
} from '../../../payments/index.ts';
import { paymentsOfOrder } from '../order-queries.ts';
import { type NamedLines, namedDetail } from './refund-legs.ts';

/** What is refunded of an order. */
export type RefundPlan = NamedLines & {
  /** The whole rest of its payments. */
  readonly all: boolean;
  readonly refundMinor: bigint;
};

type RefundPart = { readonly paymentId: number; readonly minor: bigint; readonly named: NamedLines };

/** Splits a refund between the payments of an order: first the card, then a balance. */
export async function refundPartsOf(db: Db, orderId: number, plan: RefundPlan): Promise<RefundPart[]> {
  const parts: RefundPart[] = [];
  let { refundMinor: wanted, goodsMinor, keptMinor: kept } = plan;
  for (const paymentId of await paymentsOfOrder(db, orderId)) {
    const payment = await paymentById(db, paymentId);
    const left = payment ? await refundable(db, payment) : 0n;
    const minor = plan.all || left < wanted ? left : wanted;
    if (minor <= 0n) continue;
    // Of a refund to two payments each takes its part of the goods, and the last what is left of them.
    const goods = minor >= wanted ? goodsMinor : (goodsMinor * minor) / wanted;
    parts.push({ paymentId, minor, named: { goodsMinor: goods, keptMinor: kept } });
    wanted -= minor;
    goodsMinor -= goods;
    kept -= goods;
  }
  return parts;
}

type Request = {
  readonly orderId: number;
  readonly currency: Currency;
  readonly all: boolean;
  readonly reason: string;
  /** The same key makes one refund. */
  readonly requestKey: string;
  readonly actorId: number | null;
  /** Stored with each refund. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Runs in the transaction that stores the refunds. `allMinor` is the total refunded so far. */
  readonly within: (tx: Tx, refund: { readonly amount: Money; readonly allMinor: bigint }) => Promise<void>;
};

/** Makes the refunds together and then performs them, outside any transaction. */
export async function refundParts(platform: Platform, parts: readonly RefundPart[], request: Request): Promise<void> {
  const [first, ...others] = parts;
  if (!first) throw new Error(`order ${request.orderId} has nothing to refund`);
  const { reason, requestKey, actorId } = request;
  const inputOf = ({ paymentId, minor, named }: RefundPart) => ({
    reason,
    requestKey,
    actorId,
    paymentId,
    amount: request.all ? ('rest' as const) : money(minor, request.currency),
    detail: { ...request.detail, ...(request.all ? {} : namedDetail(named)) },
  });
  const perform = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // What caused the refund is done anyway. Without a response the sweeper retries; a rejected refund is shown to staff.
      if (!(error instanceof PaymentRefusal)) throw error;
      platform.log.error({ err: error, order: request.orderId }, 'the refund of an order is not done yet');
    }
  };
  let more: number[] = [];
  await perform(() =>
    refundPayment(platform, {
      ...inputOf(first),
      async within(tx, { amount, allMinor }) {
        more = [];
        for (const one of others) more.push(await addRefund(tx, inputOf(one)));
        const minor = others.reduce((sum, one) => sum + one.minor, amount.amountMinor);
        await request.within(tx, {
          amount: money(minor, amount.currency),
          allMinor: allMinor + minor - amount.amountMinor,
        });
      },
    }),
  );
  for (const id of more) await perform(() => performRefund(platform, id));
}

/** What can still be refunded of an order. */
export async function refundableOf(db: Db, orderId: number): Promise<bigint> {
  let sum = 0n;
  for (const id of await paymentsOfOrder(db, orderId)) {
    const payment = await paymentById(db, id);
    if (payment) sum += await refundable(db, payment);
  }
  return sum;
}

/** The payments that a refund goes back to, for the mail about it. */
export async function sourcesOf(db: Db, parts: readonly RefundPart[]): Promise<string[]> {
  const payments = await Promise.all(parts.map(({ paymentId }) => paymentById(db, paymentId)));
  return payments.flatMap((payment) => (payment ? [payment.provider] : []));
}
