import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { PoolFull } from '../db/connection/open.ts';
import { makeLog } from '../log.ts';
import { Refusal, unavailable } from '../refusal.ts';
import { makeHttpServer } from './server.ts';

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const missingFile = Object.assign(new Error("ENOENT: no such file, open '/x'"), { code: 'ENOENT', syscall: 'open' });
const noSocket = Object.assign(new Error('connect ENOENT /run/x'), { code: 'ENOENT', syscall: 'connect' });

test.each<[string, Error, object]>([
  [
    'a full disk',
    new Refusal('unavailable', {}, { cause: full }),
    { status: 503, reason: expect.stringContaining('no space left') },
  ],
  ['a full pool', new PoolFull('All connections are busy.'), { status: 503, reason: 'All connections are busy.' }],
  ['an unavailable database', unavailable(noSocket), { status: 503, reason: 'ENOENT connect ENOENT /run/x' }],
  [
    'a secret in a path',
    unavailable(new Error('at /trade-in/7/S3cret_Canary-0123456789')),
    { reason: 'at /trade-in/7/-' },
  ],
  ['a missing file (a bug, so 500)', missingFile, { status: 500 }],
])('the log says why a request was not answered: %s', async (_, error, line) => {
  const lines: string[] = [];
  const log = makeLog('error', { write: (text) => void lines.push(text) });
  const app = await makeHttpServer(readConfig({ PUBLIC_ORIGIN: 'http://localhost:3000' }), log);
  app.get('/fails', () => {
    throw error;
  });
  const reply = await app.inject({ url: '/fails' });
  expect(reply.body).not.toContain('no space left');
  const answered = () => lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered');
  await expect.poll(answered).toMatchObject(line);
});
