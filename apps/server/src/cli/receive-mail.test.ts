import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyAddress } from '../platform/mail/inbound/reply-address.ts';
import { makeSecretBox } from '../platform/secrets/secret-box.ts';
import { scratch } from '../testing/scratch.ts';
import { type TestServer, testServer } from '../testing/server.ts';

const domain = 'reply.tuneport.test';
const key = 'a-secret-key-for-this-test-alone-0123456789';
let server: TestServer;
beforeAll(async () => {
  server = await testServer({ REPLY_MAIL_DOMAIN: domain, SECRET_KEY: key });
});
afterAll(() => server.close());

async function run(message: string, env: Record<string, string>, ...recipients: string[]) {
  const child = spawn(
    process.execPath,
    [new URL('./index.ts', import.meta.url).pathname, 'receive-mail', ...recipients],
    {
      env: {
        ...process.env,
        DATA_DIR: await mkdtemp(join(scratch, 'tuneport-cli-')),
        SECRET_KEY: key,
        REPLY_MAIL_DOMAIN: domain,
        ...env,
      },
    },
  );
  child.stdin.end(message);
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output: JSON.parse(output || 'null'), code: child.exitCode };
}

test('receive-mail stores an answer from standard input, and asks the mail server to try again after a failure', async () => {
  const body = { title: 'Tool stops', description: 'At 12 %.', customer_name: 'Ann', email: 'ann@example.test' };
  const { body: ticket } = await server.anonymous.call('POST /tickets', { body });
  const signer = { db: server.db, secrets: makeSecretBox(key) };
  const to = await replyAddress(signer, domain, `ticket:${ticket.id}`, body.email);
  const DATABASE_URL = server.database.url;
  const message = `From: ann@example.test\r\nMessage-ID: <1@example.test>\r\n\r\nBy pipe\r\n`;
  expect(await run(message, { DATABASE_URL }, to)).toEqual({ output: { outcome: 'stored', reason: null }, code: 0 });
  expect(await run(message, { DATABASE_URL }, to)).toEqual({ output: { outcome: 'duplicate', reason: null }, code: 0 });
  const messages = await server.db.selectFrom('ticket_messages').select(['text', 'by_mail']).execute();
  expect(messages).toEqual([{ text: 'By pipe', by_mail: true }]);
  const down = await run(message, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }, to);
  expect(down).toMatchObject({ output: { outcome: 'failed' }, code: 75 });
}, 60_000);
