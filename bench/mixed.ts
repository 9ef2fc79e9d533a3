// Many clients with think time, logged in and anonymous, on all cores: the response times of a busy day.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../e2e/harness/api.ts';

export type Mixed = {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  failed: number;
  /** CPU time of the server per request, where available. */
  cpuMsPerRequest: number;
  /** Slowest pages first. */
  pages: { page: string; requests: number; p95Ms: number }[];
};

type Visitor = { name: string; cookie?: string; pages: readonly string[] };

const clients = 500;
const requestsPerSecond = 150;
const accountPages: Record<string, readonly string[]> = {
  customer: ['/', '/profile', '/profile/orders', '/profile/credits', '/tuning/requests', '/products'],
  dealer: ['/', '/profile', '/catalog', '/products', '/tuning/requests'],
  tuner: ['/', '/profile', '/tuning/requests', '/catalog'],
  admin: ['/', '/admin/users', '/admin/orders'],
};
const publicPages = ['/', '/catalog', '/products', '/catalog/stage-1', '/flashzilla', '/auth/login', '/dyno'];

/** `vehicles` are engine pages; half of all requests are from logged-in users. */
export async function mixedLoad(
  { origin, pid }: { origin: string; pid: number },
  sessionOf: (name: string) => Promise<Caller>,
  vehicles: readonly string[],
  seconds: number,
): Promise<Mixed> {
  const visitors: Visitor[] = [];
  for (const [name, pages] of Object.entries(accountPages)) {
    const { cookie } = await sessionOf(name);
    visitors.push({ name, cookie, pages: name === 'admin' ? pages : [...pages, ...vehicles.slice(0, 3)] });
  }
  const anonymous: Visitor = { name: 'anonymous', pages: [...publicPages, ...vehicles] };
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const chance = seeded(7);
  const noted: { page: string; ms: number }[] = [];
  let failed = 0;
  const thinkMs = (clients / requestsPerSecond) * 1_000;

  async function client(index: number, untilMs: number, measureFromMs: number) {
    const visitor = index % 2 === 0 ? anonymous : (visitors[(index >> 1) % visitors.length] as Visitor);
    await sleep(chance() * thinkMs);
    while (performance.now() < untilMs) {
      const page = visitor.pages[Math.floor(chance() * visitor.pages.length)] as string;
      const started = performance.now();
      const status = await ask(origin + page, agent, visitor.cookie);
      if (started >= measureFromMs) {
        noted.push({ page: `${visitor.name} ${page}`, ms: performance.now() - started });
        if (status !== 200) failed += 1;
      }
      // Random pauses: fixed ones would synchronise the clients.
      await sleep(-Math.log(1 - chance()) * thinkMs);
    }
  }

  // Requests every page once, to measure a warmed-up server.
  for (const { pages, cookie } of [anonymous, ...visitors])
    for (const page of pages) await ask(origin + page, agent, cookie);
  const warmUpMs = 10_000;
  const begun = performance.now();
  const measureFromMs = begun + warmUpMs;
  const untilMs = measureFromMs + seconds * 1_000;
  const cpuBefore = sleep(warmUpMs).then(() => cpuMs(pid));
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index, untilMs, measureFromMs)));
  const cpu = cpuMs(pid) - (await cpuBefore);
  agent.destroy();
  return { ...summaryOf(noted, seconds), failed, cpuMsPerRequest: cpu / noted.length };
}

function ask(url: string, agent: Agent, cookie: string | undefined): Promise<number> {
  const headers = { 'accept-encoding': 'br, gzip', ...(cookie ? { cookie } : {}) };
  return new Promise((resolve) => {
    const request = get(url, { agent, headers, timeout: 30_000 }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
  });
}

function summaryOf(noted: readonly { page: string; ms: number }[], seconds: number) {
  const at = (times: readonly number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
  const all = noted.map(({ ms }) => ms);
  const byPage = Map.groupBy(noted, ({ page }) => page);
  const pages = [...byPage].map(([page, some]) => ({
    page,
    requests: some.length,
    p95Ms: at(
      some.map(({ ms }) => ms),
      0.95,
    ),
  }));
  return {
    perSecond: noted.length / seconds,
    p50Ms: at(all, 0.5),
    p95Ms: at(all, 0.95),
    p99Ms: at(all, 0.99),
    pages: pages.toSorted((a, b) => b.p95Ms - a.p95Ms).slice(0, 10),
  };
}

/** User and system time of a process so far; clock ticks are 10 ms on Linux. */
function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
