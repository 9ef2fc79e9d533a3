import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boardSync, type SyncState } from './board-sync.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function world(version = 1) {
  const states: SyncState[] = [];
  const server = { version, fails: 0, reads: 0, online: true };
  const sync = boardSync({
    version,
    read: async () => {
      server.reads += 1;
      if (!server.online) throw new Error('offline');
      if (server.fails > 0) {
        server.fails -= 1;
        throw new Error('503');
      }
      return server.version;
    },
    onState: (state) => states.push(state),
    isOnline: () => server.online,
    chance: () => 0.5,
  });
  return { server, states, sync };
}

test('a read that fails is retried with growing waits until the version is reached', async () => {
  const { server, states, sync } = world();
  server.version = 2;
  server.fails = 3;
  await sync.catchUp(2);
  expect([server.reads, states]).toEqual([1, ['behind']]);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.reads, 'the second wait is longer').toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.reads).toBe(3);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([server.reads, states.at(-1)]).toEqual([4, 'current']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.reads, 'nothing is read without a change').toBe(4);
});

test('a board that was offline says so and reads again when the connection is back', async () => {
  const { server, states, sync } = world();
  server.online = false;
  sync.connectionChanged();
  expect(states).toEqual(['offline']);
  await sync.catchUp(2);
  server.version = 2;
  server.online = true;
  sync.connectionChanged();
  await vi.advanceTimersByTimeAsync(0);
  expect([server.reads, states.at(-1)]).toEqual([2, 'current']);
});

test('a change that is announced during a read is read afterwards, and one that is shown is not', async () => {
  const { server, sync } = world();
  const first = sync.catchUp();
  void sync.catchUp();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(server.reads).toBe(2);
  await sync.catchUp(1);
  expect(server.reads).toBe(2);
});

test('a board that was left is not read any more', async () => {
  const { server, sync } = world();
  server.fails = 1;
  await sync.catchUp(2);
  sync.end();
  await vi.advanceTimersByTimeAsync(60_000);
  await sync.catchUp(3);
  expect(server.reads).toBe(1);
});
