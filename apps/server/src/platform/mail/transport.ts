import { Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import { logoId, logoPart } from './logo.ts';
import type { QueuedMail } from './outbox.ts';

export type MailFile = { readonly name: string; readonly type: string; readonly bytes: Buffer };
/** What the sender adds to a mail of the outbox. */
type MailExtras = { readonly file: MailFile | null; readonly replyTo: string | null };
export type Transport = { send(mail: QueuedMail, extras: MailExtras): Promise<void>; close(): void };

const wholeMs = 60_000;
const partBytes = 65_536;

type TransportOptions = {
  /** Refuse to send without TLS. */
  requireTls: boolean;
  timeoutMs?: number | undefined;
};

export function openTransport(
  mailUrl: string,
  from: string,
  { requireTls, timeoutMs = 10_000 }: TransportOptions,
): Transport {
  const smtp = createTransport(
    {
      url: mailUrl,
      requireTLS: requireTls,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  smtp.use('stream', (mail, done) => {
    mail.message.transform(inLargeParts);
    done();
  });
  return {
    async send(mail, extras) {
      let limit: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_settle, refuse) => {
        limit = setTimeout(() => refuse(new Error('The mail server took more than a minute.')), wholeMs);
      });
      try {
        await Promise.race([smtp.sendMail(messageOf(mail, from, extras)), tooLong]);
      } finally {
        clearTimeout(limit);
      }
    },
    close: () => smtp.close(),
  };
}

/** A message is made of many small parts, and writing each of them to the socket takes longer than making it. */
function inLargeParts(): Transform {
  let [parts, bytes] = [[] as Buffer[], 0];
  const whole = () => {
    const all = Buffer.concat(parts);
    [parts, bytes] = [[], 0];
    return all;
  };
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part);
      bytes += part.length;
      done(null, bytes < partBytes ? undefined : whole());
    },
    flush: (done) => done(null, whole()),
  });
}

function messageOf(mail: QueuedMail, from: string, { file, replyTo }: MailExtras) {
  return {
    to: plain(mail.shown_to ?? mail.to_address),
    ...(mail.shown_cc.length > 0 && { cc: mail.shown_cc.map(plain) }),
    // Each recipient gets their own copy; the headers name all recipients.
    ...(mail.shown_to !== null && { envelope: { from, to: [mail.to_address] } }),
    ...(replyTo !== null && { replyTo: plain(replyTo) }),
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    attachments: [
      ...(mail.html_body.includes(`cid:${logoId}`) ? [logoPart] : []),
      ...(file ? [{ filename: file.name, content: file.bytes, contentType: file.type }] : []),
    ],
    // The same for every attempt, so that a mail sent twice is shown once.
    messageId: `<outbox.${mail.id}.${mail.created_at.getTime()}@${hostOf(from)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe_url && {
        'List-Unsubscribe': `<${mail.unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** As an object, so that it is never parsed as a list or a display name. */
const plain = (address: string) => ({ name: '', address });

const hostOf = (from: string) => /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
