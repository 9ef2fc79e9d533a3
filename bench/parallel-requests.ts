// Requests of several clients at once, with the time of each answer.
import { type Agent, request } from 'node:http';

export type Answered = { readonly status: number; readonly ms: number };

export async function ask(
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

export const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

export async function inParallel(
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
