import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { until } from '../../testing/waiting/eventually.ts';
import { listen } from '../db/connection/listen.ts';
import type { Db } from '../db/db.ts';
import { makeLog } from '../log.ts';
import { mail } from './layout.ts';
import { claimMail } from './outbox.ts';
import { mailChannel, type OutgoingMail, queueMail } from './queue.ts';
import { type MailSender, type MailSenderOptions, startMailSender } from './sender.ts';

let database: TestDatabase;
/** Port of the test's mail server, if it has one. */
let port: number;
const log = makeLog('silent');
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await testDatabase();
  port = await freePort();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await sql`truncate mail_outbox restart identity`.execute(database.db);
});
afterAll(() => database.close());

const example = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: 'new-link',
  to: 'ann@example.test',
  subject: 'Confirm your e-mail address',
  secrets: [],
  notification: null,
  ...mail({
    title: 'Confirm',
    paragraphs: ['Hello Ann,'],
    button: { label: 'Confirm', url: 'https://shop.test/c/1?a=1&b=2' },
  }),
  ...changes,
});

async function receiver(options: SMTPServerOptions = {}) {
  const mails: { envelope: string[]; mail: Email; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      void buffer(stream).then(async (raw) => {
        mails.push({
          envelope: session.envelope.rcptTo.map(({ address }) => address),
          mail: await PostalMime.parse(raw),
          raw: raw.toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((settle) => server.listen(port, '127.0.0.1', settle));
  closing.push(() => new Promise((settle) => server.close(() => settle())));
  return mails;
}

function sender(options: Partial<MailSenderOptions> = {}): MailSender {
  const started = startMailSender({
    db: database.db,
    log,
    mailUrl: `smtp://127.0.0.1:${port}`,
    mailTls: 'optional',
    mailFrom: 'Tuneport <no-reply@shop.test>',
    everyMs: 100,
    ...options,
  });
  closing.push(() => started.stop());
  return started;
}

const rows = () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();
const states = async () => (await rows()).map(({ state }) => state);

test.each([
  ['offers no TLS', { disabledCommands: ['STARTTLS'] }],
  ['shows a self-signed certificate', { disabledCommands: [] }],
])('a mail is not sent when TLS is required and the server %s', async (_, options: SMTPServerOptions) => {
  const mails = await receiver(options);
  await queueMail(database.db, example());
  sender({ mailTls: 'required', pausesS: [60] });
  await until(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.last_error !== null);
  expect(mails).toEqual([]);
  expect(await states()).toEqual(['queued']);
});

test('a mail has a reply address for its recipient only where the site takes answers', async () => {
  const mails = await receiver();
  const queue = () => queueMail(database.db, example({ replyAbout: 'ticket:17' }));
  await queue();
  const off = sender();
  await until(async () => (await states())[0] === 'sent');
  await off.stop();
  await queue();
  const failing = sender({ replyTo: () => Promise.reject(new Error('no key')) });
  await until(async () => (await states())[1] === 'sent');
  await failing.stop();
  await queue();
  sender({ replyTo: async (about, to) => `reply+${about.replace(':', '-')}-${to.split('@')[0]}@reply.test` });
  await until(async () => (await states())[2] === 'sent');
  expect(mails.map(({ mail: { replyTo } }) => replyTo?.[0]?.address)).toEqual([
    undefined,
    undefined,
    'reply+ticket-17-ann@reply.test',
  ]);
});

test('a copy of a mail to several people names all of them and is delivered to its own recipient only', async () => {
  const mails = await receiver();
  const shown = { to: 'ann@example.test', cc: ['bo@example.test'] };
  await queueMail(database.db, example({ to: 'bo@example.test', shown }));
  sender();
  await until(async () => (await states())[0] === 'sent');
  expect(mails.map(({ envelope }) => envelope)).toEqual([['bo@example.test']]);
  const copy = mails[0]?.mail;
  expect([copy?.to, copy?.cc].map((list) => list?.map(({ address }) => address))).toEqual([
    ['ann@example.test'],
    ['bo@example.test'],
  ]);
});

test('a mail of a rolled-back transaction is never sent, a committed one is sent as text and HTML', async () => {
  const mails = await receiver();
  await database.db
    .transaction()
    .execute(async (tx) => {
      await queueMail(tx, example({ to: 'nobody@example.test' }));
      throw new Error('no');
    })
    .catch(() => {});
  await database.db.transaction().execute((tx) => queueMail(tx, example({ unsubscribeUrl: 'https://shop.test/u/1' })));
  sender();
  await until(async () => (await states())[0] === 'sent');
  expect(mails.map(({ envelope }) => envelope)).toEqual([['ann@example.test']]);
  const received = mails[0]?.mail as Email;
  expect(received.from?.address).toBe('no-reply@shop.test');
  expect(received.subject).toBe('Confirm your e-mail address');
  expect(received.text).toContain('https://shop.test/c/1?a=1&b=2');
  expect(received.html).toContain('href="https://shop.test/c/1?a=1&amp;b=2"');
  const header = (key: string) => received.headers.find((line) => line.key === key)?.value;
  expect(header('list-unsubscribe')).toBe('<https://shop.test/u/1>');
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

/** A mail with its code in subject, text and link, and a second token that is not declared as a secret. */
const withSecrets = (code: string, forgotten: string) =>
  example({
    subject: `Your code is ${code}`,
    unsubscribeUrl: `https://shop.test/u/${forgotten}`,
    secrets: [code],
    ...mail({
      title: `Your code is ${code}`,
      paragraphs: [`Or open https://shop.test/t?token=${forgotten}&page=2`],
      button: { label: 'Open', url: `https://shop.test/r/${code}/next` },
    }),
  });

test('stored mail holds masks instead of secrets, the recipient gets the originals, and they are erased once sent', async () => {
  const mails = await receiver();
  const [code, forgotten] = ['AB2C-9XYZ', 'mC4dTqW0fJ8xkU2s7VhZpA'];
  await queueMail(database.db, withSecrets(code, forgotten));
  await queueMail(database.db, example());
  const [stored] = await rows();
  const { secrets, ...shown } = stored ?? { secrets: null };
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${code}|${forgotten}`));
  expect(Object.values(secrets as object).sort()).toEqual([code, forgotten].sort());
  sender();
  await until(async () => (await states()).every((state) => state === 'sent'));
  const received = mails.map((one) => one.mail).find(({ subject }) => subject?.includes('code')) as Email;
  expect(received.subject).toBe(`Your code is ${code}`);
  for (const part of [received.text, received.html]) {
    expect(part).toContain(`https://shop.test/r/${code}/next`);
    expect(part).toContain(`token=${forgotten}`);
  }
  const header = received.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  expect(header).toBe(`<https://shop.test/u/${forgotten}>`);
  const [sent, plain] = await rows();
  expect(sent).toMatchObject({ secrets: null, erased_at: expect.any(Date) });
  expect(sent?.text_body).toMatch(/Your code is \[hidden [0-9a-f]{8}\]/);
  expect(plain).toMatchObject({ secrets: null, erased_at: null });
});

test('a mail is not queued when one of its secrets cannot be masked', async () => {
  await expect(queueMail(database.db, example({ secrets: ['a b'] }))).rejects.toThrow('mail secret');
});

test('a sender sends on the commit notification, without waiting for its interval', async () => {
  const mails = await receiver();
  const started = sender({ everyMs: 60_000 });
  const listening = listen(database.connection, {
    channels: { [mailChannel]: () => started.wake() },
    onReconnect: () => {},
    log,
  });
  closing.push(() => listening.close());
  await listening.ready;
  await database.db.transaction().execute((tx) => queueMail(tx, example()));
  await until(async () => mails.length === 1, 2_000);
});

test('two senders and 60 mails: each mail arrives exactly once', async () => {
  const mails = await receiver();
  for (let number = 0; number < 60; number += 1)
    await queueMail(database.db, example({ to: `user${number}@example.test` }));
  sender();
  sender();
  await until(async () => (await states()).every((state) => state === 'sent'));
  expect(new Set(mails.map(({ envelope }) => envelope[0])).size).toBe(60);
  expect(mails).toHaveLength(60);
});

async function tuplesRead(tx: Db): Promise<number> {
  const { rows } = await sql<{ tuples: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as tuples from pg_stat_xact_user_tables where relname = 'mail_outbox'`.execute(
    tx,
  );
  return rows[0]?.tuples ?? 0;
}

test('a claim reads few mails when the statistics know of none that waits', async () => {
  const { db } = database;
  await sql`analyze mail_outbox`.execute(db);
  await sql`insert into mail_outbox (kind, to_address, subject, text_body, html_body, bulk)
    select 'newsletter', 'reader' || n || '@example.test', 'News', '', '', true from generate_series(1, 5000) n`.execute(
    db,
  );
  await queueMail(db, example());
  const read = await db.transaction().execute(async (tx) => {
    const before = await tuplesRead(tx);
    const first = await claimMail(tx, null);
    const second = await claimMail(tx, first ?? null);
    expect([first?.to_address, second?.to_address]).toEqual(['ann@example.test', 'reader1@example.test']);
    return (await tuplesRead(tx)) - before;
  });
  expect(read).toBeLessThan(50);
});

test('a mail is marked as sent with the claim of the next one, under its own claim only', async () => {
  const { db } = database;
  for (const name of ['ann', 'bo', 'cy']) await queueMail(db, example({ to: `${name}@example.test` }));
  const ann = await claimMail(db, null);
  const bo = await claimMail(db, ann ?? null);
  expect(await states()).toEqual(['sent', 'queued', 'queued']);
  // Another sender has taken it over in the meantime.
  await sql`update mail_outbox set attempts = attempts + 1 where id = ${bo?.id ?? 0}`.execute(db);
  await claimMail(db, bo ?? null);
  expect(await states()).toEqual(['sent', 'queued', 'queued']);
});

test('a mail with a large file arrives whole', async () => {
  const mails = await receiver();
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251));
  await queueMail(database.db, example({ attachment: 'lead-mail:1' }));
  sender({ attach: async () => ({ name: 'offer.pdf', type: 'application/pdf', bytes }) });
  await until(async () => (await states())[0] === 'sent');
  const file = mails[0]?.mail.attachments.find(({ filename }) => filename === 'offer.pdf');
  expect(Buffer.from(file?.content as ArrayBuffer).equals(bytes)).toBe(true);
});

test('the outbox keeps every mail without a mail server', async () => {
  await queueMail(database.db, example());
  sender({ mailUrl: undefined });
  await until(async () => (await states())[0] === 'kept');
  expect((await rows())[0]?.text_body).toContain('https://shop.test/c/1');
});

test('a refused connection is retried until the server is available', async () => {
  await queueMail(database.db, example());
  sender({ pausesS: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2] });
  await until(async () => ((await rows())[0]?.attempts ?? 0) >= 2);
  expect((await rows())[0]?.last_error).toMatch(/ECONNREFUSED/);
  const mails = await receiver();
  await until(async () => (await states())[0] === 'sent');
  expect(mails).toHaveLength(1);
  expect((await rows())[0]?.last_error).toBeNull();
});

test('a mail fails after eight attempts with its reason', async () => {
  await queueMail(database.db, example());
  sender({ pausesS: Array<number>(7).fill(0.01) });
  await until(async () => (await states())[0] === 'failed');
  expect(await rows()).toMatchObject([{ attempts: 8, last_error: expect.stringMatching(/ECONNREFUSED/) }]);
});

test('a permanently refused address is not retried', async () => {
  await receiver({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
  });
  await queueMail(database.db, example());
  sender();
  await until(async () => (await states())[0] === 'failed');
  expect(await rows()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('550') }]);
});

test('a mail server that accepts and then hangs does not block the mail forever', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((settle) => silent.listen(port, '127.0.0.1', settle));
  closing.push(() => new Promise((settle) => silent.close(() => settle())));
  await queueMail(database.db, example());
  sender({ timeoutMs: 500 });
  await until(async () => (await rows())[0]?.last_error !== null, 4_000);
  expect((await rows())[0]?.last_error).toMatch(/Greeting|timeout/i);
});

test('line breaks in subject, address or link never become a header or a second recipient', async () => {
  const mails = await receiver();
  const evil = 'Hello\r\nBcc: evil@example.test\r\n\r\n<script>\u2028x';
  await queueMail(
    database.db,
    example({ subject: evil, unsubscribeUrl: 'https://shop.test/u\r\nBcc: evil@example.test' }),
  );
  for (const to of [
    'a@b.test, evil@b.test',
    'a@b.test\r\nBcc: evil@b.test',
    'A <a@b.test>',
    'a@b.test;e@b.test',
    'a',
    '',
  ]) {
    await expect(queueMail(database.db, example({ to }))).rejects.toThrow('exactly one plain address');
  }
  sender();
  await until(async () => (await states())[0] === 'sent');
  expect(mails[0]?.envelope).toEqual(['ann@example.test']);
  expect(mails[0]?.raw).not.toMatch(/^bcc:/im);
  expect(mails[0]?.mail.subject).toBe('Hello Bcc: evil@example.test <script> x');
});

test('the layout escapes user input, and a button links to http(s) only', () => {
  const { html, text } = mail({
    title: '<b>Hi</b>',
    paragraphs: [`"quoted" & <img src=x onerror='1'>\nsecond line`],
    button: { label: 'Open <it>', url: 'https://shop.test/?q="><script>alert(1)</script>' },
  });
  expect(html).not.toMatch(/<b>|<img (?!src="cid:tuneport-logo")|<script/);
  expect(html).toContain('&lt;img src=x onerror=&#39;1&#39;&gt;<br>second line');
  expect(text).toContain(`"quoted" & <img src=x onerror='1'>\nsecond line`);
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'not an address']) {
    expect(() => mail({ title: 't', paragraphs: [], button: { label: 'x', url } })).toThrow();
  }
});
