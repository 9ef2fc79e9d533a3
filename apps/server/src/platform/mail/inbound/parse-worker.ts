import { parentPort } from 'node:worker_threads';
import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime';
import type { MailAttachment, ParsedMail } from './parsed-mail.ts';
import { replyText } from './reply-text.ts';

// Runs in a worker thread with little memory: a hostile mail takes seconds to parse, or more memory than there is.

const limits = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true };
const attachmentsMax = 30;
const recipientsMax = 100;
/** Smaller pictures inside the text are logos of signatures. */
const inlinePictureBytesMin = 8 * 1024;

const deliveryHeaders = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to']);

parentPort?.once('message', (raw: Uint8Array) => {
  void PostalMime.parse(raw, limits)
    .then(parsed)
    .then(
      (mail) =>
        parentPort?.postMessage(
          mail,
          mail.attachments.map(({ bytes }) => bytes.buffer as ArrayBuffer),
        ),
      () => parentPort?.postMessage(null),
    );
});

async function parsed(email: Email): Promise<ParsedMail> {
  const senders = addressesOf(email.headers.filter(({ key }) => key === 'from').map(({ value }) => value));
  const delivered = email.headers.filter(({ key }) => deliveryHeaders.has(key)).map(({ value }) => value);
  const named = [email.to, email.cc, email.bcc].flatMap((list) => flat(list ?? []));
  return {
    from: senders.length === 1 ? (senders[0] ?? '').toLowerCase() : '',
    subject: (email.subject ?? '').slice(0, 500),
    messageId: (email.messageId ?? '').slice(0, 1000),
    headers: email.headers.slice(0, 500).map(({ key, value }) => [key, value.slice(0, 1000)] as const),
    recipients: [...addressesOf(delivered), ...named].slice(0, recipientsMax),
    text: replyText(await written(email)),
    attachments: email.attachments.slice(0, attachmentsMax).flatMap(attached),
  };
}

/** The code for HTML is loaded only for mails without a text part. */
async function written({ text = '', html = '' }: Email): Promise<string> {
  return text.trim() === '' && html !== '' ? (await import('./html-reply.ts')).htmlReply(html) : text;
}

const addressesOf = (values: readonly string[]): string[] =>
  values.flatMap((value) => flat(addressParser(value.slice(0, 2000))));

const flat = (list: readonly Address[]): string[] =>
  list.flatMap(({ address, group }) => (group ? group.map((one) => one.address ?? '') : [address ?? '']));

function attached({ filename, mimeType, content, related }: Attachment): MailAttachment[] {
  // A copy of its own, because parts may share one buffer, which can be transferred only once.
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content).slice();
  if (related && mimeType.startsWith('image/') && bytes.length < inlinePictureBytesMin) return [];
  return [{ name: filename ?? nameFor(mimeType), mediaType: mimeType, bytes }];
}

const nameFor = (mimeType: string): string =>
  mimeType === 'message/rfc822'
    ? 'message.eml'
    : `attachment.${/^[a-z]+\/([a-z0-9]{1,8})$/.exec(mimeType)?.[1] ?? 'bin'}`;
