import { type MailKind, mailKindNames, mailKinds } from '@tuneport/domain/site/mail-kinds';
import type { Language } from '@tuneport/domain/text/languages';
import type { Db } from '../../platform/db/db.ts';
import type { RawReply } from '../../platform/http/context.ts';
import { logoDataUrl } from '../../platform/mail/logo.ts';
import { type MailMessage, queueMail } from '../../platform/mail/queue.ts';
import { mailSample } from '../../platform/mail/samples.ts';
import { Refusal } from '../../platform/refusal.ts';
import { withLanguage } from '../../platform/texts.ts';
import { userById } from '../identity/index.ts';

const sampleIn = (language: Language, kind: MailKind, origin: string) =>
  withLanguage(language, () => mailSample(kind, origin));

const rowOf = (kind: MailKind, { subject }: MailMessage) => ({ kind, ...mailKinds[kind], subject });

export const listMailKinds = (origin: string) => ({
  data: mailKindNames.map((kind) => rowOf(kind, sampleIn('en', kind, origin))),
});

export function showMailKind(kind: MailKind, language: Language, origin: string) {
  const sample = sampleIn(language, kind, origin);
  return { ...rowOf(kind, sample), text: sample.text };
}

export const frameMailKind = (kind: MailKind, language: Language, origin: string): RawReply =>
  mailFrame(sampleIn(language, kind, origin).html);

/** Mail HTML in a frame of our own pages: it has inline styles and runs nothing. */
export const mailFrame = (html: string): RawReply => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
  },
  body: logoDataUrl(html),
});

export async function sendMailSample(
  db: Db,
  origin: string,
  kind: MailKind,
  language: Language,
  userId: number | null,
) {
  const user = userId === null ? undefined : await userById(db, userId);
  if (!user) throw new Refusal('not_found');
  const sample = sampleIn(language, kind, origin);
  await queueMail(db, {
    ...sample,
    subject: `[Sample] ${sample.subject}`,
    notification: null,
    to: user.email,
    secrets: [],
  });
  return { to: user.email };
}
