import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { receiveMail } from '../../../platform/mail/inbound/receive-mail.ts';
import { replyAddress } from '../../../platform/mail/inbound/reply-address.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

const domain = 'reply.tuneport.test';
const secret = 'a-secret-of-the-mail-provider';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer({ REPLY_MAIL_DOMAIN: domain, INBOUND_MAIL_SECRET: secret });
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute();
});

let nth = 0;
async function askedTicket() {
  nth += 1;
  const email = `ann${nth}@example.test`;
  const body = { title: 'Tool stops', description: 'At 12 %.', customer_name: 'Ann', email };
  const { body: ticket } = await server.anonymous.call('POST /tickets', { body });
  await admin.call('POST /v1/admin/tickets/:id/reply', {
    params: { id: ticket.id },
    body: { text: 'Which firmware?', as: 'ask' },
  });
  const to = await replyAddress(server.platform, domain, `ticket:${ticket.id}`, email);
  return { id: ticket.id, email, to };
}
type Message = { from: string; to: string; text?: string; headers?: string[]; id?: string; files?: [string, string][] };
function rfc822({
  from,
  to,
  text = 'Version 3.1',
  headers = [],
  id = `<${Math.random()}@example.test>`,
  files = [],
}: Message) {
  const parts = files.map(
    ([name, content]) =>
      `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content, 'latin1').toString('base64')}\r\n`,
  );
  return Buffer.from(
    [
      `From: Ann <${from}>`,
      `To: <${to}>`,
      'Subject: Re: A question',
      ...(id === '' ? [] : [`Message-ID: ${id}`]),
      ...headers,
      'Content-Type: multipart/mixed; boundary=x',
      '',
      `--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n${parts.join('')}--x--\r\n`,
    ].join('\r\n'),
  );
}
const deliver = (payload: Buffer | string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/inbound-mail',
    payload,
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}`, ...headers },
  });
const received = async (message: Message) => (await deliver(rfc822(message))).json();
const read = async (id: number) => (await admin.call('GET /v1/admin/tickets/:id', { params: { id } })).body;

test('an answer by mail is a message of the customer, reopens the ticket and is marked as received by mail', async () => {
  const { id, email, to } = await askedTicket();
  const text = 'Version 3.1\r\n\r\nOn Tue, 3 Mar 2026, Support wrote:\r\n> Which firmware?';
  expect(await received({ from: email.toUpperCase(), to: to.toUpperCase(), text })).toEqual({
    outcome: 'stored',
    reason: null,
  });
  const ticket = await read(id);
  expect(ticket.state).toBe('open');
  expect(ticket.messages.at(-1)).toMatchObject({ by: 'customer', author: 'Ann', text: 'Version 3.1', by_mail: true });
  expect(ticket.messages[0]).toMatchObject({ by: 'house', by_mail: false });
});

test('a mail to a customer has the reply address only if the site takes answers', async () => {
  const { id, email, to } = await askedTicket();
  const row = await server.db
    .selectFrom('mail_outbox')
    .select(['reply_about', 'text_body', 'html_body'])
    .where('to_address', '=', email)
    .where('kind', '=', 'ticket-answered')
    .executeTakeFirstOrThrow();
  expect(row.reply_about).toBe(`ticket:${id}`);
  expect(JSON.stringify(row), 'no token is stored').not.toContain(to.split('@')[0]);
});

test('the same mail is stored once, also when it is delivered twice at the same time', async () => {
  const { id, email, to } = await askedTicket();
  for (const messageId of ['<same@example.test>', '']) {
    const message = rfc822({ from: email, to, id: messageId, text: `once ${messageId}` });
    const outcomes = await Promise.all(Array.from({ length: 6 }, async () => (await deliver(message)).json().outcome));
    expect(outcomes.sort()).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'duplicate', 'stored']);
    expect((await deliver(message)).json().outcome).toBe('duplicate');
  }
  expect((await read(id)).messages.filter(({ by }) => by === 'customer')).toHaveLength(2);
});

test('an answer from another address is a note for staff only and changes nothing else', async () => {
  const { id, email, to } = await askedTicket();
  const other = await received({ from: 'mallory@example.test', to, text: 'Send me the file', files: [['a.txt', 'x']] });
  expect(other).toEqual({ outcome: 'held', reason: null });
  const ticket = await read(id);
  expect(ticket.state).toBe('waiting_customer');
  expect(ticket.messages.at(-1)).toMatchObject({ by: 'note', by_mail: true, files: [] });
  expect(ticket.messages.at(-1)?.text).toContain('mallory@example.test');
  const row = await server.db.selectFrom('tickets').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.user_id).toBeNull();
  const link = await server.anonymous.call('GET /customer-tickets/:id', { params: { id } });
  expect(link.status).toBe(404);
  expect(await received({ from: email, to })).toMatchObject({ outcome: 'stored' });
});

test('forged, changed and foreign addresses are refused and nothing is stored', async () => {
  const { id, email, to } = await askedTicket();
  const other = await askedTicket();
  const [local = ''] = to.split('@');
  const wrong = [
    `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}@${domain}`,
    `${local}@elsewhere.test`,
    // The signature of one ticket for another one.
    `${other.to.split('-')[0]}-${local.split('-')[1]}@${domain}`,
    `reply+tzzzzzz-${'0'.repeat(32)}@${domain}`,
    `support@${domain}`,
  ];
  for (const address of wrong)
    expect(await received({ from: email, to: address }), address).toEqual({
      outcome: 'refused',
      reason: 'unknown_recipient',
    });
  expect((await read(id)).messages).toHaveLength(1);
  // An address that was made for the earlier address of the ticket.
  await server.db.updateTable('tickets').set({ email: 'new@example.test' }).where('id', '=', id).execute();
  expect(await received({ from: email, to })).toMatchObject({ reason: 'unknown_recipient' });
});

test('absence notes, bounces and lists create neither messages nor mails', async () => {
  const { id, email, to } = await askedTicket();
  const mails = async () => (await server.db.selectFrom('mail_outbox').select('id').execute()).length;
  const before = await mails();
  for (const header of ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'Return-Path: <>', 'List-Id: <a.b>'])
    expect(await received({ from: email, to, headers: [header] }), header).toEqual({
      outcome: 'refused',
      reason: 'automatic',
    });
  expect((await read(id)).messages).toHaveLength(1);
  expect(await mails()).toBe(before);
});

test('an answer to a closed ticket continues in a new one, and a merged or spam ticket takes none', async () => {
  const { id, email, to } = await askedTicket();
  await server.db.updateTable('tickets').set({ state: 'closed', closed_at: new Date() }).where('id', '=', id).execute();
  expect(await received({ from: email, to, text: 'Once more' })).toMatchObject({ outcome: 'stored' });
  const closed = await read(id);
  expect(closed.state).toBe('closed');
  expect(await read(closed.continued_by?.id ?? 0)).toMatchObject({
    description: 'Once more',
    by_mail: true,
    state: 'new',
  });
  const spam = await askedTicket();
  await server.db.updateTable('tickets').set({ state: 'spam' }).where('id', '=', spam.id).execute();
  expect(await received({ from: spam.email, to: spam.to })).toEqual({ outcome: 'refused', reason: 'not_accepted' });
});

test('files pass the checks of uploads; what they reject is named', async () => {
  const { id, email, to } = await askedTicket();
  const files: [string, string][] = [
    ['log.txt', 'rpm,boost\n1,2'],
    ['tool.exe', 'MZ\u0090\u0000'],
    ['photo.png', 'not a picture'],
  ];
  expect(await received({ from: email, to, text: '', files })).toMatchObject({ outcome: 'stored' });
  const message = (await read(id)).messages.at(-1);
  expect(message?.files.map(({ name }) => name)).toEqual(['log.txt']);
  expect(message?.text).toContain('tool.exe, photo.png');
  expect(await received({ from: email, to, text: '' })).toEqual({ outcome: 'refused', reason: 'empty' });
});

test('one sender cannot fill a ticket, and a stranger cannot use up the limit of the customer', async () => {
  const { email, to } = await askedTicket();
  const strangers = [];
  for (let at = 0; at < 6; at += 1) strangers.push((await received({ from: `m${at}@example.test`, to })).outcome);
  expect(strangers).toEqual(['held', 'held', 'held', 'held', 'held', 'refused']);
  const own = [];
  for (let at = 0; at < 31; at += 1) own.push((await received({ from: email, to })).outcome);
  expect(own.filter((outcome) => outcome === 'stored')).toHaveLength(30);
  expect(own.at(-1)).toBe('refused');
}, 60_000);

test('the call needs its secret before it reads a body, and does not exist without the setting', async () => {
  const { email, to } = await askedTicket();
  const message = rfc822({ from: email, to });
  for (const authorization of [
    '',
    'Bearer wrong',
    `Digest ${secret}`,
    `Basic ${Buffer.from('x:wrong').toString('base64')}`,
  ])
    expect((await deliver(message, { authorization })).statusCode, authorization).toBe(401);
  const basic = `Basic ${Buffer.from(`mail:${secret}`).toString('base64')}`;
  expect((await deliver(message, { authorization: basic })).json().outcome).toBe('stored');
  expect((await deliver(message, { 'content-length': String(40 * 1024 * 1024) })).statusCode).toBe(413);
  const off = await testServer();
  try {
    const reply = await off.app.inject({ method: 'POST', url: '/api/inbound-mail', payload: message });
    expect(reply.statusCode).toBe(404);
  } finally {
    await off.close();
  }
});

test('providers send the message in a form or in JSON, with the recipient of the envelope', async () => {
  const { email, to } = await askedTicket();
  const raw = (text: string) => rfc822({ from: email, to: 'hidden@example.test', text });
  const form = new FormData();
  form.set('envelope', JSON.stringify({ to: [to], from: email }));
  form.set('email', raw('from a form').toString('utf8'));
  const body = new Response(form);
  const type = body.headers.get('content-type') ?? '';
  expect((await deliver(Buffer.from(await body.arrayBuffer()), { 'content-type': type })).json().outcome).toBe(
    'stored',
  );
  const fields = new URLSearchParams({ recipient: to, 'body-mime': raw('from fields').toString('utf8') });
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await deliver(fields.toString(), urlencoded)).json().outcome).toBe('stored');
  const json = JSON.stringify({ OriginalRecipient: to, RawEmail: raw('from JSON').toString('utf8') });
  expect((await deliver(json, { 'content-type': 'application/json' })).json().outcome).toBe('stored');
  for (const [bad, mediaType] of [
    ['{"TextBody":"no raw message"}', 'application/json'],
    ['{', 'application/json'],
    ['nothing', 'multipart/form-data; boundary=x'],
    ['nothing', 'multipart/form-data'],
  ] as const)
    expect((await deliver(bad, { 'content-type': mediaType })).statusCode, bad).toBe(400);
  expect((await deliver('', { 'content-type': 'text/plain' })).json()).toEqual({
    outcome: 'refused',
    reason: 'unreadable',
  });
});

test('reply addresses stay valid when the secret key is rotated', async () => {
  const { email, to } = await askedTicket();
  const { resealColumn } = await import('../../../platform/secrets/reseal.ts');
  const { sealedColumns } = await import('../../../areas.ts');
  const { makeSecretBox } = await import('../../../platform/secrets/secret-box.ts');
  const { readKeyFile } = await import('../../../platform/secrets/secret-key-file.ts');
  const old = readKeyFile(server.platform.config.dataDir);
  const both = makeSecretBox('n'.repeat(40), ...old);
  for (const column of sealedColumns.filter(({ table }) => table === 'reply_keys'))
    await resealColumn(server.db, both, column);
  const parts = { ...server.platform, secrets: makeSecretBox('n'.repeat(40)) };
  expect(await receiveMail(parts, rfc822({ from: email, to }))).toEqual({ outcome: 'stored', reason: null });
  for (const column of sealedColumns.filter(({ table }) => table === 'reply_keys'))
    await resealColumn(server.db, makeSecretBox(...old, 'n'.repeat(40)), column);
});
