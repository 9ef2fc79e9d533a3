import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { merged } from '@tuneport/domain/ledger/ledger-legs';
import type { Db, Tx } from '../../platform/db/db.ts';
import { retryOnDeadlock } from '../../platform/db/writes/retry-on-deadlock.ts';
import type { Intent } from '../../platform/payments/provider.ts';
import type { Platform } from '../../platform/platform.ts';
import { giveUp, holdAuthorised, postCaptured } from './authorised-hold.ts';
import { markMethodRemoved, storeUsedMethod } from './method-queries.ts';
import type { Attempt, Payment, PaymentOutcome } from './payment.ts';
import { at } from './points.ts';
import { type Move, movePayment } from './queries.ts';
import { subjectFor } from './subjects.ts';

type Via = Move['via'];

/**
 * The only place that applies a provider's state to a payment, whether from a response, an event or the sweeper. Each
 * may arrive repeatedly and in any order; the lock of the payment admits one transition.
 */
export async function settlePayment(
  platform: Platform,
  payment: Payment,
  intent: Intent,
  via: Via,
  attempt: Attempt | null = null,
): Promise<PaymentOutcome> {
  requireSame(payment, intent);
  const outcome = (now: Payment, already: boolean, unwanted = false): PaymentOutcome => ({
    payment: now,
    action: now.state === 'requires_action' ? { clientSecret: intent.clientSecret } : null,
    card: intent.card,
    already,
    unwanted,
  });
  const step = async (move: Omit<Move, 'via' | 'intentId'>) => {
    const done = await movePayment(platform.db, payment.id, { ...move, via, intentId: intent.id });
    return outcome(done.payment, !done.moved);
  };
  switch (intent.status) {
    case 'captured': {
      const { moved, payment: now, unwanted } = await capture(platform, payment, intent, via);
      if (!moved && now.intentId !== null && now.intentId !== intent.id) await payBackExtra(platform, now, intent);
      return outcome(now, !moved, moved ? unwanted : await wasUnwanted(platform.db, now.id));
    }
    case 'authorised': {
      const done = await platform.db.transaction().execute(async (tx) => {
        const authorised = { event: 'authorise', attemptState: 'succeeded', via, intentId: intent.id } as const;
        const moved = await movePayment(tx, payment.id, authorised);
        if (moved.moved) await holdAuthorised(tx, platform, moved.payment);
        return moved;
      });
      return outcome(done.payment, !done.moved);
    }
    case 'requires_action':
      return step({ event: 'need-action', attemptState: 'action' });
    case 'voided': {
      const done = await platform.db
        .transaction()
        .execute((tx) => giveUp(tx, platform, payment.id, { via, intentId: intent.id, attemptState: 'failed' }));
      return outcome(done.payment, !done.moved);
    }
    case 'processing':
      return outcome(payment, false);
    case 'waiting': {
      // An event about an earlier attempt does not affect the current one.
      if (via === 'event' && attempt?.state !== 'action') return outcome(payment, false);
      const { refused } = intent;
      if (refused && refused.kind !== 'network_down_retry')
        return refuse(platform, payment, attempt, { ...refused, intentId: intent.id }, via);
      return step({
        event: 'no-answer',
        attemptId: attempt?.id ?? null,
        attemptState: 'failed',
        kind: 'network_down_retry',
        code: refused?.code ?? 'not_received',
      });
    }
  }
}

/** A definitive decline. The payer may try again with the same payment. */
export async function refuse(
  platform: Platform,
  payment: Payment,
  attempt: Attempt | null,
  refused: {
    readonly kind: NonNullable<Payment['errorKind']>;
    readonly code: string;
    readonly intentId: string | null;
  },
  via: Via,
): Promise<PaymentOutcome> {
  const { kind, code, intentId } = refused;
  const move: Move = {
    event: kind === 'network_down_retry' ? 'no-answer' : 'refuse',
    attemptState: 'failed',
    attemptId: attempt?.id ?? null,
    kind,
    code,
    via,
    intentId,
    detail: { code },
  };
  const subject = subjectFor(payment);
  const act = async (db: Db) => {
    const done = await movePayment(db, payment.id, move);
    if (!done.moved) return done;
    if (kind === 'revoked_payment_method' && attempt?.storedMethodId)
      await markMethodRemoved(db, attempt.storedMethodId);
    if (move.event === 'refuse') await subject.failed?.(db, platform, done.payment, kind);
    return done;
  };
  const done = await platform.db.transaction().execute(act);
  if (kind === 'unknown')
    platform.log.warn({ payment: payment.id, reason: code }, 'a card was refused without a reason');
  return { payment: done.payment, action: null, card: null, already: !done.moved, unwanted: false };
}

async function capture(
  platform: Platform,
  payment: Payment,
  intent: Intent,
  via: Via,
): Promise<{ moved: boolean; payment: Payment; unwanted: boolean }> {
  const run = async (tx: Tx) => {
    const facts = { via, intentId: intent.id, capturedMinor: intent.capturedMinor, attemptState: 'succeeded' as const };
    let done = await movePayment(tx, payment.id, { ...facts, event: 'capture' });
    if (!done.moved && done.payment.state === 'voided')
      done = await movePayment(tx, payment.id, { ...facts, event: 'capture-late' });
    if (!done.moved) return { ...done, unwanted: false };
    await at('settling');
    const unwanted = await book(tx, platform, done.payment);
    if (done.attempt?.saveMethod) await storeUsedMethod(tx, done.payment, intent);
    return { ...done, unwanted };
  };
  const done = await retryOnDeadlock(platform.db, run);
  await at('settled');
  return done;
}

/**
 * The subject performs its transition and returns the counter entries; the cash side is posted here. True if the
 * subject rejects the money.
 */
async function book(tx: Tx, platform: Platform, payment: Payment): Promise<boolean> {
  const { currency, amountMinor } = payment.amount;
  const booking = await subjectFor(payment).settle(tx, platform, payment);
  const cash = { account: platformAccount('cash', currency), amountMinor };
  const owed = { account: platformAccount('payable', currency), amountMinor: -amountMinor };
  const unwanted = booking === 'unwanted';
  await postCaptured(tx, payment, {
    key: `payment:${payment.id}:captured`,
    kind: 'payment.captured',
    subject: payment.subject,
    at: platform.clock.now(),
    legs: merged([cash, ...(unwanted ? [owed] : booking.legs)]),
    detail: { payment: payment.id },
    ...(unwanted
      ? { memo: 'paid for something that had been closed; goes back' }
      : { memo: booking.memo, rate: booking.rate, beyondLimits: booking.beyondLimits }),
  });
  if (unwanted)
    await tx
      .insertInto('payment_refunds')
      .values({
        payment_id: payment.id,
        request_key: 'unwanted',
        amount_minor: amountMinor,
        reason: 'The purchase was closed before the payment arrived.',
        detail: JSON.stringify({ unwanted: true }),
        look_at: platform.clock.now(),
      })
      .execute();
  return unwanted;
}

async function wasUnwanted(db: Db, paymentId: number): Promise<boolean> {
  const back = db.selectFrom('payment_refunds').select('id').where('payment_id', '=', paymentId);
  return (await back.where('request_key', '=', 'unwanted').executeTakeFirst()) !== undefined;
}

/**
 * A second charge for a paid subject can only result from a failure of the provider's idempotency. It is refunded in
 * full.
 */
async function payBackExtra(platform: Platform, payment: Payment, intent: Intent): Promise<void> {
  platform.log.error({ payment: payment.id, intent: intent.id }, 'charged a second time for the same; it goes back');
  await platform.payments?.refund({
    key: `extra.${intent.id}`,
    reference: `extra.${intent.id}`,
    intentId: intent.id,
    amount: payment.amount,
  });
}

/** The charge must match the request; a difference is left to staff and reported by reconciliation. */
function requireSame(payment: Payment, intent: Intent): void {
  const { amountMinor, currency } = payment.amount;
  const differs =
    intent.amountMinor !== amountMinor ||
    intent.currency !== currency ||
    (intent.status === 'captured' && intent.capturedMinor !== amountMinor);
  if (differs)
    throw new Error(
      `payment ${payment.id} is ${amountMinor} ${currency}, but ${intent.id} says ${intent.capturedMinor || intent.amountMinor} ${intent.currency}`,
    );
}
