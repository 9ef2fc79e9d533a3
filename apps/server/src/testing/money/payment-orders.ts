import { money } from '@tuneport/domain/money/money';
import {
  type PaymentInput,
  type Point,
  paymentOfSubject,
  points,
  sweepPayments,
  takePayment,
} from '../../modules/payments/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Fault } from '../servers/stripe-server.ts';
import { passTime, probeOf, type StripeSetup, webhookSecret } from './payments.ts';

// Every order of {confirm, event, second event, retry}, partly concurrent, with a provider fault or a process crash
// somewhere. The result must always be one capture and one settlement, and a matching ledger. Shared by the tests and
// the soak run.

type Step = 'confirm' | 'event' | 'event-again' | 'retry';
const steps: readonly Step[] = ['confirm', 'event', 'event-again', 'retry'];

const faults: readonly Fault['how'][] = [
  'silent-before',
  'silent-after',
  'reset-before',
  'reset-after',
  '500-before',
  '500-after',
];
const crashes: readonly Point[] = ['prepared', 'asked', 'settling', 'settled', 'event-kept'];

export type OrdersReport = { runs: number; faults: number; crashes: number; wrong: string[] };

export function chanceOf(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

export async function paymentOrders(
  setup: StripeSetup,
  { runs, seed }: { runs: number; seed: number },
): Promise<OrdersReport> {
  const chance = chanceOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const orders = permutations(steps);
  const report: OrdersReport = { runs: 0, faults: 0, crashes: 0, wrong: [] };
  for (let run = 0; run < runs; run += 1) {
    const order = orders[run % orders.length] ?? [...steps];
    const name = `probe:orders-${seed}-${run}` as const;
    const outcome = await oneRun(setup, name, order, { chance, pick, report });
    if (outcome) report.wrong.push(`${name} ${order.join(' → ')}: ${outcome}`);
    report.runs += 1;
  }
  return report;
}

type Dice = { chance: () => number; pick: <T>(list: readonly T[]) => T; report: OrdersReport };

async function oneRun(
  setup: StripeSetup,
  subject: `probe:${string}`,
  order: readonly Step[],
  dice: Dice,
): Promise<string | null> {
  const { stripe, server } = setup;
  const platform = setup.fresh();
  const input: PaymentInput = {
    subject,
    payer: 'guest',
    amount: money(4_200n, 'EUR'),
    method: { token: 'pm_card_visa' },
  };
  stripe.faults.length = 0;
  stripe.delayMs = dice.chance() < 0.3 ? 8 : 0;
  const trouble = dice.chance();
  if (trouble < 0.55) {
    stripe.faults.push({
      on: dice.pick(['pay', 'pay', /^GET/] as const),
      how: dice.pick(faults),
      times: dice.pick([1, 1, 3]),
    });
    dice.report.faults += 1;
  } else if (trouble < 0.85) {
    dieOnce(dice.pick(crashes));
    dice.report.crashes += 1;
  }
  const together = dice.chance() < 0.4;
  const acts = order.map((step) => () => act(setup, platform, input, step));
  if (together) await Promise.allSettled(acts.map((run) => run()));
  else for (const run of acts) await run().catch(() => {});
  delete points.reach;
  // The provider has recovered: the payer retries, events arrive, the sweeper runs.
  stripe.faults.length = 0;
  const well = setup.fresh();
  await passTime(server.db, subject);
  await sweepPayments(well);
  await takePayment(well, input).catch(() => {});
  await act(setup, well, input, 'event');
  await passTime(server.db, subject);
  await sweepPayments(well);
  return judge(setup, subject);
}

async function act(setup: StripeSetup, platform: Platform, input: PaymentInput, step: Step): Promise<void> {
  if (step === 'confirm' || step === 'retry') {
    await takePayment(platform, input);
    return;
  }
  const uuid = (await paymentOfSubject(setup.server.db, input.subject))?.uuid;
  const { stripe, server } = setup;
  for (const event of stripe.events.filter(({ data }) => noted(data.object) === uuid)) {
    const { bytes, signature } = stripe.signed(event, webhookSecret);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await server.app.inject({ method: 'POST', url: '/api/payment-events', payload: bytes, headers });
  }
}

const noted = (object: Record<string, unknown>) =>
  (object.metadata as Record<string, string> | undefined)?.tuneport_payment;

function dieOnce(point: Point): void {
  points.reach = (reached) => {
    if (reached !== point) return;
    delete points.reach;
    throw new Error(`killed at ${point}`);
  };
}

async function judge({ server, stripe }: StripeSetup, subject: string): Promise<string | null> {
  const payment = await paymentOfSubject(server.db, subject);
  if (!payment) return 'no payment';
  const charged = stripe.journal.filter(({ kind, reference }) => kind === 'charge' && reference === payment.uuid);
  const settled = (await probeOf(server.db, subject))?.settled ?? 0;
  const booked = await server.db
    .selectFrom('ledger_transfers')
    .select('id')
    .where('key', '=', `payment:${payment.id}:captured`)
    .execute();
  if (payment.state !== 'captured') return `state ${payment.state}`;
  if (charged.length !== 1) return `${charged.length} charges`;
  if (settled !== 1) return `settled ${settled} times`;
  return booked.length === 1 ? null : 'not booked';
}

/** Forged events: altered bytes, guessed secrets, foreign and old signatures. */
export async function forgedEvents(
  { server, stripe }: StripeSetup,
  { runs, seed }: { runs: number; seed: number },
): Promise<{ runs: number; accepted: number }> {
  const chance = chanceOf(seed);
  const event = stripe.events.at(-1);
  if (!event) throw new Error('nothing has happened yet');
  let accepted = 0;
  for (let run = 0; run < runs; run += 1) {
    const real = { ...event, id: `evt_forged_${seed}_${run}` };
    const { bytes, signature } = stripe.signed(real, webhookSecret);
    const [body, header] = [
      () => [bytes, stripe.signed(real, `whsec_${chance()}`).signature] as const,
      () => [bytes, stripe.signed(event, webhookSecret).signature] as const,
      () => [flipped(bytes, chance), signature] as const,
      () => [bytes, flippedHex(signature, chance)] as const,
      () => {
        const old = stripe.signed(real, webhookSecret, new Date(Date.now() - 301_000 - chance() * 1e9));
        return [old.bytes, old.signature] as const;
      },
      () => [bytes.subarray(0, Math.floor(chance() * bytes.length)), signature] as const,
    ][run % 6]?.() ?? [bytes, ''];
    const headers = { 'content-type': 'application/json', 'stripe-signature': header };
    const reply = await server.app.inject({ method: 'POST', url: '/api/payment-events', payload: body, headers });
    if (reply.statusCode !== 400) accepted += 1;
  }
  const stored = await server.db
    .selectFrom('provider_events')
    .select('event_id')
    .where('event_id', 'like', `evt_forged_${seed}_%`)
    .execute();
  return { runs, accepted: accepted + stored.length };
}

function flipped(bytes: Buffer, chance: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(chance() * copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(chance() * 8));
  return copy;
}

function flippedHex(signature: string, chance: () => number): string {
  const at = signature.length - 1 - Math.floor(chance() * 64);
  const other = ((Number.parseInt(signature[at] ?? '0', 16) + 1) % 16).toString(16);
  return `${signature.slice(0, at)}${other}${signature.slice(at + 1)}`;
}
