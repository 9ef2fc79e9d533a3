import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tuneport/contract/endpoint';
import { sql } from 'kysely';
import type { World } from '../races/world.ts';
import type { Client, Reply, TestServer } from '../server.ts';
import { form, tuned } from '../tuning.ts';
import type { Sample } from './samples.ts';

/** Written by every call, by none, or by the first use of an account or location. */
const housekeeping = [
  'idempotency_keys',
  'rate_limits',
  'sessions',
  'area_versions',
  'schema_migrations',
  'ledger_accounts',
  'ledger_balances',
  'stock_levels',
  // One for each day, by its first sale.
  'visitor_salts',
  // Buffered, so it is written some time after its call.
  'placed_sales',
];

/** The row count of every table: an effect is a row added or removed. */
async function rows({ db }: TestServer): Promise<ReadonlyMap<string, bigint>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${housekeeping})`.execute(db);
  const counts = tables.map(({ name }) => sql`select ${name}::text as name, count(*) as n from ${sql.table(name)}`);
  const { rows: found } = await sql<{ name: string; n: bigint }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return new Map(found.map(({ name, n }) => [name, n]));
}
const effect = (before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>): string =>
  [...after]
    .filter(([name, n]) => n !== before.get(name))
    .map(([name, n]) => `${name} ${n - (before.get(name) ?? 0n)}`)
    .sort()
    .join(', ');

const send = (
  name: string,
  client: Client,
  { params = {}, body, readAt, file }: Sample,
  key: string,
): Promise<Reply<unknown>> =>
  client.call(
    name as 'POST /order',
    {
      params,
      ...(file ? form((body ?? {}) as Record<string, string>, file) : body ? { body } : {}),
      ...(readAt ? { readAt } : {}),
      idempotencyKey: key,
    } as never,
  );

/** The same call with a changed body, or for another record. Null if a call has no input. */
function altered({ params, body, ...rest }: Sample): Sample | null {
  if (rest.file)
    return {
      ...rest,
      ...(params ? { params } : {}),
      ...(body ? { body } : {}),
      file: { ...rest.file, bytes: tuned(rest.file.bytes) },
    };
  const words = [
    'note',
    'reason',
    'text',
    'message',
    'wishes',
    'title',
    'name',
    'tracking_number',
    'estimate_hash',
    'serial',
    'subject',
    'city',
    'vehicle',
    'company',
    'code',
    'firmware',
  ];
  const others: Readonly<Record<string, string>> = { vin: '1M8GDM9AXKP042788', scenario: 'failed', every: 'monthly' };
  const other = Object.keys(others).find((one) => body && one in body);
  if (body && other) return { ...rest, ...(params ? { params } : {}), body: { ...body, [other]: others[other] } };
  const word = words.find((one) => typeof (body as Record<string, unknown> | undefined)?.[one] === 'string');
  if (body && word) {
    const value = (body as Record<string, string>)[word] ?? '';
    return { ...rest, ...(params ? { params } : {}), body: { ...body, [word]: `${value}x` } };
  }
  if (body && 'units' in body) return { ...rest, ...(params ? { params } : {}), body: { ...body, units: 3 } };
  if (body && 'quantity' in body) return { ...rest, body: { ...body, quantity: 2 } };
  if (params?.id !== undefined)
    return { ...rest, params: { ...params, id: Number(params.id) + 1_000_000 }, ...(body ? { body } : {}) };
  if (params?.code !== undefined) return { ...rest, params: { ...params, code: `${params.code}2` } };
  if (body && 'billing' in body) return { ...rest, body: { ...body, codes: ['NONE'] } };
  if (body && 'token' in body) return { ...rest, body: { ...body, token: 'test_ok_2' } };
  return null;
}

/** Repeats one call and returns its violations and the number of replays sent. */
export async function replay(
  world: World,
  { name, endpoint }: { readonly name: string; readonly endpoint: Endpoint },
  make: (world: World) => Promise<Sample>,
  times: number,
): Promise<{ readonly replays: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  const { server, processes } = world;
  const counted = async <T>(work: () => Promise<T>) => {
    const before = await rows(server);
    const answer = await work();
    return { answer, effect: effect(before, await rows(server)) };
  };
  const first = await make(world);
  const once = await counted(() => send(name, processes[0].through(first.client), first, randomUUID()));
  if (once.answer.status >= 300) return { replays: 0, wrong: [`the sample is refused: ${once.answer.raw.payload}`] };
  const sample = await make(world);
  const key = randomUUID();
  // Rate limits also apply to replays.
  const copies = Math.min(times, (endpoint.limit?.max ?? 1_000) - 2);
  const many = await counted(() =>
    Promise.all(
      Array.from({ length: copies }, (_, at) =>
        send(name, (processes[at % 2] ?? processes[0]).through(sample.client), sample, key),
      ),
    ),
  );
  const answers = new Set(many.answer.map(({ status, raw }) => `${status} ${raw.payload}`));
  if (answers.size !== 1)
    wrong.push(`${answers.size} answers: ${[...answers].map((one) => one.slice(0, 120)).join(' | ')}`);
  if (many.effect !== once.effect) wrong.push(`${copies} replays: ${many.effect}; alone: ${once.effect}`);
  const fresh = many.answer.filter(({ headers }) => headers['idempotency-replayed'] !== 'true');
  if (fresh.length !== 1) wrong.push(`${fresh.length} of ${copies} were not marked as replays`);
  const other = altered(sample);
  if (other) {
    const changed = await counted(() => send(name, processes[1].through(sample.client), other, key));
    const { code } = changed.answer.body as { code?: string };
    if (code !== 'idempotency_key_reused')
      wrong.push(`another body: ${changed.answer.status} ${changed.answer.raw.payload.slice(0, 120)}`);
    if (changed.effect !== '') wrong.push(`another body had an effect: ${changed.effect}`);
  } else if (sample.body || sample.params) wrong.push('nothing of it could be altered');
  const otherClient = await strangerLike(world, sample.client);
  const theirs = await send(name, processes[0].through(otherClient), sample, key);
  if (theirs.headers['idempotency-replayed'] === 'true')
    wrong.push("somebody else's key was answered with this answer");
  return { replays: copies, wrong };
}

async function strangerLike({ server }: World, client: Client): Promise<Client> {
  const { role } = await server.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', client.userId ?? 0)
    .executeTakeFirstOrThrow();
  return server.as({ role: role as 0 });
}
