import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../cli/index.ts', import.meta.url));

export type CliRun = { code: number | null; stdout: string; stderr: string };

/** A CLI command in its own process, as an operator runs it. */
export function startCli(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  const ended = once(child, 'close').then(([code]): CliRun => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
}

export const runCli = (args: readonly string[], env: Record<string, string>): Promise<CliRun> =>
  startCli(args, env).ended;
