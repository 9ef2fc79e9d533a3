import { type Answered, askFor, requestBytes } from './client.ts';

/** `unchanged`: every response must be a 304; `empty`: a 204, compared with a floor that takes the same body. */
export type LoadRequest = { path: string; body?: unknown; cookie?: string; unchanged?: true; empty?: true };
export type Compared = { perSecond: number; p99Ms: number; ofFloor: number; p99OfFloor: number };

export const connections = 16;
/** Until the JIT has compiled the hot code: measures a server as it is after its first minute. */
const warmUpS = 5;

/**
 * A new client address for each call, as sent by a proxy, so that rate limits per client do not affect the measurement.
 */
let callers = 0;
const nextAddress = () => {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
};

async function load(
  origin: string,
  { path, body, cookie, unchanged, empty }: LoadRequest,
  seconds: number,
): Promise<Answered> {
  const { host, port } = new URL(origin);
  const headers = { host, 'accept-encoding': 'br, gzip', ...(cookie ? { cookie } : {}) };
  const text = JSON.stringify(body);
  const get = requestBytes('GET', path, headers);
  const post = () =>
    requestBytes(
      'POST',
      path,
      { ...headers, origin, 'content-type': 'application/json', 'x-forwarded-for': nextAddress() },
      text,
    );
  const next = body === undefined ? () => get : post;
  const result = await askFor(seconds, { port: Number(port), connections, next });
  const wanted = unchanged ? 304 : empty ? 204 : 200;
  const failed = result.total - (result.byStatus.get(wanted) ?? 0);
  if (failed > 0) throw new Error(`${path}: ${failed} of ${result.total} requests were not answered with ${wanted}.`);
  return result;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Alternates with the floor, so that other load affects both; the median round counts. */
export async function compare(
  floor: string,
  origin: string,
  request: LoadRequest,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Compared> {
  const { body, empty } = request;
  await load(origin, request, warmUpS);
  const all: Compared[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = await load(floor, { path: '/floor', ...(empty && { body, empty }) }, seconds);
    const found = await load(origin, request, seconds);
    all.push({
      perSecond: found.perSecond,
      p99Ms: found.p99Ms,
      ofFloor: found.perSecond / base.perSecond,
      p99OfFloor: found.p99Ms / base.p99Ms,
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

/** Requests each URL once, several concurrently: none of them is cached yet. */
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

/** Median time of an uncached response, sequentially. */
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
