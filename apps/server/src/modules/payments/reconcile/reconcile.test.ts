import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { money } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import { makeProbes } from '../../../testing/money/payments.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { postTransfer } from '../../ledger/index.ts';
import { type Payment, reconcile, refundPayment, takePayment } from '../index.ts';
import type { BreakKind } from './reconcile.ts';

let server: TestServer;
let db: Db;

beforeAll(async () => {
  server = await testServer();
  db = server.db;
  await makeProbes(db);
});
afterAll(() => server.close());

const provider = () => {
  const { payments } = server.platform;
  if (!payments) throw new Error('payments are on');
  return payments;
};
const look = async () => (await reconcile(db, provider(), new Date(0))).breaks;

let serial = 0;
async function paid(): Promise<Payment> {
  serial += 1;
  const input = {
    subject: `probe:r${serial}`,
    payer: 'guest',
    amount: money(9_900n, 'CAD'),
    method: { token: 'test_ok' },
  } as const;
  return (await takePayment(server.platform, input)).payment;
}
async function paidBack(amountMinor = 400n): Promise<Payment & { refund: number }> {
  const payment = await paid();
  const input = {
    paymentId: payment.id,
    amount: money(amountMinor, 'CAD'),
    reason: 'Test.',
    requestKey: 'a',
    actorId: null,
  };
  return { ...payment, refund: (await refundPayment(server.platform, input)).id };
}

/** Creates discrepancies with triggers disabled, as a bug or a manual change would. */
async function pastTheWalls(statement: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const walled = [
      'ledger_transfers',
      'ledger_entries',
      'payment_history',
      'payments',
      'payment_refunds',
      'payment_attempts',
      'test_provider.journal',
    ];
    for (const table of walled) {
      await sql`grant update, delete on ${sql.table(table)} to current_user`.execute(tx);
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    }
    await statement.execute(tx);
    for (const table of walled) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
}

test('reconciliation of matching records finds no discrepancy', async () => {
  await paid();
  await paidBack();
  await paidBack(9_900n);
  await takePayment(server.platform, {
    subject: 'probe:refused',
    payer: 'guest',
    amount: money(5n, 'CAD'),
    method: { token: 'test_unknown' },
  }).catch(() => {});
  expect(await look()).toEqual([]);
});

const cad = (kind: 'cash' | 'defer.goods') => platformAccount(kind, 'CAD');
const booking = (key: string, kind: string) =>
  postTransfer(db, {
    key,
    kind,
    subject: 'probe:nobody',
    at: new Date(),
    legs: move(cad('cash'), cad('defer.goods'), 7n),
  });
const journalRow = (kind: string, intent: string, amount: number, key: string, reference: string | null) =>
  sql`insert into test_provider.journal (key, kind, intent, reference, amount_minor, currency) values (${key}, ${kind}, ${intent}, ${reference}, ${amount}, 'CAD')`.execute(
    db,
  );
const cashEntry = (key: string) => sql`
  update ledger_entries e set amount_minor = e.amount_minor + sign(e.amount_minor)::int
  where e.transfer_id = (select id from ledger_transfers where key = ${key})`;
const old = sql`now() - interval '5 minutes'`;

const plants: readonly [BreakKind, string, () => Promise<unknown>][] = [
  [
    'charged-not-captured',
    'a charge for a payment that is not captured here',
    async () => {
      const { id } = await paid();
      await pastTheWalls(sql`update payments set state = 'created', captured_minor = 0 where id = ${id}`);
    },
  ],
  [
    'charged-not-captured',
    'a charge under our number without any payment',
    () => journalRow('charge', 'test_pi_lost', 100, 'lost', '00000000-0000-4000-8000-000000000001'),
  ],
  [
    'captured-not-charged',
    'a captured payment the provider has never seen',
    async () => {
      const { intentId } = await paid();
      await pastTheWalls(sql`delete from test_provider.journal where intent = ${intentId}`);
    },
  ],
  [
    'charged-twice',
    'a second charge for the same payment',
    async () => {
      const { uuid } = await paid();
      await journalRow('charge', 'test_pi_second', 9_900, 'second', uuid);
    },
  ],
  [
    'amount-differs',
    'the provider charged another sum',
    async () => {
      const { intentId } = await paid();
      await pastTheWalls(sql`update test_provider.journal set amount_minor = 9901 where intent = ${intentId}`);
    },
  ],
  [
    'currency-differs',
    'the provider charged in another currency',
    async () => {
      const { intentId } = await paid();
      await pastTheWalls(sql`update test_provider.journal set currency = 'USD' where intent = ${intentId}`);
    },
  ],
  [
    'refund-not-recorded',
    'a refund made at the provider only',
    async () => {
      const { intentId } = await paid();
      await journalRow('refund', intentId ?? '', 5, 'by hand', null);
    },
  ],
  [
    'refund-not-made',
    'a refund of ours the provider has not made',
    async () => {
      const { intentId } = await paidBack();
      await pastTheWalls(sql`delete from test_provider.journal where intent = ${intentId} and kind = 'refund'`);
    },
  ],
  [
    'refund-differs',
    'a refund of another amount',
    async () => {
      const { intentId } = await paidBack();
      await pastTheWalls(
        sql`update test_provider.journal set amount_minor = 401 where intent = ${intentId} and kind = 'refund'`,
      );
    },
  ],
  [
    'refunded-above-captured',
    'refunds above what was captured',
    async () => {
      const { refund } = await paidBack();
      await pastTheWalls(sql`update payment_refunds set amount_minor = 99999 where id = ${refund}`);
    },
  ],
  [
    'capture-not-booked',
    'a capture that is not in the ledger',
    async () => {
      const { id } = await paid();
      await pastTheWalls(
        sql`update ledger_transfers set key = key || ':gone', kind = 'other' where key = ${`payment:${id}:captured`}`,
      );
    },
  ],
  ['booked-not-captured', 'a booking without a payment', () => booking('payment:999999:captured', 'payment.captured')],
  [
    'booking-differs',
    'a capture booked with another sum',
    async () => {
      const { id } = await paid();
      await pastTheWalls(cashEntry(`payment:${id}:captured`));
    },
  ],
  [
    'refund-not-booked',
    'a refund that is not in the ledger',
    async () => {
      const { refund } = await paidBack();
      await pastTheWalls(
        sql`update ledger_transfers set key = key || ':gone', kind = 'other' where key = ${`refund:${refund}:settled`}`,
      );
    },
  ],
  [
    'booked-not-refunded',
    'a refund booked that was never made',
    () => booking('refund:999999:settled', 'payment.refunded'),
  ],
  [
    'refund-booking-differs',
    'a refund booked with another sum',
    async () => {
      const { refund } = await paidBack();
      await pastTheWalls(cashEntry(`refund:${refund}:settled`));
    },
  ],
  [
    'subject-not-settled',
    'paid, and what was paid for does not know',
    async () => {
      const { subject } = await paid();
      await sql`delete from probes where subject = ${subject}`.execute(db);
    },
  ],
  [
    'subject-without-payment',
    'counts as paid, and nobody paid',
    () => sql`insert into probes (subject, settled, amount_minor) values ('probe:free', 1, 100)`.execute(db),
  ],
  [
    'subject-differs',
    'counts another sum than was paid',
    async () => {
      const { subject } = await paid();
      await sql`update probes set amount_minor = 1 where subject = ${subject}`.execute(db);
    },
  ],
  [
    'state-differs',
    'a state its refunds do not explain',
    async () => {
      const { id } = await paid();
      await pastTheWalls(sql`update payments set state = 'refunded' where id = ${id}`);
    },
  ],
  [
    'history-differs',
    'a state its history does not explain',
    async () => {
      const { id } = await paid();
      await pastTheWalls(
        sql`update payment_history set state_after = 'failed' where payment_id = ${id} and event = 'capture'`,
      );
    },
  ],
  [
    'attempt-left-open',
    'an attempt nobody has asked about',
    async () => {
      const { id } = await paid();
      await pastTheWalls(sql`update payment_attempts set state = 'open', created_at = ${old} where payment_id = ${id}`);
    },
  ],
  [
    'event-left-open',
    'an event nobody has worked on',
    () =>
      sql`insert into provider_events (provider, event_id, type, received_at) values ('test', 'evt_left', 'x', ${old})`.execute(
        db,
      ),
  ],
  [
    'refund-left-open',
    'a refund nobody has finished',
    async () => {
      const { id } = await paid();
      await sql`insert into payment_refunds (payment_id, request_key, amount_minor, reason, created_at) values (${id}, 'left', 5, 'Test.', ${old})`.execute(
        db,
      );
    },
  ],
];

test('every seeded discrepancy is reported by its type', async () => {
  for (const [kind, what, plant] of plants) {
    const before = new Set((await look()).map(({ kind: name, about }) => `${name} ${about}`));
    await plant();
    const fresh = (await look()).filter(({ kind: name, about }) => !before.has(`${name} ${about}`));
    expect(
      fresh.map(({ kind: name }) => name),
      what,
    ).toContain(kind);
  }
  expect(plants.length).toBeGreaterThanOrEqual(20);
});
