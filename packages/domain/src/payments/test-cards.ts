import type { PaymentErrorKind } from '../api/error-texts.ts';

/**
 * Cards of the built-in test provider. The browser maps a number to its token and sends only the token; other numbers
 * are never sent.
 */
export type TestCard = {
  readonly number: string;
  readonly token: string;
  readonly brand: string;
  readonly what: string;
  readonly refuses: PaymentErrorKind | null;
};

export const testCards = [
  { number: '4242424242424242', token: 'test_ok', brand: 'visa', what: 'Charged immediately', refuses: null },
  { number: '5555555555554444', token: 'test_ok_2', brand: 'mastercard', what: 'Charged immediately', refuses: null },
  {
    number: '4000000000003220',
    token: 'test_3d',
    brand: 'visa',
    what: 'Requires authentication by the bank',
    refuses: null,
  },
  {
    number: '4000000000000119',
    token: 'test_network_down_retry',
    brand: 'visa',
    what: 'Fails on the first try, charged on the second',
    refuses: 'network_down_retry',
  },
  {
    number: '4000000000000127',
    token: 'test_avs_cvv',
    brand: 'visa',
    what: 'Address or security code does not match',
    refuses: 'avs_cvv',
  },
  {
    number: '4000000000000101',
    token: 'test_duplicate',
    brand: 'visa',
    what: 'Declined as a duplicate payment',
    refuses: 'duplicate',
  },
  {
    number: '4000000000000069',
    token: 'test_card_expired',
    brand: 'visa',
    what: 'Expired card',
    refuses: 'card_expired',
  },
  {
    number: '4000000000009979',
    token: 'test_revoked_payment_method',
    brand: 'visa',
    what: 'Revoked by the bank',
    refuses: 'revoked_payment_method',
  },
  {
    number: '4000000000000002',
    token: 'test_unknown',
    brand: 'visa',
    what: 'Declined without a reason',
    refuses: 'unknown',
  },
  {
    number: '4000000000000259',
    token: 'test_slow',
    brand: 'visa',
    what: 'Charged after two seconds',
    refuses: null,
  },
  {
    number: '4000000000000341',
    token: 'test_charged_no_answer',
    brand: 'visa',
    what: 'Charged, but the response is lost; settled within a minute',
    refuses: 'network_down_retry',
  },
] as const satisfies readonly TestCard[];

const digits = (typed: string) => typed.replace(/[\s-]/g, '');

export const testCardOf = (typed: string): TestCard | null =>
  testCards.find(({ number }) => number === digits(typed)) ?? null;

export const testCardByToken = (token: string): TestCard | null =>
  testCards.find((card) => card.token === token) ?? null;

/** Formats a card number as '4242 4242 4242 4242'. */
export const groupedNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
