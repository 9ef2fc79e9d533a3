import { money } from '@tuneport/domain/money/money';
import { testCards } from '@tuneport/domain/payments/test-cards';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { makeLog } from '../../platform/log.ts';
import { makeProbes, passTime, probeOf } from '../../testing/money/payments.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { balanceOf } from '../ledger/index.ts';
import {
  type PaymentInput,
  paymentOfSubject,
  points,
  refundable,
  refundPayment,
  sweepPayments,
  takePayment,
  voidPayment,
} from './index.ts';

let server: TestServer;
let db: Db;
let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

beforeAll(async () => {
  server = await testServer();
  db = server.db;
  await makeProbes(db);
});
afterAll(() => server.close());
afterEach(() => {
  delete points.reach;
});

const inputFor = (token: string, more: Partial<PaymentInput> = {}): PaymentInput => ({
  subject: `probe:${next()}`,
  payer: 'guest',
  amount: money(12_345n, 'CAD'),
  method: { token },
  ...more,
});
const pay = (input: PaymentInput) => takePayment(server.platform, input);
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ status: 200, code: 'none' }),
    (error: { status: number; code: string }) => ({ status: error.status, code: error.code }),
  );
const charges = async (subject: string) => {
  const payment = await paymentOfSubject(db, subject);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from test_provider.journal where reference = ${payment?.uuid} and kind in ('charge', 'capture')`.execute(
    db,
  );
  return rows[0]?.n;
};
const history = async (subject: string) => {
  const { rows } = await sql<{ event: string }>`
    select h.event from payment_history h join payments p on p.id = h.payment_id where p.subject = ${subject} order by h.id`.execute(
    db,
  );
  return rows.map(({ event }) => event);
};
const cash = async () => (await balanceOf(db, { kind: 'cash', owner: 'house', unit: 'CAD' })).postedMinor;

describe('a payment with the built-in provider', () => {
  test('is captured, settled and booked exactly once', async () => {
    const before = await cash();
    const input = inputFor('test_ok');
    const { payment, card } = await pay(input);
    expect(payment).toMatchObject({ state: 'captured', capturedMinor: 12_345n, subject: input.subject });
    expect(card).toMatchObject({ brand: 'visa', lastFour: '4242' });
    expect(await probeOf(db, input.subject)).toMatchObject({ settled: 1 });
    expect((await cash()) - before).toBe(12_345n);
    expect(await history(input.subject)).toEqual(['create', 'capture']);
  });

  test('that repeats an already paid one is refused and returns the first payment', async () => {
    const input = inputFor('test_ok');
    const { payment } = await pay(input);
    const second = await pay({ ...input, method: { token: 'test_ok_2' } }).catch((error: unknown) => error);
    expect(second).toMatchObject({
      status: 409,
      code: 'already_committed',
      extra: { current: { payment_id: payment.id } },
    });
    expect(await charges(input.subject)).toBe(1);
  });

  test('is not charged for a different amount of the same subject', async () => {
    const input = inputFor('test_unknown');
    await refusalOf(pay(input));
    const other = await refusalOf(pay({ ...input, amount: money(1n, 'CAD'), method: { token: 'test_ok' } }));
    expect(other).toEqual({ status: 409, code: 'conflict' });
    expect(await charges(input.subject)).toBe(0);
  });

  test.each(testCards.filter(({ refuses }) => refuses))('$number responds 402 $refuses', async ({ token, refuses }) => {
    const input = inputFor(token);
    expect(await refusalOf(pay(input))).toEqual({ status: 402, code: refuses });
    expect(await probeOf(db, input.subject)).not.toMatchObject({ settled: 1 });
  });

  test('is retried with another card after a refusal and captured once', async () => {
    const input = inputFor('test_avs_cvv');
    await refusalOf(pay(input));
    expect((await paymentOfSubject(db, input.subject))?.state).toBe('failed');
    const { payment } = await pay({ ...input, method: { token: 'test_ok' } });
    expect(payment.state).toBe('captured');
    expect(await history(input.subject)).toEqual(['create', 'refuse', 'try-again', 'capture']);
    expect(await charges(input.subject)).toBe(1);
  });

  test('stays created after a network failure, and the same attempt succeeds when retried', async () => {
    const input = inputFor('test_network_down_retry');
    expect(await refusalOf(pay(input))).toEqual({ status: 402, code: 'network_down_retry' });
    expect((await paymentOfSubject(db, input.subject))?.state).toBe('created');
    expect((await pay(input)).payment.state).toBe('captured');
    expect(await charges(input.subject)).toBe(1);
  });

  test('with a 3-D Secure challenge is captured when approved and not when refused', async () => {
    for (const [answer, state] of [
      ['test_3d_approved', 'captured'],
      ['test_3d_refused', 'failed'],
    ] as const) {
      const input = inputFor('test_3d');
      const reply = await pay(input);
      expect(reply).toMatchObject({
        payment: { state: 'requires_action' },
        action: { clientSecret: expect.any(String) },
      });
      await refusalOf(pay({ ...input, method: { token: answer } }));
      expect((await paymentOfSubject(db, input.subject))?.state).toBe(state);
    }
  });

  test('charged without a response is settled by the sweeper, and no charge is duplicated', async () => {
    const input = inputFor('test_charged_no_answer');
    expect(await refusalOf(pay(input))).toEqual({ status: 402, code: 'network_down_retry' });
    await sweepPayments(server.platform);
    expect((await paymentOfSubject(db, input.subject))?.state).toBe('created');
    await passTime(db);
    await sweepPayments(server.platform);
    expect((await paymentOfSubject(db, input.subject))?.state).toBe('captured');
    expect(await probeOf(db, input.subject)).toMatchObject({ settled: 1 });
    expect(await charges(input.subject)).toBe(1);
  });

  test('with another card while the first attempt is unanswered resolves the first attempt before charging', async () => {
    const input = inputFor('test_charged_no_answer');
    await refusalOf(pay(input));
    expect(await refusalOf(pay({ ...input, method: { token: 'test_ok' } }))).toEqual({
      status: 409,
      code: 'already_committed',
    });
    expect(await charges(input.subject)).toBe(1);
    const lost = inputFor('test_network_down_retry');
    await refusalOf(pay(lost));
    expect((await pay({ ...lost, method: { token: 'test_ok' } })).payment.state).toBe('captured');
    expect(await charges(lost.subject)).toBe(1);
  });

  test('abandoned by the sweeper is not charged later because its idempotency key is used up', async () => {
    const input = inputFor('test_network_down_retry');
    await refusalOf(pay(input));
    await passTime(db);
    await sweepPayments(server.platform);
    expect(await charges(input.subject)).toBe(0);
    expect((await paymentOfSubject(db, input.subject))?.state).toBe('created');
    expect((await pay({ ...input, method: { token: 'test_ok' } })).payment.state).toBe('captured');
    expect(await charges(input.subject)).toBe(1);
  });

  test('fifty concurrent requests are one charge and one settlement', async () => {
    const input = inputFor('test_ok');
    const answers = await Promise.all(Array.from({ length: 50 }, () => refusalOf(pay(input))));
    expect(answers.every(({ status, code }) => status === 200 || code === 'already_committed')).toBe(true);
    expect(await charges(input.subject)).toBe(1);
    expect(await probeOf(db, input.subject)).toMatchObject({ settled: 1 });
  });

  test.each(['prepared', 'asked', 'settling', 'settled'] as const)(
    'a process that dies at "%s" is recovered by a retry',
    async (point) => {
      const input = inputFor('test_ok');
      points.reach = (reached) => {
        if (reached === point) throw new Error('killed');
      };
      await expect(pay(input)).rejects.toThrow('killed');
      delete points.reach;
      const again = await refusalOf(pay(input));
      expect(again.status === 200 || again.code === 'already_committed').toBe(true);
      expect(await charges(input.subject)).toBe(1);
      expect(await probeOf(db, input.subject)).toMatchObject({ settled: 1 });
    },
  );

  test.each(['asked', 'settling'] as const)(
    'a process killed at "%s" without a retry is recovered by the sweeper',
    async (point) => {
      const input = inputFor('test_ok');
      points.reach = (reached) => {
        if (reached === point) throw new Error('killed');
      };
      await expect(pay(input)).rejects.toThrow('killed');
      delete points.reach;
      await passTime(db);
      await sweepPayments(server.platform);
      expect(await probeOf(db, input.subject)).toMatchObject({ settled: 1 });
      expect(await charges(input.subject)).toBe(1);
    },
  );

  test('that cannot be settled is logged by its ids, without the method of payment', async () => {
    const input = inputFor('test_ok');
    points.reach = (reached) => {
      if (reached === 'settling') throw new Error('disk full');
    };
    await expect(pay(input)).rejects.toThrow('disk full');
    await passTime(db);
    const lines: string[] = [];
    await sweepPayments({ ...server.platform, log: makeLog('error', { write: (line) => void lines.push(line) }) });
    delete points.reach;
    const payment = await paymentOfSubject(db, input.subject);
    const line = lines.find((one) => one.includes('could not be settled')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ payment: payment?.id, attempt: expect.any(Number) });
    expect(line).not.toContain('test_ok');
    await passTime(db);
    await sweepPayments(server.platform);
  });

  test('a charge for a subject closed in the meantime is refunded automatically, and the ledger balances', async () => {
    const before = await cash();
    const input = inputFor('test_charged_no_answer');
    await refusalOf(pay(input));
    await sql`insert into probes (subject, closed) values (${input.subject}, true) on conflict (subject) do update set closed = true`.execute(
      db,
    );
    await passTime(db);
    await sweepPayments(server.platform);
    await sweepPayments(server.platform);
    expect((await paymentOfSubject(db, input.subject))?.state).toBe('refunded');
    expect(await cash()).toBe(before);
  });

  test('a payment is cancelled with its subject unless it is charged', async () => {
    const open = inputFor('test_3d');
    await pay(open);
    const by = { actorId: null, reason: 'The order was cancelled.' };
    expect((await voidPayment(server.platform, open.subject, by))?.state).toBe('voided');
    const charged = inputFor('test_charged_no_answer');
    await refusalOf(pay(charged));
    expect((await voidPayment(server.platform, charged.subject, by))?.state).toBe('captured');
    expect(await probeOf(db, charged.subject)).toMatchObject({ settled: 1 });
  });

  test('an attempt started while its payment is being cancelled is resolved first', async () => {
    const input = inputFor('test_card_expired');
    await refusalOf(pay(input));
    let asked = 0;
    points.reach = async (point) => {
      if (point !== 'void-asked') return;
      asked += 1;
      if (asked === 1) await refusalOf(pay({ ...input, method: { token: 'test_charged_no_answer' } }));
    };
    const by = { actorId: null, reason: 'The order was cancelled.' };
    expect((await voidPayment(server.platform, input.subject, by))?.state).toBe('captured');
    expect([await probeOf(db, input.subject), asked]).toMatchObject([{ settled: 1 }, 1]);
  });

  test('an attempt started while its payment is being cancelled is voided, also while its 3-D Secure challenge is open', async () => {
    // The provider knows nothing of the first attempt yet.
    const input = inputFor('test_no_such_method');
    await refusalOf(pay(input));
    let asked = 0;
    points.reach = async (point) => {
      if (point !== 'void-asked') return;
      asked += 1;
      if (asked === 1) await pay({ ...input, method: { token: 'test_3d' } });
    };
    const by = { actorId: null, reason: 'The order was cancelled.' };
    expect((await voidPayment(server.platform, input.subject, by))?.state).toBe('voided');
    delete points.reach;
    const { intentId } = (await paymentOfSubject(db, input.subject)) ?? {};
    expect((await server.platform.payments?.retrieve(intentId ?? ''))?.status).toBe('voided');
  });
});

describe('refunds', () => {
  const paid = async () => (await pay(inputFor('test_ok'))).payment;
  const back = (paymentId: number, amountMinor: bigint | 'rest', key: string) =>
    refundPayment(server.platform, {
      paymentId,
      amount: amountMinor === 'rest' ? 'rest' : money(amountMinor, 'CAD'),
      reason: 'Sent back.',
      requestKey: key,
      actorId: null,
    });

  test('in parts never exceed the captured amount, and the ledger follows', async () => {
    const before = await cash();
    const { id, subject } = await paid();
    expect(await back(id, 45n, 'a')).toMatchObject({ state: 'settled', amount: { amountMinor: 45n } });
    expect(await paymentOfSubject(db, subject)).toMatchObject({ state: 'part_refunded' });
    expect(await refusalOf(back(id, 12_301n, 'b'))).toEqual({ status: 422, code: 'invalid_fields' });
    expect(await refusalOf(back(id, 0n, 'c'))).toEqual({ status: 422, code: 'invalid_fields' });
    expect(await back(id, 'rest', 'd')).toMatchObject({ amount: { amountMinor: 12_300n } });
    expect(await paymentOfSubject(db, subject)).toMatchObject({ state: 'refunded' });
    expect(await refusalOf(back(id, 'rest', 'e'))).toEqual({ status: 409, code: 'already_committed' });
    expect(await cash()).toBe(before);
    expect(await probeOf(db, subject)).toMatchObject({ refunds: 2 });
  });

  test('with the same key are one refund; the same key with another amount is refused', async () => {
    const { id } = await paid();
    const [first, second] = await Promise.all([back(id, 100n, 'k'), back(id, 100n, 'k')]);
    expect(second.id).toBe(first.id);
    expect(await refusalOf(back(id, 101n, 'k'))).toEqual({ status: 422, code: 'idempotency_key_reused' });
  });

  test('full and partial at once never exceed the captured amount', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, subject } = await paid();
      const wishes = Array.from({ length: 12 }, (_, n) => back(id, n % 3 === 0 ? 'rest' : 5_000n, `r${n}`));
      await Promise.allSettled(wishes);
      const payment = await paymentOfSubject(db, subject);
      const { rows } = await sql<{ ours: bigint; theirs: bigint }>`
        select (select sum(amount_minor)::bigint from payment_refunds where payment_id = ${id} and state = 'settled') as ours,
          (select sum(amount_minor)::bigint from test_provider.journal where kind = 'refund' and intent = ${payment?.intentId}) as theirs`.execute(
        db,
      );
      expect(rows[0]).toEqual({ ours: 12_345n, theirs: 12_345n });
      expect(payment?.state).toBe('refunded');
      expect(payment && (await refundable(db, payment))).toBe(0n);
    }
  });

  test.each(['refund-prepared', 'refund-asked', 'refund-settling'] as const)(
    'a refund killed at "%s" is paid once by the sweeper',
    async (point) => {
      const { id, subject } = await paid();
      points.reach = (reached) => {
        if (reached === point) throw new Error('killed');
      };
      await expect(back(id, 700n, 'x')).rejects.toThrow('killed');
      delete points.reach;
      await passTime(db);
      await sweepPayments(server.platform);
      const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from test_provider.journal j join payments p on p.intent_id = j.intent where p.id = ${id} and j.kind = 'refund'`.execute(
        db,
      );
      expect(rows[0]?.n).toBe(1);
      expect(await paymentOfSubject(db, subject)).toMatchObject({ state: 'part_refunded' });
    },
  );
});

describe('stored payment methods', () => {
  test('are stored from a token, listed with brand, last four and expiry, and removed (C401 C402 C403)', async () => {
    const user = await server.as({});
    const stored = await user.call('POST /stripe-payment-methods', { body: { token: 'test_ok' } });
    expect(stored.status).toBe(201);
    expect(stored.body).toMatchObject({ brand: 'visa', last_four: '4242', exp_month: 12 });
    const { body } = await user.call('GET /stripe-payment-methods');
    expect(body).toEqual([stored.body]);
    const other = await server.as({});
    expect((await other.call('DELETE /stripe-payment-methods/:id', { params: { id: stored.body.id } })).status).toBe(
      404,
    );
    expect((await user.call('DELETE /stripe-payment-methods/:id', { params: { id: stored.body.id } })).status).toBe(
      204,
    );
    expect((await user.call('GET /stripe-payment-methods')).body).toEqual([]);
  });

  test('fifty concurrent replays of one key store one card and get one response; another body with that key is refused', async () => {
    const user = await server.as({});
    const idempotencyKey = 'fifty-at-once';
    const body = { token: 'test_ok' };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => user.call('POST /stripe-payment-methods', { body, idempotencyKey })),
    );
    for (const reply of replies) expect(reply).toMatchObject({ status: 201, body: replies[0]?.body });
    expect((await user.call('GET /stripe-payment-methods')).body).toHaveLength(1);
    const other = { body: { token: 'test_ok_2' }, idempotencyKey };
    expect((await user.call('POST /stripe-payment-methods', other)).body).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('a card the bank refuses responds 402, a raw card number 422 (C402)', async () => {
    const user = await server.as({});
    const refused = await user.call('POST /stripe-payment-methods', { body: { token: 'test_card_expired' } });
    expect(refused).toMatchObject({ status: 402, body: { code: 'card_expired' } });
    for (const token of ['4242424242424242', '4242 4242 4242 4242', ''])
      expect((await user.call('POST /stripe-payment-methods', { body: { token } })).status).toBe(422);
  });

  test('of a dealer are visible to its managers only; others get 404 for that dealer', async () => {
    const manager = await server.as({});
    const member = await server.as({});
    const dealer = await server.make.dealer({ managers: [manager.userId ?? 0], members: [member.userId ?? 0] });
    const stored = await manager.call('POST /stripe-payment-methods', {
      body: { token: 'test_ok', dealer: dealer.slug },
    });
    expect(stored.status).toBe(201);
    expect((await manager.call('GET /stripe-payment-methods', { query: { dealer: dealer.id } })).body).toHaveLength(1);
    expect((await manager.call('GET /stripe-payment-methods')).body).toHaveLength(0);
    expect((await member.call('GET /stripe-payment-methods', { query: { dealer: dealer.slug } })).status).toBe(404);
    expect((await member.call('DELETE /stripe-payment-methods/:id', { params: { id: stored.body.id } })).status).toBe(
      404,
    );
  });

  test('pay for their owner only, and one revoked by the bank is removed', async () => {
    const user = await server.as({});
    const payer = `user:${user.userId ?? 0}` as const;
    const ok = await user.call('POST /stripe-payment-methods', { body: { token: 'test_ok' } });
    const revoked = await user.call('POST /stripe-payment-methods', { body: { token: 'test_revoked_payment_method' } });
    const byOther = inputFor('', { payer: 'user:999999', method: { storedMethodId: ok.body.id } });
    expect(await refusalOf(pay(byOther))).toEqual({ status: 404, code: 'not_found' });
    const input = inputFor('', { payer, method: { storedMethodId: revoked.body.id } });
    expect(await refusalOf(pay(input))).toEqual({ status: 402, code: 'revoked_payment_method' });
    expect((await user.call('GET /stripe-payment-methods')).body.map(({ id }) => id)).toEqual([ok.body.id]);
    expect((await pay({ ...input, method: { storedMethodId: ok.body.id } })).payment.state).toBe('captured');
  });

  test('are saved only when the payer asks for it', async () => {
    const user = await server.as({});
    const payer = `user:${user.userId ?? 0}` as const;
    await pay(inputFor('test_ok', { payer }));
    expect((await user.call('GET /stripe-payment-methods')).body).toHaveLength(0);
    await pay(inputFor('', { payer, method: { token: 'test_ok_2', keep: true } }));
    expect((await user.call('GET /stripe-payment-methods')).body).toMatchObject([
      { brand: 'mastercard', last_four: '4444' },
    ]);
  });
});

describe('payment-method-settings (C400)', () => {
  test('return the active provider publicly and no secrets', async () => {
    const { body, status } = await server.anonymous.call('GET /payment-method-settings', {
      query: { currency: 'cad' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ provider: 'test', public_key: null, methods: [{ kind: 'card', currencies: ['CAD'] }] });
    const unknown = await server.anonymous.call('GET /payment-method-settings', { query: { currency: 'XXX' } });
    expect(unknown.body.methods).toEqual([]);
  });

  test('on a public site accept no card unless a provider is configured', async () => {
    const site = await testServer({ PUBLIC_ORIGIN: 'https://tuneport.example' });
    try {
      expect(site.platform.payments).toBeNull();
      const { body } = await site.anonymous.call('GET /payment-method-settings');
      expect(body).toEqual({ provider: null, public_key: null, methods: [] });
      await expect(takePayment(site.platform, inputFor('test_ok'))).rejects.toMatchObject({ code: 'payments_off' });
    } finally {
      await site.close();
    }
  });
});
