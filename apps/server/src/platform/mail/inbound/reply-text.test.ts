import { expect, test } from 'vitest';
import { isAutomatic } from './automatic-mail.ts';
import { htmlReply } from './html-reply.ts';
import { replyText } from './reply-text.ts';

const ofText = replyText;
const ofHtml = (html: string) => replyText(htmlReply(html));

test('a reply is stored without the mail it answers and without a signature', () => {
  expect(
    ofText('It works now.\n\nOn Tue, 3 Mar 2026 at 10:00, Support <a@b.c> wrote:\n> Which firmware?\n> T-00001'),
  ).toBe('It works now.');
  expect(
    ofText('Version 3.\r\n\r\nAm Di., 3. März 2026 um 10:00 Uhr schrieb Support\r\n<a@b.c>:\r\n\r\n> Welche?'),
  ).toBe('Version 3.');
  expect(ofText('Merci !\n\nLe mar. 3 mars 2026, Support <a@b.c> a écrit :\n> Bonjour')).toBe('Merci !');
  expect(ofText('Done\n\n-----Original Message-----\nFrom: x')).toBe('Done');
  expect(ofText('Done\n\nFrom: Support <a@b.c>\nSent: Tuesday\nTo: Ann\nSubject: Hi\n\nHello Ann')).toBe('Done');
  expect(ofText('Yes\n-- \nAnn Example\nExample Motors')).toBe('Yes');
  expect(ofText('Yes\n\nSent from my iPhone')).toBe('Yes');
});

test('a reply keeps text in doubt: answers between quotes, a mail with nothing but a quote, and ordinary sentences', () => {
  expect(ofText('> Which firmware?\n3.1\n> Which tool?\nThe red one')).toBe(
    '> Which firmware?\n3.1\n> Which tool?\nThe red one',
  );
  expect(ofText('> only this')).toBe('> only this');
  expect(ofText('On Monday my colleague wrote:\nthe tool is broken')).toBe(
    'On Monday my colleague wrote:\nthe tool is broken',
  );
  expect(ofText('From: the left side\nit clicks')).toBe('From: the left side\nit clicks');
});

test('HTML becomes text without anything active, and the quote of a mail program is left out', () => {
  expect(
    ofHtml(
      '<style>p{}</style><p>It <b>works</b> &lt;now&gt; &amp; then</p><script>alert(1)</script><div class="gmail_quote">On 3 March wrote: <blockquote>old</blockquote></div>',
    ),
  ).toBe('It works <now> & then');
  expect(ofHtml('<div>New</div><div id="divRplyFwdMsg"><b>From:</b> x</div><div>old</div>')).toBe('New');
  expect(ofHtml('<blockquote type="cite">all there is</blockquote>')).toBe('all there is');
  expect(ofHtml(`${'<div>'.repeat(20_000)}deep`)).toBe('deep');
  expect(ofText('a\u0000b\u202ec\ud800')).toBe('abc\ufffd');
});

test('mails of programs are recognised', () => {
  const from = 'ann@example.test';
  const automatic = (...headers: [string, string][]) => isAutomatic({ from, headers });
  expect(automatic(['subject', 'Hello'], ['auto-submitted', 'no'], ['precedence', 'first-class'])).toBe(false);
  for (const [name, value] of [
    ['auto-submitted', 'auto-replied'],
    ['precedence', 'bulk'],
    ['return-path', '<>'],
    ['list-id', '<news.example.test>'],
    ['content-type', 'multipart/report; report-type=delivery-status'],
    ['x-autoreply', 'yes'],
  ] as const)
    expect(automatic([name, value]), name).toBe(true);
  expect(isAutomatic({ from: 'mailer-daemon@example.test', headers: [] })).toBe(true);
  expect(isAutomatic({ from: 'norah@example.test', headers: [] })).toBe(false);
});

test('long runs of spaces are read in linear time', () => {
  const start = performance.now();
  expect(ofText(`a${' '.repeat(90_000)}x`)).toBe('a');
  expect(performance.now() - start).toBeLessThan(1000);
});
