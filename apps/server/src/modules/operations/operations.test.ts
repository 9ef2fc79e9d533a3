import { randomUUID } from 'node:crypto';
import { operationsAdmin } from '@tuneport/contract/operations/operations-admin';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '../../platform/http/cookies.ts';
import { mountApi } from '../../platform/http/mount/mount.ts';
import { makeRegistry } from '../../platform/http/mount/registry.ts';
import { makeHttpServer } from '../../platform/http/server.ts';
import { type OutgoingMail, queueMail } from '../../platform/mail/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Client, type TestServer, testOrigin, testServer } from '../../testing/server.ts';
import { operationsAdminRoutes } from './index.ts';

let server: TestServer;
let superAdmin: Client;
let admin: Client;
let user: Client;
/** The same area with different settings: with and without demo data, with and without a mail server. */
const apps: Record<'demo' | 'live' | 'withMail', FastifyInstance> = {} as never;

beforeAll(async () => {
  server = await testServer();
  const appWith = async (changes: Partial<Platform['config']>) => {
    const config = { ...server.platform.config, ...changes };
    const app = await makeHttpServer(config, server.platform.log);
    mountApi(app, { ...server.platform, config }, makeRegistry(operationsAdmin, [operationsAdminRoutes]));
    return app;
  };
  apps.demo = await appWith({ demo: true, mailUrl: undefined });
  apps.live = await appWith({ demo: false, mailUrl: undefined });
  apps.withMail = await appWith({ demo: true, mailUrl: 'smtp://127.0.0.1:3170' });
  [superAdmin, admin, user] = await Promise.all([
    server.as({ role: 5 }),
    server.as({ role: 3 }),
    server.as({ role: 0 }),
  ]);
});
afterAll(async () => {
  await Promise.all(Object.values(apps).map((app) => app.close()));
  await server.close();
});

async function ask(app: FastifyInstance, client: Client, method: 'GET' | 'POST', path: string) {
  const cookie = client.token === null ? '' : `${sessionCookieName(server.platform.config)}=${client.token}`;
  const raw = await app.inject({ method, url: `/api${path}`, headers: { origin: testOrigin, cookie } });
  return { status: raw.statusCode, body: raw.body === '' ? null : raw.json() };
}

const token = 'cP0sT-9mQ2vXkY7wLzR4bN1dH6jF8gAe';
const example = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: 'reset-password',
  to: 'ann@example.test',
  subject: 'Choose a new password',
  text: `https://shop.test/auth/reset-password/${token}`,
  html: `<p>${token}</p>`,
  secrets: [token],
  notification: null,
  ...changes,
});
const setState = (id: number, state: string) =>
  server.db.updateTable('mail_outbox').set({ state }).where('id', '=', id).execute();
const acts = async (act: string) =>
  (await server.db.selectFrom('audit_log').selectAll().where('act', '=', act).execute()).length;

test('the outbox is listed newest first, filtered by state, kind and text, without mail bodies', async () => {
  for (let number = 0; number < 27; number += 1)
    await queueMail(server.db, example({ subject: `Mail ${number}`, kind: 'rental' }));
  const odd = await queueMail(server.db, example({ to: '100%_odd@example.test', kind: 'rental' }));
  await setState(odd, 'failed');
  const first = await ask(apps.live, admin, 'GET', '/v1/admin/mail?kind=rental');
  expect(first.body).toMatchObject({ page: 1, page_count: 2, total: 28 });
  expect(first.body.data).toHaveLength(25);
  expect(first.body.data[0].id).toBe(odd);
  expect(JSON.stringify(first.body)).not.toMatch(/text|html|secret/);
  const count = async (query: string) =>
    (await ask(apps.live, admin, 'GET', `/v1/admin/mail?kind=rental&${query}`)).body.total;
  expect([
    await count('state=failed'),
    await count('search=mail%2026'),
    await count('search=100%25_odd'),
    await count('search=%25'),
  ]).toEqual([1, 1, 1, 1]);
  expect((await ask(apps.live, admin, 'GET', '/v1/admin/mail?state=lost')).status).toBe(422);
  expect((await ask(apps.live, admin, 'GET', '/v1/admin/mail?kind=rental&page=9')).body.data).toEqual([]);
});

test('links and codes of a mail are masked for every reader, in the list and in the record', async () => {
  const id = await queueMail(server.db, example({ subject: `Your code is ${token}`, kind: 'payout' }));
  for (const app of Object.values(apps))
    for (const reader of [admin, superAdmin]) {
      const list = await ask(app, reader, 'GET', '/v1/admin/mail?kind=payout');
      const record = await ask(app, reader, 'GET', `/v1/admin/mail/${id}`);
      expect(record.body).toMatchObject({
        hidden: 'live',
        text: expect.stringMatching(/reset-password\/\[hidden \w+\]$/),
      });
      expect(JSON.stringify([list.body, record.body])).not.toContain(token);
      expect(list.body.data[0].subject).toMatch(/^Your code is \[hidden \w+\]$/);
    }
  expect((await ask(apps.live, admin, 'GET', `/v1/admin/mail?search=${token}`)).body.total).toBe(0);
});

test('links of a mail are revealed to a SuperAdmin only, without a mail server only, and each time with an audit event', async () => {
  const id = await queueMail(server.db, example());
  const reveal = (app: FastifyInstance, reader: Client) => ask(app, reader, 'POST', `/v1/admin/mail/${id}/reveal`);
  const before = await acts('mail.reveal');
  expect((await reveal(apps.demo, admin)).status).toBe(403);
  expect((await reveal(apps.demo, user)).status).toBe(403);
  expect((await reveal(apps.withMail, superAdmin)).body).toMatchObject({ code: 'conflict' });
  const can = async (app: FastifyInstance, reader: Client) =>
    (await ask(app, reader, 'GET', `/v1/admin/mail/${id}`)).body.can.reveal;
  expect([await can(apps.live, admin), await can(apps.withMail, superAdmin), await can(apps.live, superAdmin)]).toEqual(
    [false, false, true],
  );
  expect(await acts('mail.reveal')).toBe(before);
  for (const app of [apps.demo, apps.live])
    expect((await reveal(app, superAdmin)).body).toMatchObject({ text: expect.stringContaining(token) });
  expect(await acts('mail.reveal')).toBe(before + 2);
  expect((await ask(apps.live, superAdmin, 'POST', '/v1/admin/mail/999999/reveal')).status).toBe(404);
});

test('a mail without secrets is shown as it is, and erased secrets cannot be revealed', async () => {
  const open = await queueMail(server.db, example({ secrets: [], text: 'Your order is on its way.', html: '' }));
  expect((await ask(apps.live, admin, 'GET', `/v1/admin/mail/${open}`)).body).toMatchObject({
    text: 'Your order is on its way.',
    hidden: 'none',
    can: { reveal: false },
  });
  const gone = await queueMail(server.db, example());
  await server.db
    .updateTable('mail_outbox')
    .set({ state: 'sent', secrets: null, erased_at: new Date() })
    .where('id', '=', gone)
    .execute();
  expect((await ask(apps.demo, superAdmin, 'GET', `/v1/admin/mail/${gone}`)).body).toMatchObject({
    hidden: 'erased',
    can: { retry: false, reveal: false },
  });
  expect((await ask(apps.demo, superAdmin, 'POST', `/v1/admin/mail/${gone}/reveal`)).status).toBe(409);
});

test('a failed or held mail is resent once by a SuperAdmin with an audit event', async () => {
  const id = await queueMail(server.db, example());
  const retry = (client: Client) => ask(apps.live, client, 'POST', `/v1/admin/mail/${id}/retry`);
  expect((await retry(superAdmin)).status).toBe(409);
  await setState(id, 'failed');
  expect((await retry(admin)).status).toBe(403);
  const before = await acts('mail.retry');
  expect(await retry(superAdmin)).toMatchObject({
    status: 200,
    body: { state: 'queued', attempts: 0, can: { retry: false } },
  });
  expect((await retry(superAdmin)).status).toBe(409);
  expect(await acts('mail.retry')).toBe(before + 1);
  await setState(id, 'kept');
  expect((await retry(superAdmin)).body).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('No mail server'),
  });
  expect((await ask(apps.withMail, superAdmin, 'POST', `/v1/admin/mail/${id}/retry`)).body).toMatchObject({
    state: 'queued',
  });
  await setState(id, 'sent');
  expect((await retry(superAdmin)).body).toMatchObject({
    code: 'conflict',
    message: 'This mail has already been sent.',
  });
  expect((await ask(apps.live, superAdmin, 'POST', '/v1/admin/mail/999999/retry')).status).toBe(404);
});

async function failedJob(message: string): Promise<string> {
  const id = randomUUID();
  const name = 'platform.remove-expired';
  await sql`insert into pgboss.job (id, name, data, state, output, completed_on, retry_count, policy)
    values (${id}, ${name}, ${JSON.stringify({ period: new Date().toISOString() })}::jsonb, 'failed',
      ${JSON.stringify({ message })}::jsonb, now(), 5, 'standard')`.execute(server.db);
  return id;
}

test('queues are counted, and schedules show their last and next run', async () => {
  await failedJob('the disk was full');
  await sql`insert into job_periods (schedule, period, job_id) values ('files.sweep', '2026-01-01T03:20:00Z', ${randomUUID()})`.execute(
    server.db,
  );
  const { status, body } = await ask(apps.live, admin, 'GET', '/v1/admin/jobs');
  expect(status).toBe(200);
  const queue = body.queues.find((one: { name: string }) => one.name === 'platform.remove-expired');
  expect(queue).toMatchObject({ waiting: 0, running: 0, done: 0 });
  expect(queue.failed).toBeGreaterThanOrEqual(1);
  const sweep = body.schedules.find((one: { name: string }) => one.name === 'files.sweep');
  expect(sweep).toMatchObject({
    cron: '20 3 * * *',
    time_zone: 'UTC',
    last_due_at: '2026-01-01T03:20:00.000Z',
    last_state: 'done',
  });
  expect(Date.parse(sweep.next_due_at)).toBeGreaterThan(Date.now());
});

test('failed jobs are listed with their reason and requeued once by a SuperAdmin with an audit event', async () => {
  const id = await failedJob('the lights went out');
  const listed = await ask(apps.live, admin, 'GET', '/v1/admin/jobs/failed?search=lights');
  expect(listed.body).toMatchObject({
    total: 1,
    data: [{ id, name: 'platform.remove-expired', attempts: 6, error: 'the lights went out' }],
  });
  const retry = (client: Client, which = id) => ask(apps.live, client, 'POST', `/v1/admin/jobs/failed/${which}/retry`);
  expect((await retry(admin)).status).toBe(403);
  const before = await acts('job.retry');
  expect((await retry(superAdmin)).status).toBe(204);
  expect((await retry(superAdmin)).status).toBe(404);
  expect((await retry(superAdmin, randomUUID())).status).toBe(404);
  expect(await acts('job.retry')).toBe(before + 1);
});

test('users without the permission see no mail or jobs', async () => {
  for (const path of ['/v1/admin/mail', '/v1/admin/mail/1', '/v1/admin/jobs', '/v1/admin/jobs/failed']) {
    expect((await ask(apps.demo, user, 'GET', path)).status, path).toBe(403);
    expect((await ask(apps.demo, server.anonymous, 'GET', path)).status, path).toBe(401);
  }
});
