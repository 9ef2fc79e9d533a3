import { expect, test } from 'vitest';
import { parseMail } from './parse-mail.ts';

const ask = (text: string | Buffer) => parseMail(Buffer.from(text));

test('a mail is read with its sender, all recipients and files', async () => {
  const mail = await ask(
    [
      'Delivered-To: reply+x@reply.test',
      'From: "Ann, the first" <Ann@Example.test>',
      'To: Group: a@b.test, "B" <b@b.test>;, c@b.test',
      'Message-ID: <1@example.test>',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe',
      '--x',
      'Content-Type: text/plain',
      'Content-Disposition: attachment; filename="log.txt"',
      '',
      'rpm,boost',
      '--x--',
      '',
    ].join('\r\n'),
  );
  expect(mail).toMatchObject({
    from: 'ann@example.test',
    messageId: '<1@example.test>',
    text: expect.stringContaining('Grüße'),
  });
  expect(mail?.recipients).toEqual(['reply+x@reply.test', 'a@b.test', 'b@b.test', 'c@b.test']);
  expect(mail?.attachments).toMatchObject([{ name: 'log.txt', mediaType: 'text/plain' }]);
});

test('hostile mails end as unreadable or harmless, and never end the process', async () => {
  const nested = Array.from(
    { length: 300 },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  );
  const start = 'From: a@b.test\r\n';
  expect(await ask(`${start}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${nested.join('')}`)).toBeNull();
  expect(await ask(`${start}X-Long: ${'x'.repeat(600_000)}\r\n\r\nhi`)).toBeNull();
  expect(await ask(`${start}\r\n${'a\n'.repeat(600_000)}`)).toBeNull();
  expect(
    await ask(`${start}Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\n\r\n'.repeat(6_000)}`),
  ).toBeNull();
  expect(await ask('')).toBeNull();
  expect(await ask(Buffer.alloc(26 * 1024 * 1024, 97))).toBeNull();
  expect(await ask(`${start}From: c@d.test\r\n\r\nhi`), 'two senders are none').toMatchObject({ from: '' });
  expect(await ask(`${start}Content-Type: text/plain; charset=no-such-charset\r\n\r\n\u00ff\u00fe`)).not.toBeNull();
  expect(await ask(Buffer.from([0, 1, 2, 10, 255, 254, 10]))).toMatchObject({ from: '' });
}, 60_000);

test('a mail whose HTML takes long to read does not block the server', async () => {
  let longestMs = 0;
  let before = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - before);
    before = performance.now();
  }, 5);
  await ask(`From: a@b.test\r\nContent-Type: text/html\r\n\r\n${'<div>\r\n'.repeat(60_000)}deep\r\n`);
  clearInterval(watch);
  expect(longestMs).toBeLessThan(1000);
}, 60_000);
