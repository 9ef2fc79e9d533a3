import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { anonymousActor } from '../../actor.ts';
import { watchRecord } from './live.ts';

test('streams of visitors count per network, and all networks of one IPv6 customer as one', async () => {
  const viewers: string[] = [];
  const live = {
    open({ viewer }: { viewer: string }) {
      viewers.push(viewer);
      return Readable.from([]);
    },
  };
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::ffff', '2001:db8:1:3::1', '2001:db8:2:3::1'])
    await watchRecord(
      { actor: anonymousActor(address), clientInfo: { address, cookies: {} }, platform: { live } } as never,
      { topic: 'ticket:1', versionFor: async () => 1 },
    );
  expect(viewers[1]).toBe(viewers[0]);
  expect(viewers[2]).toBe(viewers[0]);
  expect(viewers[3]).not.toBe(viewers[0]);
});
