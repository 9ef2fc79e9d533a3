import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { grantedMs } from '../../apps/server/src/testing/waiting/granted-time.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export type Exit = { code: number | null; signal: NodeJS.Signals | null; ms: number };

/** The real product as its own process, used only from the outside. */
export type Product = {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  /** Time from process start to the line that reports its URL. */
  readonly startMs: number;
  /** What it has printed. */
  output(): string;
  readonly exited: Promise<Exit>;
  /** Sends SIGTERM and returns how it exited. */
  stop(): Promise<Exit>;
  /** kill -9. */
  kill(): Promise<Exit>;
};

export type ProductInput = {
  env: Record<string, string>;
  port?: number;
  /** Pins the process to this core, for single-core measurements. */
  core?: number;
  /** Command to run instead of the server. */
  command?: readonly string[];
};

/** As set by `npm start`. */
const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50'];
const serverEnv = { MALLOC_ARENA_MAX: '2' };
const startWithinMs = 300_000;
const running = new Set<ChildProcess>();
const grouped = new WeakSet<ChildProcess>();
process.once('exit', () => {
  for (const child of running) signal(child, 'SIGKILL');
});

/** A command may run the server as a grandchild: it has its own process group, and the signal is sent to the group. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(grouped.has(child) ? -child.pid : child.pid, name);
  } catch {
    // The process has ended.
  }
}

export async function startProduct({ env, port, core, command }: ProductInput): Promise<Product> {
  const at = port ?? (await freePort());
  const origin = env.PUBLIC_ORIGIN ?? `http://localhost:${at}`;
  const program = [...(command ?? [process.execPath, ...serverFlags, join(root, 'apps/server/src/main.ts')])];
  if (core !== undefined) program.unshift('taskset', '-c', String(core));
  const started = grantedMs();
  const child = spawn(program[0] ?? '', program.slice(1), {
    cwd: root,
    env: { ...inherited(), ...serverEnv, NODE_ENV: 'production', PORT: String(at), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: command !== undefined,
  });
  running.add(child);
  if (command) grouped.add(child);
  let output = '';
  let ending = 0;
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return { code, signal, ms: ending === 0 ? 0 : grantedMs() - ending } as Exit;
  });
  const serving = new Promise<void>((resolve, reject) => {
    const listen = (text: Buffer) => {
      output = (output + text.toString()).slice(-200_000);
      if (output.includes('is serving at')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    void exited.then(({ code, signal }) => reject(new Error(`It ended (${signal ?? code}) and printed:\n${output}`)));
    setTimeout(
      () => reject(new Error(`It did not serve in ${startWithinMs / 1000} s:\n${output}`)),
      startWithinMs,
    ).unref();
  });
  try {
    await serving;
  } catch (error) {
    signal(child, 'SIGKILL');
    throw error;
  }
  const end = (name: NodeJS.Signals) => {
    ending = grantedMs();
    signal(child, name);
    return exited;
  };
  return {
    origin,
    port: at,
    pid: child.pid ?? 0,
    startMs: grantedMs() - started,
    output: () => output,
    exited,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Settings of the product in the environment of the tests must not be inherited. */
function inherited(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE', 'TZ'];
  return Object.fromEntries(passed.map((name) => [name, process.env[name]]));
}
