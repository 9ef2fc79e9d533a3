import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';

/** Card input of a payment request: a token from the browser's form, or a stored method. Never card data. */
export type CardChoice = { token: string; keep: boolean } | { payment_method_id: number };

/** The payment in the response of a payment request. */
export type PaymentResult = NonNullable<CallReply<'POST /order/:id/payment'>['payment']>;

export type StoredMethod = CallReply<'GET /stripe-payment-methods'>[number];
export type PaymentSettings = CallReply<'GET /payment-method-settings'>;

/** The card fields of the test provider or of Stripe. */
export type CardEntry = {
  /** Tokenizes the typed card in the browser; returns an error message if that fails. */
  token(): Promise<{ token: string } | { problem: string }>;
  /** Runs bank authentication; returns the choice to continue with, or an error message. */
  answer(clientSecret: string | null, choice: CardChoice): Promise<{ choice: CardChoice } | { problem: string }>;
};

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};
const brandName = (brand: string): string => brands[brand] ?? t('Card');

export const methodName = ({ brand, last_four }: StoredMethod): string =>
  t('{brandName} ending in {last_four}', { brandName: brandName(brand), last_four });

export const expiryText = ({ exp_month, exp_year }: StoredMethod): string =>
  exp_month && exp_year ? t('expires {date}', { date: `${String(exp_month).padStart(2, '0')}/${exp_year}` }) : '';

/** Idempotency keys: the same choice retried after a network error reuses its key, another choice gets a new one. */
export function createKeys(make: () => string) {
  let last: { for: string; key: string } | null = null;
  return {
    keyFor(choice: CardChoice): string {
      const name = JSON.stringify(choice);
      if (last?.for !== name) last = { for: name, key: make() };
      return last.key;
    },
    /** A response arrived: the next request gets a new key, even with the same card. */
    answered(): void {
      last = null;
    },
  };
}
