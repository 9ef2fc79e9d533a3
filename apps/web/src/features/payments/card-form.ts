import type { CallReply } from '@tuneport/contract/index';

/** What a call that pays takes: a token from the browser's form, or a stored method. Never a card. */
export type CardChoice = { token: string; keep: boolean } | { payment_method_id: number };

/** What a call that pays answers about the payment. */
export type PaymentResult = NonNullable<CallReply<'POST /order/:id/payment'>['payment']>;

export type StoredMethod = CallReply<'GET /stripe-payment-methods'>[number];
export type PaymentSettings = CallReply<'GET /payment-method-settings'>;

/** The part of the form that knows about cards: the test provider's or Stripe's. */
export type CardEntry = {
  /** Turns what was typed into a token, in this browser; a sentence when it cannot. */
  token(): Promise<{ token: string } | { problem: string }>;
  /** The bank's question; answers the token to go on with, or a sentence. */
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
export const brandName = (brand: string): string => brands[brand] ?? 'Card';

export const methodName = ({ brand, last_four }: StoredMethod): string => `${brandName(brand)} ending in ${last_four}`;

export const expiryText = ({ exp_month, exp_year }: StoredMethod): string =>
  exp_month && exp_year ? `expires ${String(exp_month).padStart(2, '0')}/${exp_year}` : '';

/** One key for one wish: the same choice sent again after a broken line is the same payment, another choice is another call. */
export function createKeys(make: () => string) {
  let last: { for: string; key: string } | null = null;
  return {
    keyFor(choice: CardChoice): string {
      const name = JSON.stringify(choice);
      if (last?.for !== name) last = { for: name, key: make() };
      return last.key;
    },
    /** The call was answered: the next one is new, even with the same card. */
    answered(): void {
      last = null;
    },
  };
}
