import type { Money } from '@tuneport/domain/money/money';
import type { Db } from '../../platform/db/db.ts';
import type { PaymentProvider } from '../../platform/payments/provider.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type CardClients, cardTriesMax } from './card-tries.ts';
import type { Payer, Payment, Prepared } from './payment.ts';
import { callPreparePayment } from './queries.ts';

/** A token from the provider's form in the browser, or a stored method. */
export type ChosenMethod =
  | { readonly token: string; readonly keep?: boolean | undefined }
  | { readonly storedMethodId: number };

export type PaymentInput = {
  /** `order:17`; the kind before the colon is registered by the area that settles it. */
  readonly subject: `${string}:${string | number}`;
  readonly payer: Payer;
  readonly amount: Money;
  readonly method: ChosenMethod;
  /** 'later' only authorises the amount. */
  readonly capture?: 'now' | 'later';
  /** The clients for whom declined cards are counted; absent if none are counted. */
  readonly clients?: CardClients;
};

/**
 * Stores the attempt before the provider is called. One statement, which locks the payment, so the caller must not hold
 * the subject's row lock (settling locks the payment first, then the subject). An unresolved attempt with another card
 * is returned as `busy`.
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
    saveMethod: !stored && (method.keep ?? false) && input.payer !== 'guest',
    capture: input.capture ?? 'now',
    clients: input.clients ?? [],
    triesMax: cardTriesMax,
  });
  switch (problem) {
    case 'paid':
      throw alreadyPaid(payment);
    case 'changed':
      throw new Refusal('conflict', { message: 'The amount due has changed. Review it before you pay.' });
    case 'method':
      throw new Refusal('not_found', { message: 'This payment method is no longer saved. Choose another one.' });
    case 'tries':
      throw new Refusal('conflict', {
        message: `Too many cards were declined for this purchase. You have not been charged. Order again later, or contact us.`,
      });
    case 'client':
      throw new Refusal('too_many_requests', {
        retryAfterS: 3600,
        message:
          'Too many cards were declined in the last hour. You have not been charged. Try again later, or contact us.',
      });
    default:
      if (!attempt) throw new Error('a payment without an attempt');
      return { payment, attempt, busy: problem === 'busy' };
  }
}

export const alreadyPaid = (payment: Payment) =>
  new Refusal('already_committed', { current: { payment_id: payment.id, state: payment.state } });
