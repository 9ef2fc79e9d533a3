import { accountKinds } from '@tuneport/domain/ledger-accounts';
import type { Leg } from '@tuneport/domain/ledger-legs';
import { type Currency, type Money, money, parseMoney, toWire } from '@tuneport/domain/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { paymentById, refundable, refundPayment } from '../../payments/index.ts';
import { keepSoldForRefund, requireSoldUnused } from '../credits/sell-credits.ts';
import { cancelRefunded } from '../orders/cancel-order.ts';
import { moneyLeft } from '../orders/order-queries.ts';
import { refundLegs } from '../orders/refund-legs.ts';
import { requireRefundable } from '../purchases/purchase-followers.ts';
import { purchaseRefundLegs } from '../purchases/settle-purchase.ts';
import { depositRefundLegs, requireTookAway } from '../rentals/pay-deposit.ts';
import { requireWithinLimit } from './refund-limit.ts';
import { buyerOfSale, transactionById } from './transaction-queries.ts';

type Wish = { id: number; amount: string | null; reason: string; requestKey: string };

/** Pays back a part, or without an amount all that is left. The books follow when the provider has done it. */
export async function refundOrder(platform: Platform, actor: Actor, wish: Wish): Promise<void> {
  const transaction = await transactionById(platform.db, wish.id);
  if (!transaction) throw new Refusal('not_found');
  await requireNotOwnBusiness(platform.db, actor, await buyerOfSale(platform.db, transaction));
  if (transaction.sale === 'rental') await requireTookAway(platform.db, transaction.sale_id);
  await refundPayment(platform, {
    paymentId: wish.id,
    amount: wish.amount === null ? 'rest' : amountOf(wish.amount, transaction.currency as Currency),
    reason: wish.reason,
    requestKey: wish.requestKey,
    actorId: actor.userId,
    async within(tx, { id, amount, allMinor }) {
      if (transaction.sale === 'purchase') {
        const now = platform.clock.now();
        await requireRefundable(tx, transaction.sale_id);
        await keepSoldForRefund(tx, { purchaseId: transaction.sale_id, actorId: actor.userId, now });
      }
      await requireWithinLimit({ ...platform, db: tx }, actor, money(allMinor, amount.currency));
      if (transaction.sale === 'order' && (await moneyLeft(tx, transaction.sale_id)) === 0n)
        await cancelRefunded(tx, platform, transaction.sale_id, {
          actorId: actor.userId,
          reason: wish.reason,
          refundMinor: amount.amountMinor,
        });
      await recordAct(tx, actor, 'transactions.refund', `${transaction.sale}:${transaction.sale_id}`, {
        refund: id,
        amount: toWire(amount),
        reason: wish.reason,
      });
    },
  });
}

function amountOf(text: string, currency: Currency): Money {
  const amount = parseMoney(text, currency);
  if (!amount || amount.amountMinor <= 0n)
    throw fieldRefusal({ amount: [`Enter an amount in ${currency} above zero.`] });
  return amount;
}

/** The dry run: what would be paid back, what would be left, and where the books would take it from. */
export async function inspectRefund(db: Db, id: number, text: string | null) {
  const payment = await paymentById(db, id);
  const transaction = await transactionById(db, id);
  if (!payment || !transaction) throw new Refusal('not_found');
  if (transaction.sale === 'rental') await requireTookAway(db, transaction.sale_id);
  const { currency } = payment.amount;
  const most = await refundable(db, payment);
  if (most <= 0n) throw new Refusal('already_committed', { message: 'Nothing is left to pay back.' });
  const amount = text === null ? money(most, currency) : amountOf(text, currency);
  if (amount.amountMinor > most)
    throw fieldRefusal({
      amount: [`At most ${toWire(money(most, currency)).amount} ${currency} can still be paid back.`],
    });
  if (transaction.sale === 'purchase') {
    await requireRefundable(db, transaction.sale_id);
    await requireSoldUnused(db, { purchaseId: transaction.sale_id, amountMinor: amount.amountMinor });
  }
  const legs = await {
    order: () => refundLegs(db, payment, amount),
    purchase: () => purchaseRefundLegs(db, payment, { id: 0, amount }),
    rental: () => depositRefundLegs(db, payment, amount),
  }[transaction.sale]();
  return {
    amount: toWire(amount),
    left: toWire(money(most - amount.amountMinor, currency)),
    postings: legs.map((leg: Leg) => ({
      label: accountKinds[leg.account.kind].says,
      owner: leg.account.owner,
      amount: toWire(money(leg.amountMinor, currency)),
    })),
  };
}
