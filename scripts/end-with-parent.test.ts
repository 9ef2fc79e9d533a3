import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const prepare = fileURLToPath(new URL('./prepare.mjs', import.meta.url));

/** Starts a program like the scripts do on a Node without `process.execve`, such as 20. */
async function startUnder(program: string) {
  const starter = `process.execve = undefined;
    const { become } = await import(${JSON.stringify(prepare)});
    become(['-e', ${JSON.stringify(program)}]);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, child: Number(line.toString()) };
}

const isRunning = (pid: number) => {
  try {
    // A zombie that init has not reaped yet has ended too.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('a child process stops gracefully when its parent is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuneport-parent-'));
  const file = join(folder, 'said');
  const { parent, child } = await startUnder(`
    process.on('SIGTERM', () => { require('fs').writeFileSync(${JSON.stringify(file)}, 'stopped'); process.exit(0); });
    setInterval(() => {}, 1000);
    console.log(process.pid);`);
  expect(child).not.toBe(parent.pid);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(child)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('stopped');
  rmSync(folder, { recursive: true });
});

test('a finished child process ends its parent with the same exit code', async () => {
  const { parent } = await startUnder('console.log(process.pid); process.exitCode = 7;');
  expect((await once(parent, 'exit'))[0]).toBe(7);
});
