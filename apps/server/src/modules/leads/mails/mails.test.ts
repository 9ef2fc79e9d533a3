import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderAttachment } from '../../../areas.ts';
import { receiveMail } from '../../../platform/mail/inbound/receive-mail.ts';
import { replyAddress } from '../../../platform/mail/inbound/reply-address.ts';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { form } from '../../../testing/tuning.ts';

const domain = 'reply.tuneport.test';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer({ REPLY_MAIL_DOMAIN: domain });
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

async function dealWith(email: string) {
  const { body: contact } = await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Ada Fern', emails: [email] },
  });
  const { body: deal } = await admin.call('POST /v1/admin/lead-engine/deals', {
    body: { title: 'Flash tools', contact: contact.id },
  });
  return { deal, contact, params: { id: deal.id } };
}
const outbox = async (to: string) =>
  (await server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', to).orderBy('id').execute()).map(
    unmask,
  );

test('an e-mail to a contact of a deal goes through the outbox once and into the timeline', async () => {
  const { params, contact } = await dealWith('ada@fern.test');
  const body = { contactId: contact.id, to: 'ada@fern.test', subject: 'Your offer', text: 'Hello Ada,\n\nsee below.' };
  const headers = { 'idempotency-key': 'one-offer' };
  const send = () => admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params, body, headers });
  expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
  const [mail, ...more] = await outbox('ada@fern.test');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ kind: 'lead-mail', subject: 'Your offer' });
  expect(mail?.text_body).toContain('see below.');
  const timeline = (await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params })).body;
  expect(timeline.data[0]).toMatchObject({
    kind: 'mail',
    title: 'Your offer',
    by: expect.stringContaining('Test User'),
  });
});

test('an e-mail is refused to strangers, with open fields, with links of other sites, and after unsubscribing', async () => {
  const { params, contact } = await dealWith('bo@fern.test');
  const other = await dealWith('other@fern.test');
  const body = { contactId: contact.id, to: 'bo@fern.test', subject: 'Offer', text: 'Hello' };
  const send = (change: object) =>
    admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params, body: { ...body, ...change } });
  for (const wrong of [
    { to: 'other@fern.test' },
    { contactId: other.contact.id, to: 'other@fern.test' },
    { text: 'Hello {{firstName}}' },
    { subject: 'See www.elsewhere.com' },
    { subject: 'Offer\r\nBcc: more@fern.test' },
    { text: '' },
  ])
    expect((await send(wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect((await send({})).status).toBe(201);
  const [mail] = await outbox('bo@fern.test');
  const link = new URL(mail?.unsubscribe_url ?? '').pathname;
  expect((await server.anonymous.request('GET', link)).status).toBe(200);
  for (const [language, title] of [
    ['de', 'Von diesen E-Mails abmelden?'],
    ['fr', 'Se désabonner de ces e-mails'],
  ] as const) {
    const page = await server.anonymous.request('GET', link, { headers: { 'accept-language': language } });
    expect(page.raw.body, language).toContain(title);
  }
  const read = () => admin.call('GET /v1/admin/lead-engine/contacts/:id', { params: { id: contact.id } });
  expect((await read()).body.consent, 'opening the link changes nothing').toBe('unknown');
  expect((await server.anonymous.request('POST', link)).status).toBe(200);
  expect((await read()).body.consent).toBe('withdrawn');
  expect((await send({})).status).toBe(409);
});

test('an address that unsubscribed gets no e-mails through another contact until it consents again', async () => {
  const { params, contact } = await dealWith('twice@fern.test');
  const again = await dealWith('twice@fern.test');
  const body = { contactId: contact.id, to: 'twice@fern.test', subject: 'Offer', text: 'Hello' };
  const send = (id: number, contactId: number) =>
    admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params: { id }, body: { ...body, contactId } });
  expect((await send(params.id, contact.id)).status).toBe(201);
  const [mail] = await outbox('twice@fern.test');
  await server.anonymous.request('POST', new URL(mail?.unsubscribe_url ?? '').pathname);
  const refused = await send(again.params.id, again.contact.id);
  expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining('twice@fern.test') }]);
  await admin.call('PATCH /v1/admin/lead-engine/contacts/:id', {
    params: { id: again.contact.id },
    body: { consent: 'given' },
  });
  expect((await send(again.params.id, again.contact.id)).status).toBe(201);
});

test('unsubscribing counts after the contact was deleted and added again', async () => {
  const { params, contact } = await dealWith('gone@fern.test');
  const body = { contactId: contact.id, to: 'gone@fern.test', subject: 'Offer', text: 'Hello' };
  await admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params, body });
  const [mail] = await outbox('gone@fern.test');
  await admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params, body: { contact: null } });
  const deleted = await admin.call('DELETE /v1/admin/lead-engine/contacts/:id', { params: { id: contact.id } });
  expect(deleted.status).toBe(204);
  const added = await dealWith('gone@fern.test');
  await server.anonymous.request('POST', new URL(mail?.unsubscribe_url ?? '').pathname);
  const read = await admin.call('GET /v1/admin/lead-engine/contacts/:id', { params: { id: added.contact.id } });
  expect(read.body.consent).toBe('withdrawn');
});

test('an address that unsubscribed is not written to after its contact was deleted, until it consents again', async () => {
  for (const [email, order] of [
    ['before@fern.test', 'unsubscribes first'],
    ['after@fern.test', 'unsubscribes without a contact'],
  ] as const) {
    const { params, contact } = await dealWith(email);
    const send = (id: number, contactId: number) =>
      admin.call('POST /v1/admin/lead-engine/deals/:id/mails', {
        params: { id },
        body: { contactId, to: email, subject: 'Offer', text: 'Hello' },
      });
    expect((await send(params.id, contact.id)).status).toBe(201);
    const [mail] = await outbox(email);
    const unsubscribe = () => server.anonymous.request('POST', new URL(mail?.unsubscribe_url ?? '').pathname);
    if (order === 'unsubscribes first') await unsubscribe();
    await admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params, body: { contact: null } });
    await admin.call('DELETE /v1/admin/lead-engine/contacts/:id', { params: { id: contact.id } });
    if (order === 'unsubscribes without a contact') await unsubscribe();
    const added = await dealWith(email);
    expect((await send(added.params.id, added.contact.id)).status, order).toBe(409);
    const consent = { params: { id: added.contact.id }, body: { consent: 'given' as const } };
    await admin.call('PATCH /v1/admin/lead-engine/contacts/:id', consent);
    expect((await send(added.params.id, added.contact.id)).status, order).toBe(201);
  }
});

test('a second unsubscription counts for a consent that was given between both', async () => {
  const { params, contact } = await dealWith('again@fern.test');
  const change = (id: number, body: object) =>
    admin.call('PATCH /v1/admin/lead-engine/contacts/:id', { params: { id }, body });
  const sendTo = (id: number, contactId: number) =>
    admin.call('POST /v1/admin/lead-engine/deals/:id/mails', {
      params: { id },
      body: { contactId, to: 'again@fern.test', subject: 'Offer', text: 'Hello' },
    });
  await sendTo(params.id, contact.id);
  const [mail] = await outbox('again@fern.test');
  const unsubscribe = () => server.anonymous.request('POST', new URL(mail?.unsubscribe_url ?? '').pathname);
  await unsubscribe();
  await change(contact.id, { consent: 'given', emails: ['elsewhere@fern.test'] });
  const other = await dealWith('again@fern.test');
  await change(other.contact.id, { consent: 'given' });
  expect((await sendTo(other.params.id, other.contact.id)).status).toBe(201);
  await unsubscribe();
  expect((await sendTo(other.params.id, other.contact.id)).status).toBe(409);
});

test('an address stays unsubscribed when it moves to another contact', async () => {
  const { contact } = await dealWith('moved@fern.test');
  const change = (id: number, body: object) =>
    admin.call('PATCH /v1/admin/lead-engine/contacts/:id', { params: { id }, body });
  await change(contact.id, { consent: 'withdrawn' });
  await change(contact.id, { emails: ['another@fern.test'] });
  const other = await dealWith('moved@fern.test');
  const body = { contactId: other.contact.id, to: 'moved@fern.test', subject: 'Offer', text: 'Hello' };
  const sent = await admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params: other.params, body });
  expect(sent.status).toBe(409);
});

test('a file of the deal is attached, and one of another deal is not', async () => {
  const { params, contact } = await dealWith('eli@fern.test');
  const other = await dealWith('dora@fern.test');
  const upload = async (id: number) =>
    (
      await admin.call('POST /v1/admin/lead-engine/deals/:id/files', {
        params: { id },
        ...form({}, { name: 'offer.pdf', bytes: Buffer.from('An offer') }),
      } as never)
    ).body as { id: string };
  const [own, foreign] = [await upload(params.id), await upload(other.params.id)];
  const body = { contactId: contact.id, to: 'eli@fern.test', subject: 'Offer', text: 'See the file.' };
  const send = (fileId: string) =>
    admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params, body: { ...body, fileId } });
  // Refused e-mails do not count against the limit of the address.
  for (let round = 0; round < 6; round += 1)
    expect((await send(foreign.id)).body).toMatchObject({ errors: { fileId: [expect.any(String)] } });
  expect((await send(own.id)).status).toBe(201);
  const [mail] = await outbox('eli@fern.test');
  const attached = await renderAttachment(server.platform, mail?.attachment ?? '', 'eli@fern.test');
  expect({ ...attached, bytes: attached.bytes.toString() }).toMatchObject({ name: 'offer.pdf', bytes: 'An offer' });
  const timeline = (await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params })).body;
  expect(timeline.data.find(({ kind }) => kind === 'mail')?.text).toContain('with offer.pdf');
  const remove = () =>
    admin.call('DELETE /v1/admin/lead-engine/deals/:id/files/:fileId', { params: { ...params, fileId: own.id } });
  await server.db.updateTable('mail_outbox').set({ state: 'queued' }).execute();
  expect((await remove()).status, 'the e-mail is still to be sent').toBe(409);
  await server.db.updateTable('mail_outbox').set({ state: 'sent' }).execute();
  expect((await remove()).status).toBe(204);
});

test('templates are created and found, and a name is used only once', async () => {
  const body = { name: 'First contact', subject: 'Hello {{firstName}}', text: 'About {{deal}}' };
  expect((await admin.call('POST /v1/admin/lead-engine/mail-templates', { body })).status).toBe(201);
  expect((await admin.call('POST /v1/admin/lead-engine/mail-templates', { body })).status).toBe(422);
  const { data } = (await admin.call('GET /v1/admin/lead-engine/mail-templates', { query: { search: 'first' } })).body;
  expect(data).toMatchObject([body]);
});

test('an answer to a mail of a deal appears in its timeline once and notifies the owner', async () => {
  const { params, contact, deal } = await dealWith('cy@fern.test');
  const body = { contactId: contact.id, to: 'cy@fern.test', subject: 'Your offer', text: 'See below.' };
  const { body: mail } = await admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params, body });
  const [queued] = await outbox('cy@fern.test');
  expect(queued?.reply_about).toBe(`lead-mail:${mail.id}`);
  const to = await replyAddress(server.platform, domain, `lead-mail:${mail.id}`, 'cy@fern.test');
  const message = (from: string, id: string) =>
    Buffer.from(
      `From: ${from}\r\nTo: ${to}\r\nSubject: Re: Your offer\r\nMessage-ID: <${id}>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n` +
        '--x\r\n\r\nWe take ten.\r\n--x\r\nContent-Disposition: attachment; filename=order.txt\r\n\r\nten tools\r\n' +
        '--x\r\nContent-Disposition: attachment; filename=run.exe\r\n\r\nMZ12\r\n--x--\r\n',
    );
  const receive = (from: string, id: string) => receiveMail(server.platform, message(from, id));
  const twice = await Promise.all([receive('cy@fern.test', '1@fern.test'), receive('cy@fern.test', '1@fern.test')]);
  expect(twice.map(({ outcome }) => outcome).sort()).toEqual(['duplicate', 'stored']);
  expect(await receive('eve@elsewhere.test', '2@fern.test')).toEqual({ outcome: 'held', reason: null });
  const { data } = (await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params })).body;
  expect(data.filter(({ key }) => key.startsWith('reply:'))).toMatchObject([
    { kind: 'mail', title: 'Unverified reply by e-mail: Re: Your offer' },
    { kind: 'mail', title: 'Reply by e-mail: Re: Your offer', text: 'From cy@fern.test\nWe take ten.' },
  ]);
  expect(data.filter(({ kind }) => kind === 'file').map(({ title }) => title)).toEqual(['order.txt']);
  const owner = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  const notices = (await outbox(owner.email)).filter(({ kind }) => kind === 'lead-reply');
  expect(notices).toHaveLength(2);
  expect(notices[0]?.text_body).not.toContain('We take ten');
  await admin.call('DELETE /v1/admin/lead-engine/deals/:id', { params: { id: deal.id } });
  expect(await receive('cy@fern.test', '3@fern.test')).toEqual({ outcome: 'refused', reason: 'not_accepted' });
});

test('an e-mail to several people is a copy for each that names all, and each can answer and unsubscribe', async () => {
  const { params, contact } = await dealWith('first@cc.test');
  const people: { id: number }[] = [];
  for (const name of ['second', 'third'])
    people.push(
      (
        await admin.call('POST /v1/admin/lead-engine/contacts', {
          body: { name: `Person ${name}`, emails: [`${name}@cc.test`] },
        })
      ).body,
    );
  const [second, third] = people.map(({ id }) => id);
  const change = { participants: [second ?? 0, third ?? 0] };
  await admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params, body: change });
  const stranger = await dealWith('stranger@cc.test');
  const cc = [
    { contactId: second ?? 0, to: 'second@cc.test' },
    { contactId: third ?? 0, to: 'third@cc.test' },
    { contactId: contact.id, to: 'first@cc.test' },
  ];
  const body = { contactId: contact.id, to: 'first@cc.test', subject: 'Offer for all', text: 'Hello' };
  const send = (to: { contactId: number; to: string }[]) =>
    admin.call('POST /v1/admin/lead-engine/deals/:id/mails', { params, body: { ...body, cc: to } });
  expect((await send([{ contactId: stranger.contact.id, to: 'stranger@cc.test' }])).body).toMatchObject({
    errors: { cc: [expect.any(String)] },
  });
  expect((await send([{ contactId: second ?? 0, to: 'third@cc.test' }])).status).toBe(422);
  expect((await send(Array.from({ length: 10 }, () => cc[0] as (typeof cc)[0]))).status).toBe(422);
  expect((await send(cc)).status).toBe(201);
  const copies = await Promise.all(['first@cc.test', 'second@cc.test', 'third@cc.test'].map(outbox));
  expect(copies.map(({ length }) => length)).toEqual([1, 1, 1]);
  const mails = copies.flat();
  for (const mail of mails)
    expect(mail).toMatchObject({ shown_to: 'first@cc.test', shown_cc: ['second@cc.test', 'third@cc.test'] });
  expect(new Set(mails.map(({ unsubscribe_url }) => unsubscribe_url)).size).toBe(3);
  const answer = await replyAddress(server.platform, domain, mails[1]?.reply_about ?? '', 'second@cc.test');
  const message = [
    'From: second@cc.test',
    `To: ${answer}`,
    'Message-ID: <cc-1@cc.test>',
    'Subject: Re: Offer for all',
    '',
    'Second agrees.',
  ].join('\r\n');
  expect((await receiveMail(server.platform, Buffer.from(message))).outcome).toBe('stored');
  const { data } = (await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params })).body;
  expect(data.filter(({ kind }) => kind === 'mail')).toMatchObject([
    { title: 'Reply by e-mail: Re: Offer for all', text: 'From second@cc.test\nSecond agrees.' },
    { title: 'Offer for all', text: 'To first@cc.test, cc second@cc.test, third@cc.test\nHello' },
  ]);
  await server.anonymous.request('POST', new URL(mails[2]?.unsubscribe_url ?? '').pathname);
  expect((await send(cc)).status, 'the third does not want mails').toBe(409);
  expect((await send(cc.slice(0, 1))).status, 'the others still do').toBe(201);
});
