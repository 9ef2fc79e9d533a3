import autocannon, { type Options, type Result } from 'autocannon';

/** `unchanged`: it must be answered with 304, each time. */
export type Asked = { path: string; body?: unknown; cookie?: string; unchanged?: true };
export type Compared = { perSecond: number; p99Ms: number; ofFloor: number; p99OfFloor: number };

export const connections = 16;

/** One more address for each call, as a proxy in front would tell it: a limit by caller must not stop a measurement. */
let callers = 0;
const nextAddress = () => {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
};

async function load(origin: string, { path, body, cookie, unchanged }: Asked, seconds: number): Promise<Result> {
  const headers = { 'accept-encoding': 'br, gzip', ...(cookie ? { cookie } : {}) };
  const post: Options['requests'] = [
    {
      path,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, origin, 'content-type': 'application/json' },
      setupRequest: (request) => ({ ...request, headers: { ...request.headers, 'x-forwarded-for': nextAddress() } }),
    },
  ];
  const result = await autocannon({
    url: body === undefined ? origin + path : origin,
    connections,
    duration: seconds,
    headers,
    ...(body === undefined ? {} : { requests: post }),
  });
  const wrong = unchanged ? result.requests.total - result['3xx'] : result.non2xx;
  const failed = result.errors + result.timeouts + Math.max(0, wrong);
  if (failed > 0) throw new Error(`${path}: ${failed} of ${result.requests.total} requests failed.`);
  return result;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Turn about with the floor, so that whatever else the machine does hits both; the middle of the rounds counts. The load
 * program tells whole milliseconds, so less than one is one.
 */
export async function compare(
  floor: string,
  origin: string,
  asked: Asked,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Compared> {
  await load(origin, asked, 1);
  const all: Compared[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = await load(floor, { path: '/floor' }, seconds);
    const found = await load(origin, asked, seconds);
    all.push({
      perSecond: found.requests.average,
      p99Ms: found.latency.p99,
      ofFloor: found.requests.average / base.requests.average,
      p99OfFloor: Math.max(1, found.latency.p99) / Math.max(1, base.latency.p99),
    });
  }
  const middle = (key: keyof Compared) => median(all.map((one) => one[key]));
  return {
    perSecond: middle('perSecond'),
    p99Ms: middle('p99Ms'),
    ofFloor: middle('ofFloor'),
    p99OfFloor: middle('p99OfFloor'),
  };
}

/** Each address once, several at a time: nothing of it is kept yet. */
export async function eachOnce(origin: string, paths: readonly string[], atOnce = 8): Promise<{ perSecond: number }> {
  let next = 0;
  const started = performance.now();
  const work = async () => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const reply = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { perSecond: (paths.length * 1000) / (performance.now() - started) };
}

/** The middle time of an answer that is not kept, one at a time. */
export async function timeEach(origin: string, paths: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const path of paths) {
    const started = performance.now();
    const reply = await fetch(origin + path);
    await reply.arrayBuffer();
    times.push(performance.now() - started);
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`);
  }
  return median(times);
}
