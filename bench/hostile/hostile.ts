// Expensive public calls, 24 at a time: their effect on other calls, and the memory cost of many concurrent log
// readers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../e2e/harness/product.ts';
import { ask, inParallel, p95 } from '../parallel-requests.ts';
import type { Attack } from './attacks.ts';

const politeClients = 4;
/** The attacking clients use what the measuring client leaves of their core. */
const lowPriority = 10;
const warmUpMs = 1000;

export type AttackFigures = {
  readonly aloneP95Ms: number;
  readonly attackedP95Ms: number;
  readonly byStatus: Record<number, number>;
};

/** Latency of a logged-in call alone, and while 24 clients make the same expensive call from different addresses. */
export async function underAttack(
  origin: string,
  cookie: string,
  { name }: Attack,
  seconds: number,
): Promise<AttackFigures> {
  const agent = new Agent({ keepAlive: true });
  const me = () => ask(agent, origin, { path: '/api/user/me', headers: { cookie } });
  const p95For = async (ms: number) =>
    p95((await inParallel(politeClients, performance.now() + ms, me)).map((answer) => answer.ms));
  await p95For(warmUpMs);
  const aloneP95Ms = await p95For(seconds * 1000);
  const args = [join(root, 'bench/hostile/hostile-clients.ts'), origin, name, String(seconds + (2 * warmUpMs) / 1000)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.pid) setPriority(child.pid, lowPriority);
  const output = text(child.stdout);
  const exited = once(child, 'exit');
  await sleep(warmUpMs);
  const attackedP95Ms = await p95For(seconds * 1000);
  const [code] = await exited;
  agent.destroy();
  if (code !== 0) throw new Error(`The clients of the attack "${name}" ended with ${code}.`);
  return { aloneP95Ms, attackedP95Ms, byStatus: JSON.parse(await output) };
}

export const residentBytes = (pid: number): number =>
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
