import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { startMailSender } from '../../../platform/mail/sender.ts';
import { freePort } from '../../../testing/free-port.ts';
import { type Client, type TestServer, testOrigin, testServer } from '../../../testing/server.ts';
import { until } from '../../../testing/waiting/eventually.ts';
import { contentIntervalTasks, sendNewsletters } from './send-newsletters.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());
afterEach(async () => {
  await sql`delete from newsletter_subscribers`.execute(server.db);
  await sql`delete from mail_outbox`.execute(server.db);
});

const origin = testOrigin;
const send = () =>
  sendNewsletters({ db: server.db, origin, now: () => new Date(), signal: new AbortController().signal });
const mailDealers = () => {
  const task = contentIntervalTasks.find(({ name }) => name === 'content.mail-dealer-posts');
  return task?.run(server.platform, new AbortController().signal);
};
const mailsTo = async (address: string) => {
  const { rows } = await sql<{ subject: string; text_body: string; html_body: string; unsubscribe_url: string | null }>`
    select m.subject, m.secrets, m.unsubscribe_url, coalesce(b.text_body, m.text_body) as text_body,
      coalesce(b.html_body, m.html_body) as html_body
    from mail_outbox m left join mail_bodies b on b.id = m.body_id where m.to_address = ${address} order by m.id`.execute(
    server.db,
  );
  return rows.map((row) => unmask(row as never) as (typeof rows)[number]);
};
const tokenIn = (text: string, path: string) => new RegExp(`/api/${path}/([\\w-]+)`).exec(text)?.[1] ?? '';
const stateOf = async (email: string) =>
  (await server.db.selectFrom('newsletter_subscribers').select('state').where('email', '=', email).executeTakeFirst())
    ?.state;

let host = 0;
/** From another address each time, as the call is limited by address. */
const signUp = (email: string) => {
  host += 1;
  return server.anonymous.call('POST /newsletter', { body: { email }, from: `10.1.2.${host}` });
};

const subscribed = async (email: string) => {
  await signUp(email);
  const token = tokenIn((await mailsTo(email)).at(-1)?.text_body ?? '', 'newsletter/confirm');
  await server.anonymous.call('POST /newsletter/confirm/:token', { params: { token } });
};
/** Subscribers without the confirmation mails. */
const fill = (count: number) =>
  sql`
  insert into newsletter_subscribers (email, state, confirmed_at)
  select 'reader' || n || '@example.test', 'confirmed', now() from generate_series(1, ${count}) n`.execute(server.db);

let issue = 0;
const draft = async (fields: object = {}) => {
  issue += 1;
  const body = { title: `Issue ${issue}`, text: '<p>Hello <a href="/catalog">tunes</a>.</p>', ...fields };
  return (await admin.call('POST /v1/admin/newsletters', { body })).body;
};
const step = (id: number, body: { event: 'schedule' | 'send' | 'pause' | 'resume' | 'unschedule'; send_at?: string }) =>
  admin.call('POST /v1/admin/newsletters/:id/steps', { params: { id }, body });

test('concurrent saves of a new newsletter store it once', async () => {
  const body = { title: 'May', text: '<p>News of May.</p>' };
  const saved = await Promise.all(
    Array.from({ length: 6 }, () =>
      admin.call('PUT /v1/admin/newsletters/:slug', { params: { slug: '2026-05' }, body }),
    ),
  );
  expect(saved.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(await server.db.selectFrom('newsletters').select('title').where('slug', '=', '2026-05').execute()).toEqual([
    { title: 'May' },
  ]);
});

describe('subscription', () => {
  test('is confirmed by a mailed link, once, and the reply does not reveal who is subscribed (C354)', async () => {
    const email = 'ann@example.test';
    expect((await signUp('no address')).status).toBe(422);
    expect((await signUp('Ann@Example.test ')).status).toBe(204);
    expect(await stateOf(email)).toBe('pending');
    const [mail] = await mailsTo(email);
    const params = { token: tokenIn(mail?.text_body ?? '', 'newsletter/confirm') };
    // Opening the link alone changes nothing: mail scanners open every link.
    const opened = await server.anonymous.call('GET /newsletter/confirm/:token', { params });
    expect(opened.raw.body).toContain('<form method="post">');
    expect(await stateOf(email)).toBe('pending');
    const done = await server.anonymous.call('POST /newsletter/confirm/:token', { params });
    expect(done.raw.body).toContain('You are subscribed');
    expect(await stateOf(email)).toBe('confirmed');
    const again = await server.anonymous.call('POST /newsletter/confirm/:token', { params });
    expect(again.raw.body).toContain('no longer works');
    expect((await signUp(email)).status).toBe(204);
    expect(await mailsTo(email)).toHaveLength(1);
    const wrong = await server.anonymous.call('POST /newsletter/confirm/:token', { params: { token: 'wrong' } });
    expect(wrong.raw.body).toContain('no longer works');
  });

  test('sends a limited number of confirmation mails to an address', async () => {
    const email = 'victim@example.test';
    for (let time = 0; time < 8; time += 1) expect((await signUp(email)).status).toBe(204);
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test('ends with one click of any newsletter and needs a new confirmation afterwards', async () => {
    const email = 'bob@example.test';
    await subscribed(email);
    const { id } = await draft();
    await step(id, { event: 'send' });
    await send();
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.unsubscribe_url).toMatch(/\/api\/newsletter\/unsubscribe\/[\w-]{20,}$/);
    expect(mail?.text_body).toContain(mail?.unsubscribe_url);
    expect(mail?.html_body).toContain(`href="${mail?.unsubscribe_url}"`);
    const params = { token: tokenIn(mail?.unsubscribe_url ?? '', 'newsletter/unsubscribe') };
    await server.anonymous.call('GET /newsletter/unsubscribe/:token', { params });
    expect(await stateOf(email)).toBe('confirmed');
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/newsletter/unsubscribe/${params.token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(reply.statusCode).toBe(200);
    expect(await stateOf(email)).toBe('unsubscribed');
    await server.anonymous.call('POST /newsletter/unsubscribe/:token', { params });
    const { body } = await admin.call('GET /v1/admin/newsletters/:id', { params: { id } });
    expect(body).toMatchObject({ state: 'sent', recipients: 1, unsubscribed: 1 });
    await signUp(email);
    expect(await stateOf(email)).toBe('pending');
  });

  test('is chosen in the profile for the own confirmed address only', async () => {
    const { id } = await server.make.user();
    const user = await server.as({ id });
    const { email } = await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const put = (newsletter: boolean) => user.call('PUT /user/mail-preferences', { body: { newsletter } });
    await server.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', id).execute();
    expect((await put(true)).status).toBe(409);
    await server.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', id).execute();
    expect((await put(true)).body).toEqual({ newsletter: true, dealer_blog_posts: null });
    expect(await stateOf(email)).toBe('confirmed');
    expect((await put(false)).body.newsletter).toBe(false);
    expect((await user.call('PUT /user/mail-preferences', { body: { dealer_blog_posts: false } })).status).toBe(409);
  });
});

describe('newsletter', () => {
  test('is stored under its slug and shown to everyone once it is sent (C355, C356)', async () => {
    const params = { slug: '2026-03' };
    const put = (client: Client, body: { title: string; text: string }) =>
      client.call('PUT /v1/admin/newsletters/:slug', { params, body });
    const user = await server.as({});
    expect((await put(user, { title: 'March', text: '<p>x</p>' })).status).toBe(403);
    expect((await put(admin, { title: '', text: '' })).status).toBe(422);
    expect((await put(admin, { title: 'March', text: '<script>alert(1)</script>' })).status).toBe(422);
    const made = await put(admin, { title: 'March', text: '<p>One</p><script>alert(1)</script>' });
    expect(made.body).toMatchObject({ slug: '2026-03', title: 'March', text: '<p>One</p>', state: 'draft' });
    await put(admin, { title: 'March news', text: '<p>Two</p>' });
    expect((await server.anonymous.call('GET /newsletter/:slug', { params })).status).toBe(404);
    await step(made.body.id, { event: 'send' });
    const shown = await server.anonymous.call('GET /newsletter/:slug', { params });
    expect(shown.body).toMatchObject({ title: 'March news', text: '<p>Two</p>' });
    expect((await put(admin, { title: 'Changed', text: '<p>Three</p>' })).status).toBe(409);
    await send();
    expect((await step(made.body.id, { event: 'send' })).status).toBe(409);
    const id = made.body.id;
    expect((await admin.call('DELETE /v1/admin/newsletters/:id', { params: { id } })).status).toBe(204);
  });

  test('is sent at its time, to confirmed subscribers only', async () => {
    await subscribed('in@example.test');
    await signUp('pending@example.test');
    const { id } = await draft({ button_label: 'Find your car', button_url: '/catalog' });
    expect((await step(id, { event: 'schedule' })).status).toBe(422);
    expect((await step(id, { event: 'schedule', send_at: '2020-01-01T00:00:00Z' })).status).toBe(422);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await step(id, { event: 'schedule', send_at: at })).body).toMatchObject({
      state: 'scheduled',
      send_at: at,
    });
    await send();
    expect(await mailsTo('in@example.test')).toHaveLength(1);
    await sql`update newsletters set send_at = now() - interval '1 second' where id = ${id}`.execute(server.db);
    await send();
    const mail = (await mailsTo('in@example.test')).at(-1);
    expect(mail?.html_body).toContain(`href="${origin}/catalog"`);
    expect(mail?.text_body).toContain(`Find your car:\n${origin}/catalog`);
    expect(await mailsTo('pending@example.test')).toHaveLength(1);
    expect((await admin.call('GET /v1/admin/newsletters/:id', { params: { id } })).body).toMatchObject({
      state: 'sent',
    });
    const deleted = await admin.call('DELETE /v1/admin/newsletters/:id', { params: { id } });
    expect(deleted.status).toBe(409);
  });

  test('test is sent to the address of its author, and a preview loads nothing from other sites', async () => {
    const { id } = await draft();
    const { body } = await admin.call('POST /v1/admin/newsletters/:id/test', { params: { id } });
    expect((await mailsTo(body.to))[0]?.subject).toMatch(/^\[Test\] Issue/);
    const { raw } = await admin.call('GET /v1/admin/newsletters/:id/html', { params: { id } });
    expect(raw.headers['content-security-policy']).toContain("default-src 'none'");
    expect(raw.body).toContain('<p style=');
  });

  test('stops while it is paused and goes on from there', async () => {
    await fill(3);
    const { id } = await draft();
    await step(id, { event: 'send' });
    await step(id, { event: 'pause' });
    await send();
    expect(await mailsTo('reader1@example.test')).toEqual([]);
    await step(id, { event: 'resume' });
    await send();
    await send();
    for (const n of [1, 2, 3]) expect(await mailsTo(`reader${n}@example.test`)).toHaveLength(1);
  });

  test('two processes that send at once queue one mail for each subscriber', async () => {
    await fill(1200);
    const { id } = await draft();
    await step(id, { event: 'send' });
    await Promise.all([send(), send(), send()]);
    const { rows } = await sql<{ mails: number; addresses: number; deliveries: number }>`
      select count(*)::int as mails, count(distinct to_address)::int as addresses,
        (select count(*)::int from newsletter_deliveries where newsletter_id = ${id}) as deliveries
      from mail_outbox where kind = 'newsletter'`.execute(server.db);
    expect(rows[0]).toEqual({ mails: 1200, addresses: 1200, deliveries: 1200 });
  });
});

describe('sending', () => {
  /** Counts the mails of each address. */
  async function receiver(refused: readonly string[] = []) {
    const port = await freePort();
    const got = new Map<string, number>();
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) =>
        refused.includes(address) ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
      onData(stream, session, done) {
        stream.resume();
        stream.on('end', () => {
          for (const { address } of session.envelope.rcptTo) got.set(address, (got.get(address) ?? 0) + 1);
          done();
        });
      },
    });
    smtp.on('error', () => {});
    await new Promise<void>((settle) => smtp.listen(port, '127.0.0.1', settle));
    return {
      got,
      url: `smtp://127.0.0.1:${port}`,
      close: () => new Promise<void>((settle) => smtp.close(() => settle())),
    };
  }
  const sender = (mailUrl: string) =>
    startMailSender({
      db: server.db,
      log: server.platform.log,
      mailUrl,
      mailTls: 'optional',
      mailFrom: 'Tuneport <no-reply@shop.test>',
      everyMs: 50,
    });

  // SOAK=1 sends to READERS subscribers, by default 100,000.
  const whole = process.env.SOAK === '1';
  const waitMs = whole ? 7_200_000 : undefined;

  test('survives three kill -9 and no subscriber gets the newsletter twice', async () => {
    const count = whole ? Number(process.env.READERS ?? 100_000) : 400;
    await fill(count);
    const { id } = await draft();
    await step(id, { event: 'send' });
    const inbox = await receiver();
    const script = fileURLToPath(new URL('../../../testing/processes/newsletter-process.ts', import.meta.url));
    for (const killAt of [0.075, 0.225, 0.375].map((share) => share * count)) {
      const child = spawn(process.execPath, [script, JSON.stringify(server.database.connection), inbox.url, origin], {
        stdio: 'ignore',
      });
      const gone = once(child, 'exit');
      await until(() => inbox.got.size >= killAt, waitMs);
      child.kill('SIGKILL');
      await gone;
    }
    // What was being sent when a process died waits for its lease to end.
    await sql`update mail_outbox set next_attempt_at = now() where state = 'queued'`.execute(server.db);
    await send();
    const last = sender(inbox.url);
    await until(async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from mail_outbox where state = 'queued'`.execute(server.db);
      return rows[0]?.open === 0;
    }, waitMs);
    await last.stop();
    await inbox.close();
    expect([...inbox.got].filter(([, times]) => times > 1)).toEqual([]);
    const { body } = await admin.call('GET /v1/admin/newsletters/:id', { params: { id } });
    expect(body).toMatchObject({ state: 'sent', recipients: count });
    // Each killed process leaves at most one uncertain mail per lane, which is reported and not repeated.
    expect(body.failed).toBeLessThanOrEqual(6);
    expect(inbox.got.size).toBeGreaterThanOrEqual(count - body.failed);
  });

  test('bounce of an unknown address ends its subscription; transactional mail goes first', async () => {
    await subscribed('gone@example.test');
    await subscribed('here@example.test');
    await sql`delete from mail_outbox`.execute(server.db);
    const { id } = await draft();
    await step(id, { event: 'send' });
    await send();
    const inbox = await receiver(['gone@example.test']);
    const started = sender(inbox.url);
    await until(async () => (await admin.call('GET /v1/admin/newsletters/:id', { params: { id } })).body.failed === 1);
    await until(() => inbox.got.get('here@example.test') === 1);
    await started.stop();
    await inbox.close();
    await send();
    expect(await stateOf('gone@example.test')).toBe('bounced');
    expect(await stateOf('here@example.test')).toBe('confirmed');
    const next = await draft();
    await step(next.id, { event: 'send' });
    await send();
    const { body } = await admin.call('GET /v1/admin/newsletters/:id', { params: { id: next.id } });
    expect(body.recipients).toBe(1);
  });

  test('recorded bounces end subscriptions', async () => {
    await subscribed('late@example.test');
    const text = 'Undelivered: <late@example.test>; unknown@example.test';
    const { body } = await admin.call('POST /v1/admin/newsletter-bounces', { body: { addresses: text } });
    expect(body).toEqual({ recorded: 1, unknown: 1 });
    expect(await stateOf('late@example.test')).toBe('bounced');
    const start = performance.now();
    await admin.call('POST /v1/admin/newsletter-bounces', { body: { addresses: 'a'.repeat(100_000) } });
    expect(performance.now() - start, 'text without an address is read in linear time').toBeLessThan(2_000);
  });
});

describe('dealer blog post', () => {
  let author = 0;
  beforeAll(async () => {
    const params = { slug: 'jane-roe' };
    author = (await admin.call('PUT /v1/admin/bio/:slug', { params, body: { name: 'Jane Roe', text: '' } })).body.id;
  });
  const member = async (kind: 'manager' | 'member' = 'member') => {
    const { id } = await server.make.user({ role: 4 });
    const dealer = await server.db
      .insertInto('dealers')
      .values({ name: 'Example Motors', slug: `dealer-${crypto.randomUUID()}`, currency: 'CAD', state: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.insertInto('dealer_members').values({ dealer_id: dealer.id, user_id: id, kind }).execute();
    const user = await server.db
      .updateTable('users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', id)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow();
    return user;
  };
  const post = async (fields: object) => {
    const body = {
      title: 'New dealer prices',
      summary: 'What changes in April.',
      text: '<p>Text.</p>',
      author_id: author,
      tags: ['Dealer' as const],
      publish_at: new Date(Date.now() - 60_000).toISOString(),
      ...fields,
    };
    return (await admin.call('POST /v1/admin/blog-posts', { body })).body;
  };

  test('is mailed once to members of dealers, when it is published (S451)', async () => {
    const ann = await member('manager');
    const outsider = await server.make.user();
    const { email } = await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', outsider.id)
      .executeTakeFirstOrThrow();
    const later = await post({ title: 'Later', publish_at: new Date(Date.now() + 3_600_000).toISOString() });
    const now = await post({});
    await post({ title: 'For everyone', tags: ['News'] });
    await mailDealers();
    await mailDealers();
    const mails = await mailsTo(ann.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['New dealer prices']);
    expect(mails[0]?.text_body).toContain(`/blog/${now.id}/new-dealer-prices`);
    expect(await mailsTo(email)).toEqual([]);
    // Taking the tag away and giving it again does not mail it again.
    for (const tags of [['News'], ['Dealer']] as const) {
      const { body } = await admin.call('GET /v1/admin/blog-posts/:id', { params: { id: now.id } });
      await admin.call('PATCH /v1/admin/blog-posts/:id', {
        params: { id: now.id },
        body: { tags: [...tags] },
        readAt: body.updated_at,
      });
    }
    await mailDealers();
    expect(await mailsTo(ann.email)).toHaveLength(1);
    await sql`update blog_posts set publish_at = now() - interval '1 second' where id = ${later.id}`.execute(server.db);
    await mailDealers();
    expect((await mailsTo(ann.email)).map(({ subject }) => subject)).toEqual(['New dealer prices', 'Later']);
  });

  test('mails end with the link of any of them, which opens the page that says so (C344, S114)', async () => {
    const bob = await member();
    await post({});
    await mailDealers();
    const token = tokenIn((await mailsTo(bob.email))[0]?.text_body ?? '', 'mail/unsubscribe/dealer-blog-posts');
    const reply = await server.anonymous.call('GET /mail/unsubscribe/dealer-blog-posts/:token', { params: { token } });
    expect(reply.status).toBe(303);
    expect(reply.raw.headers.location).toBe('/mail/unsubscribed/dealer-blog-posts');
    await post({ title: 'Second' });
    await mailDealers();
    expect(await mailsTo(bob.email)).toHaveLength(1);
    const client = await server.as({ id: bob.id });
    expect((await client.call('GET /user/mail-preferences')).body.dealer_blog_posts).toBe(false);
    const on = await client.call('PUT /user/mail-preferences', { body: { dealer_blog_posts: true } });
    expect(on.body.dealer_blog_posts).toBe(true);
    const wrong = await server.anonymous.call('GET /mail/unsubscribe/dealer-blog-posts/:token', {
      params: { token: 'wrong' },
    });
    expect(wrong.status).toBe(303);
  });
});
