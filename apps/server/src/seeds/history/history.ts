import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../platform/db/connection/connection.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockKeys } from '../../platform/db/writes/advisory-locks.ts';
import { withSessionLock } from '../../platform/db/writes/session-lock.ts';
import type { Platform } from '../../platform/platform.ts';
import { actorOf } from '../purchases.ts';
import { type Month, moments, monthsUntil, spread } from './calendar.ts';
import { numberDocuments } from './document-numbers.ts';
import { platformAt } from './history-clock.ts';
import { historyContext } from './history-context.ts';
import { endMonth } from './month-end.ts';
import { addOrder } from './orders.ts';
import { datePayments } from './payment-dates.ts';
import { buildPeople, type People } from './people.ts';
import { readNotifications } from './read-notifications.ts';
import { addRental } from './rentals.ts';
import { addRequest } from './requests.ts';
import { addTicket } from './tickets.ts';
import { addTradeIn } from './trade-ins.ts';
import { buildDemoTraffic, sourceDemoSales } from './traffic.ts';
import { addPurchase, popularCars } from './tunes.ts';

const seed = 20_241_117;
const wholeHistory = {
  orders: 2_000,
  requests: 1_200,
  purchases: 300,
  tickets: 1_500,
  rentals: 60,
  tradeIns: 48,
  months: 24,
};
export type HistorySize = typeof wholeHistory;

type LoadHistory = {
  /** A direct connection, not a pooler: the lock is session-scoped. */
  direct: Connection | string;
  /** Called after each month with the part that is done, from 0 to 1. */
  onProgress?: (part: number) => void;
  /** Ends the load after the record in hand; the next start continues it. */
  signal?: AbortSignal;
  size?: HistorySize;
};

/**
 * Two years of business for the demo data set, made by the ordinary use cases with a moved clock. Reproducible, and
 * resumable: a finished month is not repeated, and the records of an unfinished one are found by their keys. Needs the
 * test payment provider. True if there was something to do.
 */
export async function loadHistory(
  platform: Platform,
  { direct, onProgress = () => {}, signal, size = wholeHistory }: LoadHistory,
): Promise<boolean> {
  if (platform.payments?.name !== 'test') return false;
  return withSessionLock(direct, lockKeys.demoHistory, async () => {
    const { db } = platform;
    const done = new Map((await db.selectFrom('demo_steps').selectAll().execute()).map(({ step, at }) => [step, at]));
    const now = done.get('begun');
    if (!now || done.has('history')) return false;
    if (!done.has('traffic')) {
      await buildDemoTraffic(platform, now);
      await markDone(db, 'traffic');
    }
    const months = monthsUntil(now, size.months);
    const people = await readPeople(platform, now);
    if (!people) return false;
    const folder = await mkdtemp(join(tmpdir(), 'tuneport-history-'));
    try {
      const buildMonth = await monthBuilder(platform, { people, now, folder, months, size, signal });
      for (const [at, month] of months.entries()) {
        if (done.has(`history ${month.name}`)) continue;
        await buildMonth(month, at);
        if (signal?.aborted) return true;
        await markDone(db, `history ${month.name}`);
        onProgress((at + 1) / months.length);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await datePayments(db);
    await numberDocuments(db);
    await readNotifications(db);
    await sourceDemoSales(platform, now);
    await markDone(db, 'history');
    return true;
  });
}

const markDone = (db: Db, step: string) =>
  db
    .insertInto('demo_steps')
    .values({ step, at: new Date() })
    .onConflict((on) => on.doNothing())
    .execute();

async function readPeople(platform: Platform, now: Date): Promise<People | null> {
  const [admin, superAdmin] = await Promise.all(['admin', 'super'].map((address) => actorOf(platform, address)));
  if (!admin || !superAdmin) return null;
  const clock = { now };
  const at = (moment: Date) => {
    clock.now = moment;
  };
  return platformAt(platform, clock)
    .db.transaction()
    .execute((db) => buildPeople({ db, admin, superAdmin, now, seed, at }));
}

type MonthInput = {
  people: People;
  now: Date;
  folder: string;
  months: readonly Month[];
  size: HistorySize;
  signal: AbortSignal | undefined;
};

/** Builds one month at a time: several streams run concurrently, each in the order of its dates with its own clock. */
async function monthBuilder(platform: Platform, { people, now, folder, months, size, signal }: MonthInput) {
  const cars = await popularCars(platform.db, 400);
  const theirs = new Set(people.tuners.map(({ id }) => id));
  const made = cars.filter(({ tuner_id }) => tuner_id !== null && theirs.has(tuner_id));
  const perMonth = {
    orders: spread(size.orders, months),
    requests: spread(size.requests, months),
    tickets: spread(size.tickets, months),
    rentals: spread(size.rentals, months),
    tradeIns: spread(size.tradeIns, months),
  };
  // Tunes that were bought and still wait for a file are new.
  const recent = Math.max(1, Math.ceil(months.length / 8));
  const context = () => historyContext(platform, now, seed, people);

  return async (month: Month, at: number): Promise<void> => {
    const stream = async (name: string, count: number, build: (moment: Date, number: number) => Promise<void>) => {
      for (const [index, moment] of moments(month, count, seed, name).entries()) {
        if (signal?.aborted) return;
        await build(moment, at * 10_000 + index);
      }
    };
    const [orders, requests, others] = [context(), context(), context()];
    await Promise.all([
      stream('orders', perMonth.orders[at] ?? 0, (moment, number) => addOrder(orders, moment, number)),
      stream('requests', perMonth.requests[at] ?? 0, (moment, number) =>
        addRequest(requests, { cars: made, folder }, moment, number),
      ),
      (async () => {
        await stream('rentals', perMonth.rentals[at] ?? 0, (moment, number) => addRental(others, moment, number));
        await stream('trade-ins', perMonth.tradeIns[at] ?? 0, (moment, number) => addTradeIn(others, moment, number));
        await stream('tickets', perMonth.tickets[at] ?? 0, (moment, number) => addTicket(others, moment, number));
        const count = at >= months.length - recent ? Math.round(size.purchases / recent) : 0;
        await stream('purchases', count, (moment, number) => addPurchase(others, cars, moment, number));
      })(),
    ]);
    if (!signal?.aborted) await endMonth(context(), month);
  };
}
