import { randomUUID } from 'node:crypto';
import { mailKindNames, mailKinds } from '@tuneport/domain/site/mail-kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailMessage, type OutgoingMail, queueMail, queueNotification } from '../../../platform/mail/queue.ts';
import { mailSample } from '../../../platform/mail/samples.ts';
import { withLanguage } from '../../../platform/texts.ts';
import { asGuest } from '../../../testing/guests.ts';
import { tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { queuedRequest } from '../../../testing/tuning.ts';
import { anonymise } from '../deletion/anonymise.ts';
import { deleteOldNotifications } from './notifications.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(() => sql`delete from rate_limits`.execute(server.db));

const origin = 'https://shop.test';
const message = (title = 'Your car', more: Partial<Parameters<typeof mailMessage>[1]> = {}) =>
  mailMessage('webhook-paused', {
    title,
    paragraphs: ['Hello,', 'It failed five times.', 'Webhook 7', 'It is paused.', 'See https://shop.test/elsewhere'],
    button: { label: 'Open', url: `${origin}/profile/webhooks/7?tab=log` },
    ...more,
  });
const send = (to: string, more: Partial<OutgoingMail> = {}) =>
  queueMail(server.db, { to, secrets: [], ...message(), ...more } as OutgoingMail);
const list = async (client: Client, query: { unread?: 'yes'; before?: number; per_page?: number } = {}) =>
  (await client.call('GET /user/notifications', { query })).body;
const rowsOf = (userId: number | null) =>
  server.db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id').execute();
async function person(values: { email_confirmed_at?: Date | null; language?: 'de' } = {}) {
  const client = await server.as({});
  const id = client.userId ?? 0;
  if (Object.keys(values).length > 0) await server.db.updateTable('users').set(values).where('id', '=', id).execute();
  const { email } = await server.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
  return { client, id, email };
}

describe('a mail to an account', () => {
  test('appears as a notification with its subject, one line and the page of its button, in one statement', async () => {
    const { client, email } = await person();
    const statements = await statementsOf(() => send(email.toUpperCase()));
    expect(statements.filter((text) => /insert into/i.test(text))).toHaveLength(1);
    expect(await list(client)).toMatchObject({
      data: [
        {
          kind: 'webhook-paused',
          title: 'Your car',
          text: 'It failed five times. Webhook 7 · It is paused.',
          path: '/profile/webhooks/7?tab=log',
          read_at: null,
        },
      ],
      next: null,
      unread: 1,
    });
  });

  test('is in the language of the person, with a path that has no language', async () => {
    const { client, email } = await person({ language: 'de' });
    await queueMail(server.db, { to: email, secrets: [], message: () => mailSample('data-export', origin) });
    const [shown] = (await list(client)).data;
    expect(shown).toMatchObject({ path: '/profile/data' });
    expect(shown?.title).toBe(withLanguage('de', () => mailSample('data-export', origin).subject));
    expect(shown?.title).not.toBe(mailSample('data-export', origin).subject);
  });

  test('is rolled back with the transaction that queued it', async () => {
    const { id, email } = await person();
    await expect(
      server.db.transaction().execute(async (tx) => {
        await queueMail(tx, { to: email, secrets: [], ...message() });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rowsOf(id)).toEqual([]);
  });

  test('is shown only to them, who alone can mark it', async () => {
    const [one, other] = [await person(), await person()];
    await send(one.email);
    const [{ id = 0 } = {}] = (await list(one.client)).data;
    expect((await list(other.client)).data).toEqual([]);
    const params = { id };
    expect((await other.client.call('PUT /user/notifications/:id/read', { params })).status).toBe(404);
    await other.client.call('PUT /user/notifications/read', { body: { until: id } });
    expect((await one.client.call('GET /user/notifications/unread')).body).toEqual({ unread: 1 });
    for (const call of ['GET /user/notifications', 'GET /user/notifications/unread'] as const)
      expect((await server.anonymous.call(call)).status).toBe(401);
  });

  test('is a notification alone when the mail is switched off', async () => {
    const { id, email } = await person();
    await queueNotification(server.db, { to: email, secrets: [], ...message() });
    expect(await rowsOf(id)).toHaveLength(1);
    const mails = await server.db.selectFrom('mail_outbox').select('id').where('to_address', '=', email).execute();
    expect(mails).toEqual([]);
  });
});

test('a long subject is cut and does not fail the request that sends the mail', async () => {
  const { id, email } = await person();
  await send(email, message('Long '.repeat(100)));
  const [row] = await rowsOf(id);
  expect(row?.title).toMatch(/^Long .* …$/);
});

describe('no notification is written for', () => {
  test('an address without an account, an unconfirmed one and a deleted user', async () => {
    const before = await server.db.selectFrom('notifications').select('id').execute();
    await send(`nobody-${randomUUID()}@example.test`);
    const unconfirmed = await person({ email_confirmed_at: null });
    await send(unconfirmed.email);
    const deleted = await person();
    await server.db.transaction().execute((tx) => anonymise(tx, { ...deleted, confirmed: true }, new Date()));
    await send(deleted.email, { owner: deleted.id });
    expect(await server.db.selectFrom('notifications').select('id').execute()).toEqual(before);
  });

  test('a guest, nor the account whose address the guest entered', async () => {
    const { client, id, email } = await person();
    const shop = await tuneShop(server);
    await queuedRequest(await asGuest(server, email), shop);
    const mails = await server.db.selectFrom('mail_outbox').select('kind').where('to_address', '=', email).execute();
    expect(mails.length).toBeGreaterThan(0);
    expect(await rowsOf(id)).toEqual([]);
    expect((await list(client)).unread).toBe(0);
    const { rows } =
      await sql`select n.id from notifications n join users u on u.id = n.user_id where u.guest_email is not null`.execute(
        server.db,
      );
    expect(rows).toEqual([]);
  });

  test('the sample of a mail that staff send to themselves', async () => {
    const admin = await server.as({ role: 3 });
    const params = { kind: 'payout' } as const;
    expect((await admin.call('POST /v1/admin/mail-kinds/:kind/test', { params, body: {} })).status).toBe(200);
    expect(await rowsOf(admin.userId)).toEqual([]);
  });
});

describe('a secret of a mail', () => {
  test('is stored neither in the title nor in the text or path of a notification', async () => {
    const { id, email } = await person();
    const secret = 'abcDEF123456';
    await send(email, { secrets: [secret], ...message(`Code ${secret}`) });
    await send(email, {
      secrets: [secret],
      ...message('Title', { paragraphs: [`Use ${secret} now.`], button: { label: 'x', url: `${origin}/x/${secret}` } }),
    });
    expect(await rowsOf(id)).toMatchObject([{ title: 'Title', text: '', path: null }]);
  });

  test.each(mailKindNames.filter((kind) => !mailKinds[kind].notifies))(
    'of the kind %s is not repeated',
    async (kind) => {
      const { id, email } = await person();
      await queueMail(server.db, { to: email, secrets: [], message: () => mailSample(kind, origin) });
      expect(await rowsOf(id)).toEqual([]);
    },
  );

  test('does not reach the notification of an order, whose link opens the own orders', async () => {
    const shop = await makeShop(server);
    const { slug } = await shop.sell(5);
    const { client, id } = await person();
    await pay(client, (await placed(client, orderOf([{ slug, quantity: 1 }]))).body);
    expect(await rowsOf(id)).toMatchObject([{ kind: 'order-confirmation', path: '/profile/orders' }]);
  });
});

describe('the notification centre', () => {
  test('pages by cursor, filters unread ones and marks one or all that were shown', async () => {
    const { client, email } = await person();
    for (const title of ['One', 'Two', 'Three']) await send(email, message(title));
    // Written last, but older.
    await send(email, message('Zero'));
    await sql`update notifications set created_at = now() - interval '1 day' where title = 'Zero'`.execute(server.db);
    const first = await list(client, { per_page: 2 });
    expect(first.data.map(({ title }) => title)).toEqual(['Three', 'Two']);
    const rest = await list(client, { per_page: 2, before: first.next ?? 0 });
    expect([rest.data.map(({ title }) => title), rest.next]).toEqual([['One', 'Zero'], null]);
    const params = { id: first.data[1]?.id ?? 0 };
    expect((await client.call('PUT /user/notifications/:id/read', { params })).body).toEqual({ unread: 3 });
    expect((await list(client, { unread: 'yes' })).data.map(({ title }) => title)).toEqual(['Three', 'One', 'Zero']);
    await send(email, message('Four'));
    const until = first.data[0]?.id ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.call('PUT /user/notifications/read', { body: { until } })),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, { unread: 1 }]));
    expect((await list(client, { unread: 'yes' })).data.map(({ title }) => title)).toEqual(['Four']);
  });

  test('has its unread count in the global state, up to 100, and none for visitors', async () => {
    const { client, id } = await person();
    await sql`insert into notifications (user_id, kind, title, text)
      select ${id}, 'payout', 'n' || i, '' from generate_series(1, 120) i`.execute(server.db);
    expect((await client.call('GET /global/v1/ui-state')).body.unread_notifications).toBe(100);
    expect((await server.anonymous.call('GET /global/v1/ui-state')).body.unread_notifications).toBe(0);
  });

  test('forgets notifications after 180 days, and all of them with the account', async () => {
    const { id, email } = await person();
    await send(email);
    await send(email, message('Old'));
    await sql`update notifications set created_at = now() - interval '181 days' where user_id = ${id} and title = 'Old'`.execute(
      server.db,
    );
    expect(await deleteOldNotifications(server.db, new Date())).toBeGreaterThan(0);
    expect(await rowsOf(id)).toMatchObject([{ title: 'Your car' }]);
    await server.db.transaction().execute((tx) => anonymise(tx, { id, email, confirmed: true }, new Date()));
    expect(await rowsOf(id)).toEqual([]);
  });
});
