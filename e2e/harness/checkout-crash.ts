import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import '../../apps/server/src/areas.ts';
import { verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';
import { reconcile } from '../../apps/server/src/modules/payments/index.ts';
import { openDb } from '../../apps/server/src/platform/db/connection/open.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openTestProvider } from '../../apps/server/src/platform/payments/test-provider.ts';
import { readPostmaster } from '../../apps/server/src/platform/postgres/postmaster.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { type Caller, caller } from './api.ts';
import { type DataFolder, embedded } from './data-folder.ts';
import { type Product, startProduct } from './product.ts';

/** One purchase: its idempotency keys stay the same on every retry. */
type Input = { orderKey: string; payKey: string; order: { id: number; token: string } | null; paid: boolean };

export type CheckoutCrashReport = {
  rounds: number;
  inputs: number;
  /** Orders and payments acknowledged during the crashes, and those acknowledged only on retry. */
  ordered: number;
  paid: number;
  paidOnRetry: number;
  charges: number;
  wrong: string[];
};

const slug = 'flashzilla-v3';
const clients = 8;
const home = {
  country_code: 'CA',
  full_name: 'Ada Lane',
  line1: '12 Main Street',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V5K 0A1',
  email: 'ada@example.test',
};
const lastedMs = 60_000;

/**
 * R1: kill -9 of the app while eight clients check out, and every third time of its database as well. Everything
 * acknowledged must exist, each purchase must have one order, and every charge must belong to a paid order.
 */
export async function checkoutCrash(input: { rounds: number; dataDir: DataFolder }): Promise<CheckoutCrashReport> {
  const { dataDir } = input;
  const port = await freePort();
  // The sweeper is part of the guarantee.
  const start = () =>
    startProduct({ env: { ...embedded(dataDir.path), JOBS: 'on', TRUSTED_PROXIES: '127.0.0.1' }, port });
  let product: Product = await start();
  const buyer = caller(() => product.origin);
  const inputs: Input[] = [];
  const entries = await stockUp(dataDir.cluster, buyer);
  const quote = await buyer.request<{ tiers: { key: string; sums: { total: object } }[] }>(
    'POST',
    '/api/order/shipping',
    {
      body: { entries, address: home },
    },
  );
  const tier = quote.body.tiers[0];
  const body = { entries, billing: home, shipping_tier: tier?.key, total: tier?.sums.total };
  const unexpected: string[] = [];

  /** Sends the unfinished steps of a purchase once. Returns true when it is done. */
  async function pursue(one: Input): Promise<boolean> {
    if (!one.order) {
      // Every buyer has a separate address: the number of unpaid orders per address is limited.
      const bytes = createHash('sha256').update(one.orderKey).digest().subarray(0, 3);
      const headers = { 'idempotency-key': one.orderKey, 'x-forwarded-for': `10.${[...bytes].join('.')}` };
      const reply = await buyer.request<{ id: number; token: string }>('POST', '/api/order', { body, headers });
      if (reply.status !== 201) return noted(reply, 'order');
      one.order = reply.body;
    }
    const headers = { 'idempotency-key': one.payKey };
    const paying = { token: one.order.token, method: { token: 'test_ok' } };
    const reply = await buyer.request('POST', `/api/order/${one.order.id}/payment`, { body: paying, headers });
    const done = reply.status === 200 || (reply.status === 409 && codeOf(reply) === 'already_committed');
    if (!done) return noted(reply, 'payment');
    one.paid = true;
    return true;
  }
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string } | undefined)?.code;
  function noted(reply: { status: number; body: unknown }, what: string): false {
    const later = [0, 402, 429, 500, 502, 503].includes(reply.status) || codeOf(reply) === 'idempotency_in_progress';
    if (!later) unexpected.push(`${what}: ${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}`);
    return false;
  }

  let shopping = true;
  let serving = true;
  const crowd = Array.from({ length: clients }, async () => {
    while (shopping) {
      const one: Input = { orderKey: randomUUID(), payKey: randomUUID(), order: null, paid: false };
      inputs.push(one);
      // Purchases without a response are retried at the end with the same keys.
      await pursue(one);
      while (shopping && !serving) await sleep(20);
    }
  });
  for (let round = 0; round < input.rounds; round += 1) {
    const before = inputs.filter(({ paid }) => paid).length;
    for (let waited = 0; inputs.filter(({ paid }) => paid).length < before + clients && waited < 400; waited += 1)
      await sleep(25);
    await sleep(Math.random() * 120);
    serving = false;
    await product.kill();
    if (round % 3 === 2) dataDir.killDatabase();
    product = await start();
    serving = true;
  }
  shopping = false;
  await Promise.all(crowd);
  const ordered = inputs.filter(({ order }) => order).length;
  const paid = inputs.filter((one) => one.paid).length;
  const open = inputs.filter((one) => !one.paid);
  const db = await reach(dataDir.cluster);
  await leasesRunOut(db.db);
  const until = Date.now() + lastedMs;
  for (let left = open; left.length > 0 && Date.now() < until; ) {
    const done = await Promise.all(left.map(pursue));
    left = left.filter((_, at) => !done[at]);
    if (left.length > 0) await sleep(500);
  }
  try {
    const wrong = [...unexpected, ...(await judge(db.db, inputs))];
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::integer as n from test_provider.journal where kind = 'charge'`.execute(db.db);
    const report = { rounds: input.rounds, inputs: inputs.length, ordered, paid, paidOnRetry: open.length };
    return { ...report, charges: rows[0]?.n ?? 0, wrong };
  } finally {
    await db.close();
    await product.stop();
  }
}

const reach = async (cluster: string) =>
  openDb(
    { host: readPostmaster(cluster)?.socketDir ?? '', port: 5432, user: 'tuneport', database: 'tuneport' },
    { max: 2 },
  );

/** Simulates half a minute: a request that died with its process holds its key that long. */
async function leasesRunOut(db: Db): Promise<void> {
  await sql`update idempotency_keys set leased_until = now() - interval '1 second' where status is null`.execute(db);
}

async function stockUp(cluster: string, buyer: Caller) {
  const { db, close } = await reach(cluster);
  await sql`insert into stock_movements (at, kind, product_id, location_id, on_hand_change, reason)
    select now(), 'RECEIVE', p.id, (select min(id) from stock_locations where ships), 1000000, 'for the crowd' from products p
    where p.slug = ${slug}`.execute(db);
  await close();
  type Shown = { options: { id: number; selections: { id: number }[] }[] };
  const { body } = await buyer.request<Shown>('GET', `/api/store/product/${slug}`);
  const options = body.options.map(({ id, selections }) => ({ option: id, selection: selections[0]?.id ?? 0 }));
  return [{ slug, quantity: 1, options }];
}

async function judge(db: Db, inputs: readonly Input[]): Promise<string[]> {
  const wrong: string[] = [];
  const { rows } = await sql<{ id: number; state: string; paid: boolean; charges: number }>`
    select o.id, o.state, o.paid_at is not null as paid,
      (select count(*)::integer from test_provider.journal j join payments p on j.reference = p.uuid::text
        where p.subject = 'order:' || o.id and j.kind = 'charge') as charges
    from orders o where o.placed_at > now() - interval '1 day' and o.request_key is not null`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { order, paid } of inputs) {
    if (!order) wrong.push('a wish was never answered');
    else if (!found.has(order.id)) wrong.push(`order ${order.id} was acknowledged and is gone`);
    else if (paid && !found.get(order.id)?.paid) wrong.push(`order ${order.id} was acknowledged as paid and is not`);
  }
  const acknowledged = new Set(inputs.map(({ order }) => order?.id));
  if (acknowledged.size !== inputs.length) wrong.push(`${inputs.length} inputs are ${acknowledged.size} orders`);
  for (const { id, paid, charges } of rows) {
    if (!acknowledged.has(id)) wrong.push(`order ${id} is nobody's: its wish made another one`);
    if (charges !== (paid ? 1 : 0)) wrong.push(`order ${id} is ${paid ? 'paid' : 'not paid'} with ${charges} charges`);
  }
  const book = await verifyLedger(db);
  wrong.push(...book.problems.map(({ check, what, message: output }) => `ledger ${check}: ${what} ${output}`));
  const { breaks } = await reconcile(db, openTestProvider(db), new Date(Date.now() - 86_400_000));
  wrong.push(...breaks.map(({ kind, about, detail }) => `${kind} ${about}: ${detail}`));
  return wrong;
}
