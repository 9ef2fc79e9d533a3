import { recordKindNames } from '@tuneport/domain/activity/record-kinds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { makeShop, orderOf, pay, placed, vancouver } from '../../testing/shop.ts';

let server: TestServer;
let admin: Client;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  admin = shop.admin;
  slug = (await shop.sell(100)).slug;
});
afterAll(() => server.close());

type Kind = (typeof recordKindNames)[number];
const timeline = (client: Client, kind: Kind, id: number, query: object = {}) =>
  client.call('GET /v1/admin/records/:kind/:id/timeline', { params: { kind, id }, query });
const note = (client: Client, kind: Kind, id: number, text = 'Prefers calls after six.') =>
  client.call('POST /v1/admin/records/:kind/:id/notes', { params: { kind, id }, body: { text } });

/** A customer with a paid order, partly refunded. */
async function customer() {
  const { id, email } = await server.make.user();
  const client = await server.as({ id });
  const order = (await placed(client, orderOf([{ slug, quantity: 1 }], { billing: { ...vancouver, email } }))).body;
  expect((await pay(client, order)).status).toBe(200);
  const transaction = (await admin.call('GET /v1/admin/orders/:id', { params: { id: order.id } })).body.transaction_id;
  await admin.call('POST /v1/admin/transactions/:id/partially-refund', {
    params: { id: transaction ?? 0 },
    body: { amount: '10.00', reason: 'Scratched' },
  });
  return { id, email, client, order, transaction: transaction ?? 0 };
}

describe('staff note', () => {
  test('is added to a record of any kind, and a missing record has none', async () => {
    const { id } = await server.make.user();
    const added = await note(admin, 'user', id);
    expect([added.status, added.body]).toMatchObject([201, { kind: 'note', text: 'Prefers calls after six.' }]);
    expect((await timeline(admin, 'user', id, { show: 'note' })).body.data).toHaveLength(1);
    for (const kind of recordKindNames) {
      expect((await note(admin, kind, 999_999)).status, kind).toBe(404);
      expect((await timeline(admin, kind, 999_999)).status, kind).toBe(404);
    }
    expect((await note(admin, 'user', id, '   ')).status).toBe(422);
    expect((await note(admin, 'user', id, 'x'.repeat(4001))).status).toBe(422);
  });

  test('is deleted by its author or a SuperAdmin, and the audit log keeps its text', async () => {
    const { id } = await server.make.user();
    const noteId = (await note(admin, 'user', id, 'A promise.')).body.note_id ?? 0;
    const params = { id: noteId };
    const other = await server.as({ role: 3 });
    expect((await timeline(other, 'user', id, { show: 'note' })).body.data[0]?.note_id).toBeNull();
    expect((await other.call('DELETE /v1/admin/staff-notes/:id', { params })).status).toBe(403);
    const superAdmin = await server.as({ role: 5 });
    expect((await superAdmin.call('DELETE /v1/admin/staff-notes/:id', { params })).status).toBe(204);
    expect((await superAdmin.call('DELETE /v1/admin/staff-notes/:id', { params })).status).toBe(404);
    const [event] = (await timeline(admin, 'user', id, { show: 'change' })).body.data;
    expect(event).toMatchObject({ act: 'staff-notes.delete', changes: [{ field: 'note', before: 'A promise.' }] });
  });

  test('is not shown to the customer it is about', async () => {
    const { id } = await server.make.user();
    await note(admin, 'user', id);
    expect((await timeline(await server.as({ id }), 'user', id)).status).toBe(403);
    expect((await timeline(server.anonymous, 'user', id)).status).toBe(401);
  });
});

describe('timeline', () => {
  test('of a customer merges steps, money, mails, changes and notes, newest first', async () => {
    const { id, order } = await customer();
    await note(admin, 'user', id);
    const { data } = (await timeline(admin, 'user', id)).body;
    const kinds = new Set(data.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['change', 'mail', 'money', 'note', 'step']);
    expect(data.map(({ at }) => at)).toEqual(
      data
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    expect(data.find(({ title }) => title === 'Refunded')).toMatchObject({
      amount: { amount: '-10.00', currency: 'CAD' },
      text: 'Scratched',
      record: { kind: 'order', id: order.id, title: `Order ${order.number}` },
    });
    expect(data.find(({ title }) => title === 'Paid')?.record?.id).toBe(order.id);
  });

  test('of an order shows each step and refund once', async () => {
    const { order } = await customer();
    await admin.call('POST /v1/admin/orders/:id/steps', {
      params: { id: order.id },
      body: { event: 'hold', reason: 'Check the address' },
    });
    const { data } = (await timeline(admin, 'order', order.id)).body;
    expect(data.filter(({ title }) => title === 'Put on hold')).toHaveLength(1);
    expect(data.filter(({ act }) => act === 'orders.hold' || act === 'transactions.refund')).toEqual([]);
    expect(data.filter(({ title }) => title === 'Refunded')).toHaveLength(1);
    expect(data.some(({ mail_id }) => mail_id !== null)).toBe(true);
  });

  test('shows only what the reader may read', async () => {
    const { id } = await server.make.dealer();
    const dealerAdmin = await server.as({ flags: ['da'] });
    await note(admin, 'dealer', id);
    expect((await timeline(dealerAdmin, 'dealer', id)).body.data).toHaveLength(1);
    await server.db
      .insertInto('mail_outbox')
      .values({ kind: 'x', to_address: 'Bill@Example.test', subject: 'Statement', text_body: '', html_body: '' })
      .execute();
    await server.db.updateTable('dealers').set({ billing_email: 'bill@example.test' }).where('id', '=', id).execute();
    expect((await timeline(admin, 'dealer', id, { show: 'mail' })).body.data).toHaveLength(1);
    expect((await timeline(dealerAdmin, 'dealer', id, { show: 'mail' })).body.data).toEqual([]);
    const user = (await server.make.user()).id;
    expect((await timeline(dealerAdmin, 'user', user)).status).toBe(403);
    expect((await note(dealerAdmin, 'user', user)).status).toBe(403);
  });

  test('is paged by cursor without gaps or repeats, also for events of one moment', async () => {
    const { id } = await server.make.user();
    const at = new Date();
    const rows = Array.from({ length: 75 }, (_, n) => ({
      record: `user:${id}`,
      text: `Note ${n}`,
      author_id: admin.userId ?? 0,
      at: n < 40 ? at : new Date(at.getTime() - n),
    }));
    await server.db.insertInto('staff_notes').values(rows).execute();
    const seen: string[] = [];
    for (let before: string | undefined, pages = 0; pages < 5; pages += 1) {
      const { body } = await timeline(admin, 'user', id, { show: 'note', ...(before ? { before } : {}) });
      seen.push(...body.data.map((event) => event.id));
      if (!body.next) break;
      before = body.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([75, 75]);
    expect((await timeline(admin, 'user', id, { before: "2026-01-01' or 1=1" })).status).toBe(422);
  });
});

describe('overview', () => {
  test('shows key figures and counts, and each list its rows', async () => {
    const { id, order } = await customer();
    const of = { kind: 'user', id } as const;
    const { body } = await admin.call('GET /v1/admin/records/:kind/:id/overview', { params: of });
    const spent = body.figures.find(({ label }) => label === 'Lifetime spend');
    expect(spent?.amounts).toEqual([
      { amount: (Number(order.total.amount) - 10).toFixed(2), currency: order.total.currency },
    ]);
    expect(body.lists.find(({ list }) => list === 'orders')?.count).toBe(1);
    for (const { list, count } of body.lists) {
      const page = await admin.call('GET /v1/admin/records/:kind/:id/related/:list', { params: { ...of, list } });
      expect([page.status, page.body.total], list).toEqual([200, count]);
    }
    const orders = await admin.call('GET /v1/admin/records/:kind/:id/related/:list', {
      params: { ...of, list: 'orders' },
    });
    expect(orders.body.data[0]).toMatchObject({
      title: `Order ${order.number}`,
      to: `/admin/orders/${order.id}`,
      state: { label: 'Paid' },
      amount: order.total,
    });
  });

  test('lists nothing that the reader may not read', async () => {
    const { id } = await server.make.dealer();
    const dealerAdmin = await server.as({ flags: ['da'] });
    const params = { kind: 'dealer', id };
    const { lists } = (await dealerAdmin.call('GET /v1/admin/records/:kind/:id/overview', { params })).body;
    expect(lists.map(({ list }) => list)).toEqual(['deals', 'credits']);
    const list = (name: string) =>
      dealerAdmin.call('GET /v1/admin/records/:kind/:id/related/:list', { params: { ...params, list: name } });
    expect([(await list('orders')).status, (await list('constructor')).status]).toEqual([403, 404]);
  });
});

test('purchase is shown to staff only', async () => {
  const params = { id: 999_999 };
  expect((await admin.call('GET /v1/admin/purchases/:id', { params })).status).toBe(404);
  expect((await (await server.as({})).call('GET /v1/admin/purchases/:id', { params })).status).toBe(403);
});
