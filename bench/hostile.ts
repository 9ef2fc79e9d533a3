// Expensive public calls, 24 at a time: their effect on other calls, and the memory cost of many concurrent log
// readers.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const hostilesAtOnce = 24;
const politeAtOnce = 4;

export type Attack = { readonly name: string; next(nth: number): { path: string; body?: unknown } };
export type AttackFigures = {
  readonly name: string;
  readonly aloneP95Ms: number;
  readonly attackedP95Ms: number;
  readonly hostile: { readonly answers: number; readonly p95Ms: number; readonly byStatus: Record<number, number> };
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** A text of its own per number (26 ** length of them), to avoid cached responses. */
function scramble(nth: number, length: number): string {
  let left = (nth * 7919) % 26 ** length;
  return Array.from({ length }, () => {
    const letter = letters[left % 26];
    left = Math.floor(left / 26);
    return letter;
  }).join('');
}

export const attacks: readonly Attack[] = [
  {
    name: 'misspelt search',
    next: (nth) => ({ path: `/api/v1/catalog/search?q=${encodeURIComponent(`volkswagne glof ${scramble(nth, 6)}`)}` }),
  },
  {
    name: 'search of twelve misspelt words',
    next(nth) {
      const words = [
        'toyta',
        'corola',
        'automtic',
        'manul',
        'diesl',
        'sdean',
        'wagn',
        'truk',
        'luxry',
        'coup',
        scramble(nth, 5),
      ];
      return { path: `/api/v1/catalog/search?q=${encodeURIComponent(words.join(' '))}` };
    },
  },
  {
    name: 'search for what most names contain',
    next: (nth) => ({
      path: `/api/v1/catalog/search?q=${encodeURIComponent(`the con man aut ser ${scramble(nth, 3)}`)}`,
    }),
  },
  {
    name: 'tunes by search, deep pages',
    next: (nth) => ({ path: `/api/v1/catalog/tunes?search=${scramble(nth, 2)}&page=${1 + (nth % 2000)}` }),
  },
  { name: 'parts of the sitemap', next: (nth) => ({ path: `/sitemap/${1 + (nth % 8)}.xml?${nth}` }) },
  {
    name: 'parts of the sitemap, as a call',
    next: (nth) => ({ path: `/api/v1/catalog/sitemap/${1 + (nth % 8)}?${nth}` }),
  },
  {
    name: 'pages that are not in the cache',
    next: (nth) => ({ path: `/catalog/all-tunes?page=${1 + (nth % 1900)}` }),
  },
  { name: 'tree of the kit builder', next: (nth) => ({ path: `/api/kit-builder/tree?${nth}` }) },
  {
    name: 'products',
    next: (nth) => ({ path: `/api/store/product?search=${scramble(nth, 3)}&page=${1 + (nth % 50)}` }),
  },
  {
    name: 'estimate',
    next: (nth) => ({ path: '/api/v1/catalog/estimate', body: { engine: 1 + (nth % 2000), tunes: [] } }),
  },
  { name: 'dyno runs', next: (nth) => ({ path: `/api/dyno-csv?tune=${1 + (nth % 5000)}` }) },
  { name: 'vehicles that are compatible', next: (nth) => ({ path: `/api/ecu/compat?engine=${1 + (nth % 2000)}` }) },
  {
    name: 'log in with a wrong password',
    next: (nth) => ({
      path: '/api/auth/login',
      body: { email: `${scramble(nth, 9)}@example.com`, password: scramble(nth, 14) },
    }),
  },
];

type Answered = { readonly status: number; readonly ms: number };

async function ask(
  agent: Agent,
  origin: string,
  { path, body, headers = {} }: { path: string; body?: unknown; headers?: Record<string, string> },
): Promise<Answered> {
  const at = performance.now();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = { ...headers, ...(text !== undefined && { 'content-type': 'application/json', origin }) };
  return new Promise((resolve, reject) => {
    request(origin + path, { agent, method: text === undefined ? 'GET' : 'POST', headers: sent }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - at }));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end(text);
  });
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

async function inParallel(
  count: number,
  untilMs: number,
  one: (lane: number) => Promise<Answered>,
): Promise<Answered[]> {
  const all: Answered[] = [];
  const lane = async (nth: number) => {
    while (performance.now() < untilMs) all.push(await one(nth));
  };
  await Promise.all(Array.from({ length: count }, (_, nth) => lane(nth)));
  return all;
}

/** Latency of a logged-in call alone, and while 24 clients make the same expensive call from different addresses. */
export async function underAttack(
  origin: string,
  cookie: string,
  attack: Attack,
  seconds: number,
): Promise<AttackFigures> {
  const [polite, hostile] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  let sent = 0;
  const me = () => ask(polite, origin, { path: '/api/user/me', headers: { cookie } });
  const bad = (lane: number) => {
    sent += 1;
    const headers = { 'x-forwarded-for': `10.1.${lane}.${sent % 250}` };
    return ask(hostile, origin, { ...attack.next(sent), headers });
  };
  const until = () => performance.now() + seconds * 1000;
  await inParallel(politeAtOnce, performance.now() + 1000, me);
  const alone = await inParallel(politeAtOnce, until(), me);
  const end = until();
  const [attacked, theirs] = await Promise.all([
    inParallel(politeAtOnce, end, me),
    inParallel(hostilesAtOnce, end, bad),
  ]);
  polite.destroy();
  hostile.destroy();
  const byStatus: Record<number, number> = {};
  for (const { status } of theirs) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const times = (answers: readonly Answered[]) => answers.map(({ ms }) => ms);
  return {
    name: attack.name,
    aloneP95Ms: p95(times(alone)),
    attackedP95Ms: p95(times(attacked)),
    hostile: { answers: theirs.length, p95Ms: p95(times(theirs)), byStatus },
  };
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;

export type ReadersFigures = { readonly peakBytes: number; readonly byStatus: Record<number, number> };

/**
 * Peak memory of the process while this many clients read a log concurrently, half as JSON and half as packed samples.
 */
export async function logReaders(
  origin: string,
  pid: number,
  log: Uint8Array,
  readers: number,
): Promise<ReadersFigures> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(log)]), 'run.csv');
  const reply = await fetch(`${origin}/api/graph`, { method: 'POST', body: form, headers: { origin } });
  if (reply.status !== 201) throw new Error(`Uploading a log answered ${reply.status}: ${await reply.text()}`);
  const { id } = (await reply.json()) as { id: string };
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(pid));
  }, 50);
  const answers = await Promise.all(
    Array.from({ length: readers }, (_, nth) =>
      ask(agent, origin, {
        path: `/api/graph/${id}${nth % 2 === 0 ? '/samples' : ''}`,
        headers: { 'x-forwarded-for': `10.2.${nth >> 8}.${nth & 255}`, 'accept-encoding': 'gzip' },
      }),
    ),
  );
  clearInterval(watch);
  agent.destroy();
  const byStatus: Record<number, number> = {};
  for (const { status } of answers) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return { peakBytes, byStatus };
}
