import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { grantedMs } from '../../testing/waiting/granted-time.ts';
import { readConfig } from '../config.ts';
import { pagePolicy } from '../http/pages/page-policy.ts';
import { makeBreaker } from './breaker.ts';
import { type PayRequest, ProviderRefused, ProviderSilent } from './provider.ts';
import { sign, verifySignature } from './signature.ts';
import { openStripe } from './stripe.ts';

const silent = () => Promise.reject(new ProviderSilent('no answer'));

test('the circuit breaker opens after five consecutive timeouts, waits, and one request decides whether it closes', async () => {
  let now = 0;
  const breaker = makeBreaker({ nowMs: () => now });
  for (let n = 0; n < 5; n += 1) await expect(breaker.run(silent)).rejects.toThrow('no answer');
  expect(breaker.open).toBe(true);
  await expect(breaker.run(async () => 'there')).rejects.toThrow('lately');
  now = 5_001;
  await expect(breaker.run(silent)).rejects.toThrow('no answer');
  expect(breaker.open).toBe(true);
  now = 10_100;
  expect(await breaker.run(async () => 'there')).toBe('there');
  expect(breaker.open).toBe(false);
});

test('a refusal is a response and closes the circuit breaker again', async () => {
  const breaker = makeBreaker();
  for (let n = 0; n < 4; n += 1) await breaker.run(silent).catch(() => {});
  await breaker.run(() => Promise.reject(new ProviderRefused({ kind: 'unknown', code: 'x' }))).catch(() => {});
  for (let n = 0; n < 4; n += 1) await breaker.run(silent).catch(() => {});
  expect(breaker.open).toBe(false);
});

test('a half-open circuit breaker lets one request through and refuses the others immediately', async () => {
  let now = 0;
  const breaker = makeBreaker({ nowMs: () => now });
  for (let n = 0; n < 5; n += 1) await breaker.run(silent).catch(() => {});
  now = 6_000;
  let calls = 0;
  const slow = () => {
    calls += 1;
    return new Promise<string>((resolve) => setTimeout(() => resolve('there'), 20));
  };
  const answers = await Promise.allSettled([breaker.run(slow), breaker.run(slow), breaker.run(slow)]);
  expect(calls).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('a signature covers the raw bytes: two texts that decode equally differ', () => {
  const now = new Date();
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  const other = Buffer.from([0x7b, 0xfe, 0x7d]);
  expect(bytes.toString('utf8')).toBe(other.toString('utf8'));
  const header = sign(bytes, 'secret', now);
  expect(() => verifySignature(bytes, header, ['secret'], now)).not.toThrow();
  expect(() => verifySignature(other, header, ['secret'], now)).toThrow('not valid');
});

test('a signature is valid for 300 seconds, and never without a secret', () => {
  const bytes = Buffer.from('{}');
  const at = new Date(1_800_000_000_000);
  const header = sign(bytes, 'secret', at);
  const later = (s: number) => new Date(at.getTime() + s * 1000);
  expect(() => verifySignature(bytes, header, ['new', 'secret'], later(300))).not.toThrow();
  expect(() => verifySignature(bytes, header, ['secret'], later(301))).toThrow('too long ago');
  expect(() => verifySignature(bytes, header, ['secret'], later(-301))).toThrow('too long ago');
  expect(() => verifySignature(bytes, header, [], at)).toThrow('not valid');
});

test('a connection attempt ends after its timeout', async () => {
  // Listens with a full backlog of one: further connections hang.
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', 1, () => done()));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  const stripe = openStripe(
    {
      provider: 'stripe',
      baseUrl: `http://127.0.0.1:${port}`,
      secretKey: 'sk',
      publicKey: undefined,
      webhookSecrets: [],
    },
    { connectMs: 100, answerMs: 200 },
  );
  const request: PayRequest = {
    key: 'k',
    reference: 'r',
    description: 'd',
    amount: { amountMinor: 1n, currency: 'USD' },
    method: 'pm_card_visa',
    customer: null,
    capture: 'now',
    intentId: null,
    saveMethod: false,
  };
  const start = grantedMs();
  await expect(stripe.pay(request)).rejects.toBeInstanceOf(ProviderSilent);
  // The default timeout would be five seconds.
  expect(grantedMs() - start).toBeLessThan(4_000);
});

test('the test provider is the default on localhost only', () => {
  const provider = (env: Record<string, string>) => readConfig(env).payment.provider;
  expect(provider({})).toBe('test');
  expect(provider({ PUBLIC_ORIGIN: 'https://shop.example' })).toBe('off');
  expect(provider({ PUBLIC_ORIGIN: 'https://shop.example', PAYMENT_PROVIDER: 'test' })).toBe('test');
  expect(provider({ PAYMENT_PROVIDER: 'stripe', PAYMENT_SECRET_KEY: 'sk' })).toBe('stripe');
  expect(() => provider({ PAYMENT_PROVIDER: 'stripe' })).toThrow('PAYMENT_SECRET_KEY');
  expect(() =>
    provider({ PAYMENT_PROVIDER: 'stripe', PAYMENT_SECRET_KEY: 'sk', PAYMENT_BASE_URL: 'https://a.example/path' }),
  ).toThrow('PAYMENT_BASE_URL');
});

test('the page policy allows Stripe scripts and frames only where Stripe is enabled', () => {
  const off = pagePolicy([], { googleAnalytics: false, metaPixel: false });
  expect(off).not.toContain('stripe');
  const on = pagePolicy([], { googleAnalytics: false, metaPixel: false, stripe: true });
  expect(on).toContain("script-src 'self' https://js.stripe.com");
  expect(on).toMatch(/frame-src 'self' https:\/\/js\.stripe\.com/);
  expect(on).toMatch(/connect-src 'self' https:\/\/api\.stripe\.com/);
  expect(on).not.toContain('unsafe');
});
