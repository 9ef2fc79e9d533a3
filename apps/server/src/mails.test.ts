import { type MailKind, mailKindNames, mailKinds } from '@tuneport/domain/site/mail-kinds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routedRows } from '../../web/src/route-table.ts';
import './areas.ts';
import { mailSample } from './platform/mail/samples.ts';
import { unmask } from './platform/mail/secrets.ts';
import { withLanguage } from './platform/texts.ts';
import { type TestServer, testServer } from './testing/server.ts';

const origin = 'https://shop.test';

const attribute = (attributes: string, name: string) =>
  [...attributes.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );

/** Links, pictures and tags, and which tags were never closed: mail clients repair broken HTML in different ways. */
function parsed(html: string) {
  const links: string[] = [];
  const images: string[] = [];
  const tags: string[] = [];
  const open: string[] = [];
  for (const [, slash, name = '', attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/g)) {
    if (slash) {
      if (open.at(-1) === name) open.pop();
      continue;
    }
    tags.push(name);
    links.push(...attribute(attributes, 'href'));
    images.push(...attribute(attributes, 'src'));
    if (!['meta', 'img', 'br', 'hr'].includes(name)) open.push(name);
  }
  return { links, images, tags, open };
}

describe.each(mailKindNames)('mail %s', (kind) => {
  const mail = mailSample(kind, origin);

  test('has a subject of one line and the same content as HTML and plain text', () => {
    expect(mail.kind).toBe(kind);
    expect(mail.subject).toMatch(/^\S.{3,120}\S$/);
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(/undefined|\bnull\b|\bNaN\b|\[object|Invalid Date/);
    const [title = ''] = mail.text.split('\n');
    expect(mail.html).toContain('<h1');
    expect(title.length).toBeGreaterThan(3);
    expect(mail.text.split('\n\n').length).toBeGreaterThan(2);
    expect(mail.text).not.toMatch(/<\/?[a-z]+[ >]/);
  });

  test('is whole HTML with absolute links and no remote parts', () => {
    const { links, images, tags, open } = parsed(mail.html);
    expect(open).toEqual([]);
    expect(tags.filter((tag) => ['script', 'link', 'form', 'iframe'].includes(tag))).toEqual([]);
    for (const link of links) expect(link).toMatch(/^https?:\/\/[^/\s]+\S*$/);
    for (const image of images) expect(image).toMatch(/^(?:cid:tuneport-logo|https:\/\/shop\.test\/.+)$/);
    // A link of the HTML part that the text lacks would be lost for its readers.
    for (const link of links) expect(mail.text).toContain(link);
  });
});

/** The route of a path: its first row in which every segment is equal or a parameter. */
const rowOfPath = (path: string) => {
  const parts = path.replace(/\?.*/, '').split('/');
  return routedRows.find((row) => {
    const own = row.path.split('/');
    return own.length === parts.length && own.every((part, at) => part.startsWith(':') || part === parts[at]);
  });
};

describe.each(mailKindNames.filter((kind) => mailKinds[kind].notifies))('the notification of %s', (kind) => {
  test('has a line of text and opens a page of the site that needs no secret', () => {
    for (const language of ['en', 'de'] as const) {
      const { notification } = withLanguage(language, () => mailSample(kind, origin));
      expect(notification?.text).toMatch(/^\S.{3,}/);
      expect(notification?.text).not.toMatch(/https?:|^(?:Hello|Guten Tag)\b/);
      if (['trade-in', 'dealer-contact'].includes(kind)) expect(notification?.path).toBeNull();
      else {
        const row = rowOfPath(notification?.path ?? '');
        expect(row?.file ?? row?.redirect, notification?.path ?? kind).toBeTruthy();
        expect(row?.marks).not.toContain('token-link');
      }
    }
  });
});

/** Written for staff, or by staff in their own words. */
const inEnglish: readonly MailKind[] = ['newsletter', 'lead-mail', 'lead-reminder', 'lead-reply', 'scheduled-report'];
/** What people write in the samples. */
const typed =
  /^(?:The tool finds the ECU|Which firmware|The new firmware|Your file needs a different|Does the car have|I lowered the torque|Flash it with|Disconnect the battery|The price assumes|Thank you for your patience|Can you flash|Two cars reported|This test needs a car|The second parcel|The cable was used|What changes in April|New dealer prices)/;
const englishWords = /\b(?:the|your|you|we|is|are|was|and|this|with|of|for|to|from|by|open|view)\b/i;

describe.each(['de', 'fr'] as const)('mails in %s', (language) => {
  const customerKinds = mailKindNames.filter((kind) => !inEnglish.includes(kind));

  test.each(customerKinds)('%s has no English left, and its links lead to pages in this language', (kind) => {
    const english = mailSample(kind, origin);
    const mail = withLanguage(language, () => mailSample(kind, origin));
    expect(mail.html).toContain(`<html lang="${language}">`);
    if (!typed.test(english.subject)) expect(mail.subject).not.toBe(english.subject);
    const before = new Set(english.text.split('\n'));
    const left = mail.text
      .split('\n')
      .filter((line) => before.has(line) && !typed.test(line) && !line.includes('https://') && englishWords.test(line));
    expect(left).toEqual([]);
    const pages = parsed(mail.html).links.filter(
      (link) => link.startsWith(origin) && !link.startsWith(`${origin}/api/`),
    );
    for (const link of pages) expect(link).toMatch(new RegExp(`^${origin}/${language}(?:/|$)`));
  });

  test.runIf(language === 'fr').each(customerKinds)('%s has a space before each colon of ours', (kind) => {
    const { subject, text } = withLanguage(language, () => mailSample(kind, origin));
    const glued = [subject, ...text.split('\n')].filter((line) => !typed.test(line) && /\p{L}:(?:\s|$)/u.test(line));
    expect(glued).toEqual([]);
  });

  test('amounts and dates are written as the language writes them', () => {
    const { text } = withLanguage(language, () => mailSample('dealer-reminder', origin));
    expect(text).toMatch(/842,50/);
    expect(text).toContain(language === 'de' ? '2. März 2026' : '2 mars 2026');
  });
});

describe('mail templates in the back office', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  test('every kind is listed and shown as text and as HTML that can only be framed by the site and runs nothing', async () => {
    const admin = await server.as({ role: 3 });
    const { body } = await admin.call('GET /v1/admin/mail-kinds');
    expect(body.data.map(({ kind }) => kind)).toEqual(mailKindNames);
    const params = { kind: 'order-confirmation' } as const;
    const shown = await admin.call('GET /v1/admin/mail-kinds/:kind', { params });
    expect(shown.body.text).toContain('Total paid');
    const { raw } = await admin.call('GET /v1/admin/mail-kinds/:kind/html', { params });
    expect(raw.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox$/);
    expect(raw.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(raw.body).toContain('data:image/png;base64,');
    expect(raw.body).toContain('Thank you for your order');
  });

  test('a template is shown and sent in the language that staff select', async () => {
    const admin = await server.as({ role: 3 });
    const params = { kind: 'order-confirmation' } as const;
    const query = { language: 'de' } as const;
    const shown = await admin.call('GET /v1/admin/mail-kinds/:kind', { params, query });
    expect(shown.body.text).toContain('Gesamt bezahlt');
    const { raw } = await admin.call('GET /v1/admin/mail-kinds/:kind/html', { params, query });
    expect(raw.body).toContain('Danke für Ihre Bestellung');
    const sent = await admin.call('POST /v1/admin/mail-kinds/:kind/test', { params, body: { language: 'fr' } });
    const row = await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', sent.body.to)
      .executeTakeFirstOrThrow();
    expect(unmask(row).subject).toContain('Votre commande');
  });

  test('a sample goes to the own address of the person who asks for it', async () => {
    const { id } = await server.make.user({ role: 3 });
    const admin = await server.as({ id });
    const { body } = await admin.call('POST /v1/admin/mail-kinds/:kind/test', {
      params: { kind: 'payout' },
      body: {},
    });
    const row = await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', body.to)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(unmask(row).subject).toMatch(/^\[Sample\] Payout/);
    const user = await server.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    expect(body.to).toBe(user.email);
  });
});
