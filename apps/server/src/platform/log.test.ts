import { Client, DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

test('a logged error contains no link secrets', () => {
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

test('a logged error of a broken connection does not contain its client', () => {
  const lines: string[] = [];
  const error = Object.assign(new DatabaseError('terminating connection', 1, 'error'), {
    code: '57P01',
    client: new Client({ user: 'tuneport', host: '/run' }),
  });
  makeLog('warn', { write: (line) => void lines.push(line) }).warn({ err: error }, 'a database connection broke');
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: 'terminating connection', code: '57P01' });
  expect(lines[0]).not.toContain('connectionParameters');
});

test.each([
  ['Failing row contains (7, S3cret\n(Canary), null).', 'Failing row contains [cut].'],
  ['Key (kind, token_hash)=(x, S3cret) Canary) already exists.', 'Key (kind, token_hash)=[cut] already exists.'],
  [
    'Key (user_id)=(S3cret Canary) is not present in table "users".',
    'Key (user_id)=[cut] is not present in table "users".',
  ],
  ['Process 7 waits for ShareLock on transaction 9.', 'Process 7 waits for ShareLock on transaction 9.'],
])('a logged database error contains no row values: %s', (detail, logged) => {
  const lines: string[] = [];
  const error = Object.assign(new DatabaseError('violates a constraint', 1, 'error'), {
    detail,
    constraint: 'some_key',
  });
  makeLog('error', { write: (line) => void lines.push(line) }).error({ err: error }, 'request failed');
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ detail: logged, constraint: 'some_key' });
});
