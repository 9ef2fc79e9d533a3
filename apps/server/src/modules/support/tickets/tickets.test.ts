import { randomUUID } from 'node:crypto';
import { findStep } from '@tuneport/domain/states/machine';
import { ticketNotValidText } from '@tuneport/domain/support/ticket';
import { type TicketActor, ticketMachine, ticketStates } from '@tuneport/domain/support/ticket-states';
import { eventsOf } from '@tuneport/domain/testing/events-of';
import { dayMs } from '@tuneport/domain/units/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../../platform/files/sweep.ts';
import { makeLog } from '../../../platform/log.ts';
import { unmask } from '../../../platform/mail/secrets.ts';
import { takeProcessLimit } from '../../../platform/rate-limit.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { openStream } from '../../../testing/live.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { balanceOf } from '../../ledger/index.ts';
import { visitorFilesADay } from '../files/take-file.ts';
import { supportContextOf } from '../support-context.ts';
import { openTicket } from './open-ticket.ts';
import { stepTicket } from './step-ticket.ts';
import { ticketById } from './ticket-queries.ts';
import { maintainTickets } from './ticket-timeouts.ts';

let server: TestServer;
let admin: Client;
let customer: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  customer = await server.as({});
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute();
});

const input = { title: 'No start', description: 'It stopped at 40 %.', customer_name: 'Robin Rider' };

async function opened(client: Client = server.anonymous, more: object = {}) {
  const { status, body } = await client.call('POST /tickets', { body: { ...input, ...more } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const shown = async (id: number) => (await admin.call('GET /v1/admin/tickets/:id', { params: { id } })).body;
const patch = async (id: number, body: object) =>
  admin.call('PATCH /v1/admin/tickets/:id', { params: { id }, body, readAt: (await shown(id)).updated_at });
const reply = (id: number, as: string, text = 'Tool model?') =>
  admin.call('POST /v1/admin/tickets/:id/reply', { params: { id }, body: { text, as } });
const write = (client: Client, id: number, token?: string, text = 'It is the V3.') =>
  client.call('POST /customer-tickets/:id/replies', { params: { id }, body: { text, token } });
const stateOf = async (id: number) => (await ticketById(server.db, id))?.state;
const mailsTo = async (address: string) =>
  (await server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', address).orderBy('id').execute()).map(
    unmask,
  );
const send = (client: Client, name: string, content: string | Buffer, from?: string) => {
  const boundary = 'support-test';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return client.request('POST', '/api/tickets/upload', {
    body: payload,
    headers,
    ...(from ? { from } : {}),
  }) as unknown as Promise<{
    status: number;
    body: { id: string; name: string; kind: string; errors?: Record<string, string[]> };
  }>;
};

describe('opening a ticket', () => {
  test('a visitor opens a ticket with title, description and name, and follows it by its link (C361 S020)', async () => {
    const { id, number, token, state } = await opened(server.anonymous, { email: 'robin@example.test' });
    expect([state, number]).toEqual(['new', `T-${String(id).padStart(5, '0')}`]);
    const params = { id };
    const seen = await server.anonymous.call('GET /customer-tickets/:id', { params, query: { token } });
    expect(seen.body).toMatchObject({ ...input, as: 'customer', can: { reply: true } });
    expect((await server.anonymous.call('GET /customer-tickets/:id', { params })).status).toBe(404);
    const [mail] = await mailsTo('robin@example.test');
    expect(mail?.kind).toBe('ticket-received');
    // Customer input must not be mailed to an unconfirmed address.
    for (const words of Object.values(input)) expect(`${mail?.subject} ${mail?.text_body}`).not.toContain(words);
    const link = /\/tuning-ticket\/(\d+)\/([\w-]+)/.exec(mail?.text_body ?? '');
    expect(Number(link?.[1])).toBe(id);
    const byMail = { params, query: { token: link?.[2] } };
    expect((await server.anonymous.call('GET /customer-tickets/:id', byMail)).status).toBe(200);
  });

  test.each(['title', 'description', 'customer_name'] as const)(
    'without %s nothing is written and the specified message is returned at its field (C361 S277 S278 S279)',
    async (field) => {
      const before = await server.db.selectFrom('tickets').select('id').execute();
      const { status, body } = await server.anonymous.call('POST /tickets', { body: { ...input, [field]: '  ' } });
      expect(status).toBe(422);
      expect(body).toMatchObject({ errors: { '': [ticketNotValidText], [field]: [expect.any(String)] } });
      expect(await server.db.selectFrom('tickets').select('id').execute()).toHaveLength(before.length);
    },
  );

  test('a double click opens one ticket', async () => {
    const idempotencyKey = randomUUID();
    const both = await Promise.all([1, 2].map(() => customer.call('POST /tickets', { body: input, idempotencyKey })));
    const ids = both.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
  });

  test('the list contains the tickets of the actor, paged (C358 S429)', async () => {
    const other = await server.as({});
    for (let at = 0; at < 27; at += 1) {
      await server.db.deleteFrom('rate_limits').execute();
      await opened(other, { title: `Ticket ${at}` });
    }
    const first = (await other.call('GET /customer-tickets')).body;
    expect([first.data.length, first.page, first.page_count, first.total]).toEqual([25, 1, 2, 27]);
    expect(first.data[0]).toMatchObject({
      title: 'Ticket 26',
      sentence: expect.stringContaining('Someone will read it'),
    });
    expect((await other.call('GET /customer-tickets', { query: { page: 2 } })).body.data).toHaveLength(2);
    expect((await other.call('GET /customer-tickets', { query: { page: 3 } })).body.data).toEqual([]);
    expect((await server.as({}).then((one) => one.call('GET /customer-tickets'))).body.total).toBe(0);
  });

  test('an owner and staff see a ticket with its replies, others get 404 (C359)', async () => {
    const { id } = await opened(customer);
    await reply(id, 'ask');
    const seen = await customer.call('GET /customer-tickets/:id', { params: { id } });
    expect(seen.body).toMatchObject({ waits_for_you: true, messages: [{ by: 'house', text: 'Tool model?' }] });
    const byStaff = await admin.call('GET /customer-tickets/:id', { params: { id } });
    expect([byStaff.status, byStaff.body.as]).toEqual([200, 'staff']);
    const stranger = await server.as({});
    expect((await stranger.call('GET /customer-tickets/:id', { params: { id } })).status).toBe(404);
    expect((await write(stranger, id)).status).toBe(404);
  });
});

describe('files', () => {
  test('a file is sent to tickets/upload, attached to a message, and readable only with access to the ticket (C362 S288)', async () => {
    const sent = await send(server.anonymous, 'run 1.csv', 'time;rpm\n0;850\n');
    expect([sent.status, sent.body.name, sent.body.kind]).toEqual([201, 'run 1.csv', 'text']);
    const { id, token } = await opened(server.anonymous, { uploads: [sent.body.id] });
    const address = `/api/customer-tickets/${id}/files/${sent.body.id}`;
    const got = await server.anonymous.request('GET', `${address}?token=${token}`);
    expect([got.status, got.raw.body]).toEqual([200, 'time;rpm\n0;850\n']);
    expect(got.headers['content-disposition']).toContain('attachment');
    for (const client of [server.anonymous, customer]) expect((await client.request('GET', address)).status).toBe(404);
    expect((await admin.request('GET', address)).status).toBe(200);
  });

  test('the file type is decided by its first bytes, not by its name (C362)', async () => {
    const program = await send(server.anonymous, 'photo.jpg', Buffer.from('4d5a900003', 'hex'));
    expect([program.status, program.body.errors?.file?.[0]]).toEqual([422, expect.stringContaining('Programs')]);
    expect((await send(server.anonymous, 'photo.jpg', 'not a picture')).status).toBe(422);
    expect((await send(server.anonymous, 'empty.bin', '')).status).toBe(422);
    const none = await server.anonymous.request('POST', '/api/tickets/upload', { body: {} });
    expect(none.status).toBe(415);
  });

  test.each([
    [
      'breaks off in a file',
      'boundary=zz',
      '--zz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\ncut',
    ],
    ['has no boundary', 'x=1', 'nonsense'],
    ['has a boundary longer than any', `boundary=${'z'.repeat(300)}`, 'nonsense'],
    ['ends before its first part', 'boundary=zz', '--zz\r\n'],
  ])('a form that %s is refused without an internal error (C362)', async (_what, type, body) => {
    const headers = { 'content-type': `multipart/form-data; ${type}` };
    const { status } = await server.anonymous.request('POST', '/api/tickets/upload', { body, headers });
    expect(status).toBe(400);
  });

  test('two files in one upload are refused, and a file name is never a path (C362)', async () => {
    const part = (name: string) => `--zz\r\ncontent-disposition: form-data; name="f"; filename="${name}"\r\n\r\nx\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=zz' };
    const post = (body: string) => server.anonymous.request('POST', '/api/tickets/upload', { body, headers });
    expect((await post(`${part('a')}${part('b')}--zz--\r\n`)).status).toBe(413);
    const sent = await post(`${part('../../etc/passwd')}--zz--\r\n`);
    expect([sent.status, (sent.body as { name: string }).name]).toEqual([201, 'passwd']);
  });

  test('a file over 16 MiB is refused and nothing is stored (C362)', async () => {
    const count = async () => (await server.db.selectFrom('support_files').select('file_id').execute()).length;
    const before = await count();
    expect((await send(server.anonymous, 'large.bin', Buffer.alloc(16 * 1024 * 1024 + 1, 1))).status).toBe(413);
    expect(await count()).toBe(before);
  });

  test('files of the networks of one IPv6 customer count together', async () => {
    const { status, body } = await send(server.anonymous, 'first.txt', 'first', '2001:db8:21:1::1');
    expect(status).toBe(201);
    const full = { size_bytes: BigInt(256 * 1024 * 1024 - 3) };
    await server.db.updateTable('stored_files').set(full).where('id', '=', body.id).execute();
    expect((await send(server.anonymous, 'second.txt', 'second', '2001:db8:21:2::1')).status).toBe(429);
    expect((await send(server.anonymous, 'third.txt', 'third', '2001:db8:22:2::1')).status).toBe(201);
    await server.db.updateTable('stored_files').set({ size_bytes: 5n }).where('id', '=', body.id).execute();
  });

  test('files of one network are refused above 256 MiB a day, others are not affected', async () => {
    await server.db.updateTable('support_files').set({ uploaded_from: null }).execute();
    const before = await send(server.anonymous, 'first.txt', 'first');
    const resize = (bytes: number) =>
      server.db
        .updateTable('stored_files')
        .set({ size_bytes: BigInt(bytes) })
        .where('id', '=', before.body.id)
        .execute();
    await resize(256 * 1024 * 1024 - 10);
    const replies = await Promise.all(
      ['one', 'two', 'three', 'four'].map((text) => send(server.anonymous, `${text}.txt`, `${text}!!!`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429]);
    expect((await send(customer, 'mine.txt', 'mine')).status).toBe(201);
    await server.db
      .updateTable('stored_files')
      .set({ created_at: new Date(Date.now() - 2 * dayMs) })
      .where('id', '=', before.body.id)
      .execute();
    expect((await send(server.anonymous, 'later.txt', 'later')).status).toBe(201);
    await resize(5);
  });

  test('a file is attached once, only by its uploader', async () => {
    const sent = await send(server.anonymous, 'log.txt', 'one');
    const first = await opened(customer, { uploads: [sent.body.id] });
    const again = await customer.call('POST /tickets', { body: { ...input, uploads: [sent.body.id] } });
    expect([again.status, Object.keys((again.body as never as { errors: object }).errors)]).toEqual([422, ['uploads']]);
    const guess = await customer.call('POST /tickets', { body: { ...input, uploads: [randomUUID()] } });
    expect(guess.status).toBe(422);
    expect((await shown(first.id)).files).toHaveLength(1);
  });

  test('an upload not attached to a message is swept after a day, an attached one stays', async () => {
    const lost = await send(server.anonymous, 'lost.txt', 'lost words');
    const attached = await send(server.anonymous, 'kept.txt', 'kept words');
    const { id } = await opened(customer, { uploads: [attached.body.id] });
    await server.db
      .updateTable('stored_files')
      .set({ created_at: new Date(Date.now() - 2 * dayMs) })
      .where('id', 'in', [lost.body.id, attached.body.id])
      .execute();
    const log = makeLog('error', { write: () => undefined });
    await sweepFiles(server.db, server.platform.files, log, new Date());
    const rows = await server.db.selectFrom('support_files').select('file_id').execute();
    const left = rows.map(({ file_id }) => file_id);
    expect([left.includes(lost.body.id), left.includes(attached.body.id)]).toEqual([false, true]);
    expect((await customer.request('GET', `/api/customer-tickets/${id}/files/${attached.body.id}`)).status).toBe(200);
  });

  test('a file of a note is hidden from the customer', async () => {
    const sent = await send(admin, 'internal.txt', 'for us');
    const { id } = await opened(customer);
    await admin.call('POST /v1/admin/tickets/:id/reply', {
      params: { id },
      body: { text: 'See this.', as: 'note', uploads: [sent.body.id] },
    });
    const seen = await customer.call('GET /customer-tickets/:id', { params: { id } });
    expect([seen.body.messages, seen.body.files]).toEqual([[], []]);
    const address = `/api/customer-tickets/${id}/files/${sent.body.id}`;
    expect((await customer.request('GET', address)).status).toBe(404);
    expect((await admin.request('GET', address)).status).toBe(200);
  });
});

describe('messages (C360)', () => {
  test('a question sets the ticket to waiting and pauses its clock; an answer by any channel resumes it', async () => {
    const { id, token } = await opened(server.anonymous, { email: 'talk@example.test' });
    expect((await shown(id)).response_due_at).not.toBeNull();
    expect((await reply(id, 'ask')).status).toBe(201);
    const shownTicket = await shown(id);
    expect(shownTicket).toMatchObject({ state: 'waiting_customer', clock: 'paused', response_due_at: null });
    const answered = await write(server.anonymous, id, token);
    expect([answered.status, answered.body.ticket.state]).toEqual([201, 'open']);
    expect((await shown(id)).resolve_due_at).not.toBeNull();
    const kinds = (await mailsTo('talk@example.test')).map(({ kind }) => kind);
    expect(kinds).toEqual(['ticket-received', 'ticket-answered']);
  });
  test('an update to the customer keeps the ticket with staff, and a note is internal', async () => {
    const { id } = await opened(customer);
    await reply(id, 'note', 'Known problem of this batch.');
    expect(await stateOf(id)).toBe('new');
    await reply(id, 'tell', 'We look into it.');
    expect(await stateOf(id)).toBe('open');
    const seen = await customer.call('GET /customer-tickets/:id', { params: { id } });
    expect(seen.body.messages.map(({ text }) => text)).toEqual(['We look into it.']);
    expect((await shown(id)).messages.map(({ by }) => by)).toEqual(['note', 'house']);
  });
  test('an empty message is refused', async () => {
    const { id } = await opened(customer);
    expect((await write(customer, id, undefined, ' ')).status).toBe(422);
    expect((await reply(id, 'ask', '')).status).toBe(422);
  });
  test('a tuner answers in an assigned ticket and sees no other', async () => {
    const tuner = await server.as({ flags: ['t'] });
    const { id } = await opened(customer);
    const read = () => tuner.call('GET /customer-tickets/:id', { params: { id } });
    expect((await read()).status).toBe(404);
    expect((await patch(id, { assignee: tuner.userId })).body).toMatchObject({ state: 'open' });
    expect((await read()).body).toMatchObject({ as: 'tuner', can: { reply: true } });
    const assignedTickets = () => tuner.call('GET /customer-tickets', { query: { of: 'given' } });
    expect((await assignedTickets()).body.data.map((row) => row.id)).toEqual([id]);
    expect((await write(tuner, id)).body).toMatchObject({ by: 'house', ticket: { state: 'waiting_customer' } });
    await server.db.updateTable('users').set({ flags: [] }).where('id', '=', tuner.userId).execute();
    expect((await read()).status).toBe(404);
    expect((await assignedTickets()).body.data).toEqual([]);
  });
  test('an invalid link token does not make staff or tuners act as the customer (C360)', async () => {
    const tuner = await server.as({ flags: ['t'] });
    const { id } = await opened(customer);
    await patch(id, { assignee: tuner.userId });
    const made = 'x'.repeat(43);
    for (const house of [tuner, admin]) {
      const shown = await house.call('GET /customer-tickets/:id', { params: { id }, query: { token: made } });
      expect(shown.body.as).not.toBe('customer');
      expect((await write(house, id, made)).body).toMatchObject({ by: 'house' });
    }
    expect((await write(server.anonymous, id, made)).status).toBe(404);
    const messages = await server.db.selectFrom('ticket_messages').select('kind').where('ticket_id', '=', id).execute();
    expect(messages.map(({ kind }) => kind)).toEqual(['house', 'house']);
  });
  test('tickets can be assigned to staff and tuners only', async () => {
    const { id } = await opened(customer);
    expect((await patch(id, { assignee: customer.userId })).status).toBe(422);
    expect((await patch(id, { assignee: 987_654 })).status).toBe(422);
  });
});

describe('state changes (C364)', () => {
  test('a message within fourteen days reopens a resolved ticket', async () => {
    const { id } = await opened(customer);
    await patch(id, { assignee: admin.userId });
    expect((await patch(id, { state: 'resolved' })).body.state).toBe('resolved');
    expect((await write(customer, id)).body.ticket.state).toBe('open');
  });
  test('a resolved ticket closes after fourteen days, and a later message creates a child ticket', async () => {
    const { id, token } = await opened(server.anonymous, { email: 'later@example.test' });
    await patch(id, { assignee: admin.userId });
    await reply(id, 'resolve', 'A new cable does it.');
    const soon = new Date(Date.now() + 13 * dayMs);
    await maintainTickets(server.platform, soon);
    expect(await stateOf(id)).toBe('resolved');
    await maintainTickets(server.platform, new Date(Date.now() + 15 * dayMs));
    expect(await stateOf(id)).toBe('closed');
    const kinds = (await mailsTo('later@example.test')).map(({ kind }) => kind);
    expect(kinds).toEqual(['ticket-received', 'ticket-resolved', 'ticket-closed']);
    const child = await write(server.anonymous, id, token, 'It happened again.');
    expect(child.status).toBe(201);
    expect(child.body.ticket.id).not.toBe(id);
    const byNewLink = { params: { id: child.body.ticket.id }, query: { token: child.body.token ?? '' } };
    expect((await server.anonymous.call('GET /customer-tickets/:id', byNewLink)).body).toMatchObject({
      state: 'new',
      description: 'It happened again.',
      continues: { id },
    });
    const before = await server.anonymous.call('GET /customer-tickets/:id', { params: { id }, query: { token } });
    expect(before.body.continued_by).toMatchObject({ id: child.body.ticket.id });
  });
  test('a ticket closed by staff immediately does not claim that the customer did not answer', async () => {
    const { id } = await opened(customer);
    await patch(id, { assignee: admin.userId });
    await patch(id, { state: 'resolved' });
    expect((await patch(id, { state: 'closed' })).status).toBe(200);
    const [mail] = await server.db
      .selectFrom('mail_outbox')
      .select('text_body')
      .where('kind', '=', 'ticket-closed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(mail?.text_body).toContain('This ticket is solved and closed.');
    expect(mail?.text_body).not.toContain('not heard from you');
  });

  test('a message after the window creates a child ticket even before the job has closed the parent', async () => {
    const { id } = await opened(customer);
    await patch(id, { assignee: admin.userId });
    await patch(id, { state: 'resolved' });
    const past = { resolved_at: new Date(Date.now() - 20 * dayMs) };
    await server.db.updateTable('tickets').set(past).where('id', '=', id).execute();
    expect((await write(customer, id)).body.ticket.id).not.toBe(id);
    expect(await stateOf(id)).toBe('closed');
  });
  test('a parked ticket reopens on its date or when the customer writes', async () => {
    const { id } = await opened(customer);
    await patch(id, { assignee: admin.userId });
    const until = new Date(Date.now() + 3 * dayMs).toISOString();
    expect((await patch(id, { state: 'parked' })).status).toBe(422);
    expect((await patch(id, { state: 'parked', parked_until: '2020-01-01T00:00:00Z' })).status).toBe(422);
    expect((await patch(id, { state: 'parked', parked_until: until })).body).toMatchObject({ clock: 'paused' });
    await maintainTickets(server.platform, new Date());
    expect(await stateOf(id)).toBe('parked');
    await maintainTickets(server.platform, new Date(Date.now() + 4 * dayMs));
    expect(await stateOf(id)).toBe('open');
    await patch(id, { state: 'parked', parked_until: until });
    expect((await write(customer, id)).body.ticket.state).toBe('open');
  });
  test('spam is hidden from the list and can be restored', async () => {
    const { id } = await opened(customer, { title: 'Cheap watches' });
    await patch(id, { state: 'spam' });
    const list = async (query: object) =>
      (await admin.call('GET /v1/admin/tickets', { query: { search: 'Cheap watches', ...query } })).body.total;
    expect([await list({}), await list({ state: 'spam' })]).toEqual([0, 1]);
    expect((await patch(id, { state: 'open' })).body.state).toBe('open');
  });
  test('a stale update is refused with the current version', async () => {
    const { id } = await opened(customer);
    const readAt = (await shown(id)).updated_at;
    await patch(id, { assignee: admin.userId });
    const late = await admin.call('PATCH /v1/admin/tickets/:id', {
      params: { id },
      body: { state: 'resolved' },
      readAt,
    });
    expect([late.status, (late.body as never as { current: { state: string } }).current.state]).toEqual([412, 'open']);
  });
  test('feedback is given once, and only for a resolved ticket', async () => {
    const { id } = await opened(customer);
    const rate = () =>
      customer.call('POST /customer-tickets/:id/feedback', { params: { id }, body: { helped: true, text: 'Quick.' } });
    expect((await rate()).status).toBe(409);
    await patch(id, { assignee: admin.userId });
    await patch(id, { state: 'resolved' });
    expect((await rate()).body).toMatchObject({ helped: true, can: { rate: false } });
    expect((await rate()).status).toBe(409);
  });
});

describe('state table enforcement', () => {
  const actors: readonly TicketActor[] = ['customer', 'tuner', 'staff', 'system'];
  test('every state × event × actor in the table is executed and recorded, everything else is refused', async () => {
    const now = new Date();
    const support = await supportContextOf({ db: server.db, platform: server.platform, now });
    const { ticket } = await openTicket(support, { ...input, region: 1, email: null, userId: null, uploads: [] });
    const { ticket: other } = await openTicket(support, {
      ...input,
      region: 1,
      email: null,
      userId: null,
      uploads: [],
    });
    const set = { parked_until: new Date(now.getTime() + dayMs) };
    let refused = 0;
    for (const from of ticketStates)
      for (const event of eventsOf(ticketMachine))
        for (const kind of actors) {
          const step = findStep(ticketMachine, from, event, kind);
          const tried = server.db.transaction().execute(async (db) => {
            const row = await db
              .updateTable('tickets')
              .set({
                state: from,
                parked_until: from === 'parked' ? now : null,
                merged_into: from === 'merged' ? other.id : null,
                resolved_at:
                  from === 'resolved' ? new Date(now.getTime() - (event === 'close' ? 15 : 1) * dayMs) : null,
                offer: '{}',
              })
              .where('id', '=', ticket.id)
              .returningAll()
              .executeTakeFirstOrThrow();
            const after = await stepTicket(
              { ...support, db },
              row,
              event,
              { kind, userId: null },
              {
                set: event === 'park' ? set : event === 'merge' ? { merged_into: other.id } : {},
              },
            );
            const written = await db
              .selectFrom('ticket_events')
              .select(['event', 'from_state', 'to_state', 'actor_kind'])
              .where('ticket_id', '=', ticket.id)
              .orderBy('id', 'desc')
              .limit(1)
              .executeTakeFirst();
            expect(written).toEqual({ event, from_state: from, to_state: after.state, actor_kind: kind });
            throw new Rollback(after.state);
          });
          const outcome = await tried.catch((error: unknown) => error);
          const label = `${kind} does ${event} in ${from}`;
          if (step) expect(outcome, label).toEqual(new Rollback(step.to));
          else {
            expect((outcome as Refusal).code, label).toBe('invalid_transition');
            refused += 1;
          }
        }
    expect(refused).toBeGreaterThan(300);
  });

  test.each([
    ['new', { state: 'resolved' }],
    ['new', { state: 'closed' }],
    ['new', { state: 'open' }],
    ['open', { state: 'open' }],
    ['open', { state: 'closed' }],
    ['waiting_customer', { state: 'parked', parked_until: '2999-01-01T00:00:00Z' }],
    ['closed', { state: 'resolved' }],
    ['spam', { state: 'resolved' }],
  ])('in %s the change %j is refused with the allowed actions', async (state, change) => {
    const { id } = await opened(customer);
    await server.db.updateTable('tickets').set({ state }).where('id', '=', id).execute();
    const { status, body } = await patch(id, change);
    expect([status, (body as never as { code: string }).code]).toEqual([409, 'invalid_transition']);
    expect(body).toHaveProperty('allowed');
  });

  test('history is immutable', async () => {
    await expect(server.db.deleteFrom('ticket_events').execute()).rejects.toThrow();
    await expect(server.db.updateTable('ticket_events').set({ reason: 'x' }).execute()).rejects.toThrow();
  });
});

class Rollback extends Error {
  readonly state: string;
  constructor(state: string) {
    super(state);
    this.state = state;
  }
}

describe('merging two tickets', () => {
  test('moves all messages, offers a preview, and mails a new link to the address', async () => {
    const address = { email: 'twice@example.test' };
    const sent = await send(server.anonymous, 'a.txt', 'a');
    const first = await opened(server.anonymous, { ...address, title: 'First', uploads: [sent.body.id] });
    const second = await opened(server.anonymous, { ...address, title: 'Second' });
    await reply(first.id, 'ask');
    const preview = await admin.call('GET /v1/admin/tickets/:id/merge-preview', {
      params: { id: first.id },
      query: { into: second.id },
    });
    expect(preview.body).toMatchObject({ messages: 2, files: 1, problem: null, into: { title: 'Second' } });
    const merge = () =>
      admin.call('POST /v1/admin/tickets/:id/merge', { params: { id: first.id }, body: { into: second.id } });
    expect((await merge()).body).toMatchObject({ id: second.id });
    expect((await merge()).status).toBe(409);
    const joined = await shown(second.id);
    expect(joined.messages.map(({ text }) => text)).toEqual(['First\n\nIt stopped at 40 %.', 'Tool model?']);
    expect(joined.messages[0]?.files).toHaveLength(1);
    expect(joined.merged).toMatchObject([{ id: first.id }]);
    const params = { id: first.id };
    const old = await server.anonymous.call('GET /customer-tickets/:id', { params, query: { token: first.token } });
    expect(old.body).toMatchObject({ state: 'merged', merged_into: { id: second.id } });
    // Anyone may have typed the address, so only its owner gets access.
    const byOldLink = { params: { id: second.id }, query: { token: first.token } };
    expect((await server.anonymous.call('GET /customer-tickets/:id', byOldLink)).status).toBe(404);
    expect((await write(server.anonymous, first.id, first.token)).status).toBe(409);
    const ownLink = { params: { id: second.id }, query: { token: second.token } };
    expect((await server.anonymous.call('GET /customer-tickets/:id', ownLink)).status).toBe(410);
    const mail = (await mailsTo(address.email)).at(-1);
    const token = /\/tuning-ticket\/\d+\/([\w-]+)/.exec(mail?.text_body ?? '')?.[1];
    const byMail = { params: { id: second.id }, query: { token } };
    expect([mail?.kind, (await server.anonymous.call('GET /customer-tickets/:id', byMail)).status]).toEqual([
      'ticket-merged',
      200,
    ]);
  });
  test('of one user forwards the old link and messages sent to it', async () => {
    const user = await server.as({});
    const [first, second] = [await opened(user), await opened(user)];
    await admin.call('POST /v1/admin/tickets/:id/merge', { params: { id: first.id }, body: { into: second.id } });
    const byOldLink = { params: { id: second.id }, query: { token: first.token } };
    expect((await server.anonymous.call('GET /customer-tickets/:id', byOldLink)).status).toBe(200);
    expect((await write(server.anonymous, first.id, first.token)).body.ticket.id).toBe(second.id);
  });
  test('of different people is refused', async () => {
    const mine = await opened(customer);
    const theirs = await opened(server.anonymous, { email: 'else@example.test' });
    const body = { into: theirs.id };
    const { status } = await admin.call('POST /v1/admin/tickets/:id/merge', { params: { id: mine.id }, body });
    expect(status).toBe(409);
    const itself = { into: mine.id };
    expect(
      (await admin.call('POST /v1/admin/tickets/:id/merge', { params: { id: mine.id }, body: itself })).status,
    ).toBe(409);
  });
});

describe('goodwill', () => {
  const grant = (client: Client, id: number, amount = '25.00', idempotencyKey = randomUUID()) =>
    client.call('POST /v1/admin/tickets/:id/goodwill', {
      params: { id },
      body: { amount, currency: 'CAD', reason: 'Two days lost.' },
      idempotencyKey,
    });
  const prepaid = async (userId: number | null) =>
    (await balanceOf(server.db, { kind: 'prepay', owner: `user:${userId ?? 0}`, unit: 'CAD' })).postedMinor;

  test('credits the account once, with its reason in the history', async () => {
    const user = await server.as({});
    const { id } = await opened(user);
    expect((await grant(admin, id)).status).toBe(409);
    await patch(id, { assignee: admin.userId });
    const key = randomUUID();
    expect((await grant(admin, id, '25.00', key)).status).toBe(200);
    expect((await grant(admin, id, '25.00', key)).headers['idempotency-replayed']).toBe('true');
    expect(await prepaid(user.userId)).toBe(-2500n);
    const [event] = (await shown(id)).history.filter((one) => one.event === 'goodwill');
    expect(event).toMatchObject({ reason: 'Two days lost.', detail: { amount: '25.00', currency: 'CAD' } });
  });
  test('is mailed in the language of the customer, with its full amount', async () => {
    const user = await server.make.user();
    await server.db.updateTable('users').set({ language: 'de' }).where('id', '=', user.id).execute();
    const { id } = await opened(await server.as(user));
    await patch(id, { assignee: admin.userId });
    expect((await grant(admin, id, '25.5')).status).toBe(200);
    const mail = (await mailsTo(user.email)).at(-1);
    expect(mail?.text_body).toContain('Wir haben Ihrem Konto 25,50\u00A0CAD gutgeschrieben.');
  });
  test('needs a second person for a large amount, an account, and a positive amount', async () => {
    const user = await server.as({});
    const { id } = await opened(user);
    await patch(id, { assignee: admin.userId });
    expect((await grant(admin, id, '200.01')).status).toBe(403);
    for (const amount of ['0', '-5', 'many']) expect((await grant(admin, id, amount)).status).toBe(422);
    expect(await prepaid(user.userId)).toBe(0n);
    expect((await grant(await server.as({ role: 5 }), id, '200.01')).status).toBe(403);
    expect((await grant(await server.as({ role: 5 }), id, '200.00')).status).toBe(200);
    const visitor = await opened();
    await patch(visitor.id, { assignee: admin.userId });
    expect((await grant(admin, visitor.id)).status).toBe(422);
  });
});

test('an answer is streamed immediately to holders of the ticket link only', async () => {
  const { id, token } = await opened();
  await patch(id, { assignee: admin.userId });
  const live = `/customer-tickets/${id}/live`;
  const stream = await openStream(server, server.anonymous, `${live}?token=${token}`);
  expect((await stream.next()).data).toBe(String(Date.parse((await shown(id)).updated_at)));
  await reply(id, 'ask');
  expect(await stream.next()).toEqual({ event: 'version', data: String(Date.parse((await shown(id)).updated_at)) });
  await server.db.deleteFrom('ticket_tokens').where('ticket_id', '=', id).execute();
  await write(admin, id);
  expect((await stream.next()).event).toBe('gone');
  await stream.ended;
  for (const client of [server.anonymous, customer]) expect((await openStream(server, client, live)).status).toBe(404);
});

describe('the staff list (C363)', () => {
  test('filters by state, assignee, clock and age, and sorts by next due', async () => {
    const other = await testServer();
    try {
      const staff = await other.as({ role: 3 });
      const ids: number[] = [];
      for (const title of ['one', 'two', 'three']) {
        const { body } = await other.anonymous.call('POST /tickets', { body: { ...input, title } });
        ids.push(body.id);
      }
      const [one = 0, two = 0, three = 0] = ids;
      const list = async (query: object) =>
        (await staff.call('GET /v1/admin/tickets', { query })).body.data.map(({ id }) => id);
      const readAt = (await staff.call('GET /v1/admin/tickets/:id', { params: { id: two } })).body.updated_at;
      const body = { assignee: staff.userId };
      await staff.call('PATCH /v1/admin/tickets/:id', { params: { id: two }, body, readAt });
      const late = { resolve_due_at: new Date(Date.now() - 1000), created_at: new Date(Date.now() - 10 * dayMs) };
      await other.db.updateTable('tickets').set(late).where('id', '=', three).execute();
      expect((await list({}))[0]).toBe(three);
      expect(await list({ clock: 'late' })).toEqual([three]);
      expect(await list({ assignee: 'me' })).toEqual([two]);
      expect((await list({ assignee: 'none' })).sort()).toEqual([one, three].sort());
      expect(await list({ state: 'open' })).toEqual([two]);
      expect(await list({ age: 7 })).toEqual([three]);
      expect(await list({ search: `T-0000${one}` })).toContain(one);
      expect(await list({ search: 'thre' })).toEqual([three]);
    } finally {
      await other.close();
    }
  });
});

// The last test, because it uses up the space of all visitors.
test('files of all visitors together have a total size in a day; people who are logged in are not affected', async () => {
  const { max } = visitorFilesADay;
  expect(() => takeProcessLimit(server.platform.db, 'support files of visitors', visitorFilesADay, max)).toThrow();
  expect((await send(server.anonymous, 'late.txt', 'late')).status).toBe(429);
  expect((await send(customer, 'mine.txt', 'mine')).status).toBe(201);
});
