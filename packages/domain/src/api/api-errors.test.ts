import { describe, expect, test } from 'vitest';
import { type ApiError, classify } from './api-errors.ts';
import { paymentErrorKinds, paymentErrorLabels } from './error-texts.ts';

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  classify({ status, body, headers: new Headers(headers) });
const unknown = 'An unknown error occurred. Please try again later.';

function as<K extends ApiError['kind']>(error: ApiError, kind: K): Extract<ApiError, { kind: K }> {
  expect(error.kind).toBe(kind);
  return error as Extract<ApiError, { kind: K }>;
}

describe('classification by status', () => {
  test('401 is unauthenticated (S373)', () => expect(answer(401).kind).toBe('unauthenticated'));
  test('403 is forbidden (S374)', () => expect(answer(403).kind).toBe('forbidden'));
  test('404 is not found (S375)', () => expect(answer(404).kind).toBe('not_found'));
  test('422 carries a map from field to messages and is classified as field errors (S376)', () => {
    const errors = { email: ['Enter an e-mail address.'], name: ['Name is required.', 'Name is too short.'] };
    expect(as(answer(422, { code: 'invalid_fields', message: '', errors }), 'field_errors').fields).toEqual(errors);
  });
  test('409 carries an error code (S377)', () =>
    expect(as(answer(409, { code: 'already_committed' }), 'conflict').code).toBe('already_committed'));
  test('402 carries code and message (S378)', () => {
    const error = as(answer(402, { code: 'avs_cvv', message: 'CVC check failed' }), 'payment');
    expect([error.code, error.detail]).toEqual(['avs_cvv', 'CVC check failed']);
  });
  test('421 is a region mismatch when the known-error header says so, and names the region (S379)', () => {
    const headers = { 'x-known-error': 'region_mismatch', 'x-region': '2' };
    expect(as(answer(421, {}, headers), 'region_mismatch').region).toBe(2);
    expect(as(answer(421, {}, { ...headers, 'x-region': '9' }), 'region_mismatch').region).toBeNull();
    expect(answer(421).kind).toBe('unknown');
    expect(answer(421, {}, { 'x-known-error': 'other' }).kind).toBe('unknown');
    expect(answer(400, {}, headers).kind).toBe('unknown');
  });
  test('412 is a stale save', () => expect(answer(412, { code: 'stale_record' }).kind).toBe('stale'));
});

describe('the text for 422', () => {
  const errors = { b: ['Zip is wrong.', 'Same.'], a: ['Same.', 'Name is required.'] };
  const error = as(answer(422, { errors }), 'field_errors');
  test('starts with the heading (S380)', () =>
    expect(error.message.startsWith('Some fields were not correct:')).toBe(true));
  test('contains each message once (S381)', () =>
    expect(error.messages.filter((text) => text === 'Same.')).toHaveLength(1));
  test('sorts the messages (S382)', () => {
    expect(error.messages).toEqual(['Name is required.', 'Same.', 'Zip is wrong.']);
    expect(error.message).toBe('Some fields were not correct:\nName is required.\nSame.\nZip is wrong.');
  });
  test('a 422 without readable messages is an unknown error without the heading', () => {
    for (const body of [
      null,
      {},
      'text',
      [],
      { errors: null },
      { errors: [] },
      { errors: { a: 'x' } },
      { errors: { a: [1] } },
    ])
      expect(answer(422, body)).toMatchObject({ kind: 'unknown', message: unknown });
  });
});

describe('the texts for 409', () => {
  test.each([
    [
      'S383',
      'dealer_hit_credit_limit',
      'This purchase exceeds a credit limit. Please confirm the current account balance.',
    ],
    ['S384', 'already_committed', 'It seems like this purchase has already been completed.'],
    [
      'S385',
      'shipping_tier_not_supported_for_destination',
      'The specified shipping tier cannot be used for this destination.',
    ],
    ['S386', 'no_shipping_for_destination', 'No shipping could be found for your address.'],
    [
      'S387',
      'dealer_missing_billing_info',
      'Billing information must be setup on this dealer account before proceeding.',
    ],
  ])('%s %s is word for word', (_id, code, text) => expect(answer(409, { code, message: 'other' }).message).toBe(text));
  test('an unknown code is an unknown error, whatever its message (S393)', () => {
    for (const code of ['new_code', 'toString', '', undefined, 7])
      expect(answer(409, { code, message: 'from afar' })).toMatchObject({ kind: 'conflict', message: unknown });
  });
  test('a page can add messages for its own codes', () => {
    const given = { status: 409, body: { code: 'already_exists' }, headers: new Headers() };
    expect(classify(given, { already_exists: 'This already exists.' }).message).toBe('This already exists.');
  });
});

test('any other error is an unknown error (S393)', () => {
  for (const status of [0, 400, 405, 418, 429, 500, 502, 503])
    expect(answer(status, '<html>gateway</html>')).toMatchObject({ kind: 'unknown', message: unknown });
});

describe('payment errors', () => {
  test.each([
    ['S394', 'network_down_retry'],
    ['S395', 'avs_cvv'],
    ['S396', 'duplicate'],
    ['S397', 'card_expired'],
    ['S398', 'revoked_payment_method'],
    ['S399', 'unknown'],
  ] as const)('%s %s is recognised', (_id, kind) =>
    expect(as(answer(402, { code: kind, message: 'm' }), 'payment').payment).toBe(kind),
  );
  test('any other kind is classified as unknown (S400)', () => {
    for (const code of ['insufficient_funds', '', null, 'AVS_CVV'])
      expect(as(answer(402, { code }), 'payment').payment).toBe('unknown');
  });
  test('each kind has its own text (S401)', () => {
    const texts = paymentErrorKinds.map((code) => answer(402, { code }).message);
    expect(new Set(texts).size).toBe(6);
    expect(texts).toEqual(paymentErrorKinds.map((kind) => paymentErrorLabels[kind]));
  });
});
