import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { lowerPriority } from './lower-priority.ts';

test('the priority of a process is lowered if the system allows it, and is of no consequence otherwise', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  const before = getPriority(child.pid);
  lowerPriority(child.pid, Math.min(19, before + 5));
  expect(getPriority(child.pid)).toBe(Math.min(19, before + 5));
  child.kill('SIGKILL');
  await ended;
  expect(() => lowerPriority(child.pid, 19)).not.toThrow();
  expect(() => lowerPriority(undefined, 19)).not.toThrow();
});
