import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

test('a logged error has no secret of a link in it', () => {
  const lines: string[] = [];
  const log = makeLog('error', { write: (line) => void lines.push(line) });
  const secret = 'S3cret_Canary-0123456789';
  const paths = [`/trade-in/7/${secret}`, `/api/order/7/${secret}/invoice`, `/auth/reset-password/${secret}?x=1`];
  for (const path of paths) log.error({ err: new Error(`No route matches URL "${path}"`) }, 'page failed');
  log.error({ err: new Error('outer', { cause: new Error(`at ${paths[0]}`) }) }, 'page failed');
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toContain(secret);
  expect(lines[0]).toContain('/trade-in/7/-');
});
