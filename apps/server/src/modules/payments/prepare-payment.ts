import type { Money } from '@tuneport/domain/money/money';
import type { Db } from '../../platform/db/db.ts';
import type { PaymentProvider } from '../../platform/payments/provider.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type CardClients, cardTriesMax } from './card-tries.ts';
import type { Payer, Payment, Prepared } from './payment.ts';
import { callPreparePayment } from './queries.ts';

/** A token the payer's browser got from the provider, or a method stored before. */
export type ChosenMethod =
  | { readonly token: string; readonly keep?: boolean | undefined }
  | { readonly storedMethodId: number };

export type PaymentInput = {
  /** `order:17`; the kind before the colon is registered by the area that settles it. */
  readonly subject: `${string}:${string | number}`;
  readonly payer: Payer;
  readonly amount: Money;
  readonly method: ChosenMethod;
  /** 'later' only reserves the amount. */
  readonly capture?: 'now' | 'later';
  /** Whose refused cards are counted together; left out where none are counted. */
  readonly clients?: CardClients;
};

/**
 * Writes the attempt before anybody is asked. One statement; takes the lock of the payment, so do not hold the subject's row when
 * calling it (settling locks the payment first and the subject second). A try with another card that has no answer yet comes back
 * as `busy`.
 */
export async function preparePayment(
  db: Db,
  provider: PaymentProvider,
  input: PaymentInput,
): Promise<Prepared & { readonly busy: boolean }> {
  const { method } = input;
  const stored = 'storedMethodId' in method;
  const { problem, payment, attempt } = await callPreparePayment(db, {
    subject: input.subject,
    payer: input.payer,
    amountMinor: input.amount.amountMinor,
    currency: input.amount.currency,
    provider: provider.name,
    method: stored ? null : method.token,
    storedMethodId: stored ? method.storedMethodId : null,
    keepMethod: !stored && (method.keep ?? false) && input.payer !== 'guest',
    capture: input.capture ?? 'now',
    clients: input.clients ?? [],
    triesMax: cardTriesMax,
  });
  switch (problem) {
    case 'paid':
      throw alreadyPaid(payment);
    case 'changed':
      throw new Refusal('conflict', { message: 'The sum to pay has changed. Look at it again before paying.' });
    case 'method':
      throw new Refusal('not_found', { message: 'This payment method is not stored any more. Choose another one.' });
    case 'tries':
      throw new Refusal('conflict', {
        message: `Too many cards were refused for this purchase. Nothing was charged. Order again later, or write to us.`,
      });
    case 'client':
      throw new Refusal('too_many_requests', {
        retryAfterS: 3600,
        message: 'Too many cards were refused within the hour. Nothing was charged. Try again later, or write to us.',
      });
    default:
      if (!attempt) throw new Error('a payment without an attempt');
      return { payment, attempt, busy: problem === 'busy' };
  }
}

export const alreadyPaid = (payment: Payment) =>
  new Refusal('already_committed', { current: { payment_id: payment.id, state: payment.state } });
