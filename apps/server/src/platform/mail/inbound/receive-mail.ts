import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/db.ts';
import { cleanName } from '../../files/clean-name.ts';
import { makeFormFolder } from '../../files/form-folders.ts';
import type { ReceivedFile } from '../../http/context.ts';
import type { Platform } from '../../platform.ts';
import { isWithinRateLimit } from '../../rate-limit.ts';
import { Refusal } from '../../refusal.ts';
import { isAutomatic } from './automatic-mail.ts';
import { parseMail } from './parse-mail.ts';
import type { MailAttachment, ParsedMail } from './parsed-mail.ts';
import { isSignedFor, type ReplyAbout, type ReplyKind, readReplyAddress } from './reply-address.ts';

export type InboundParts = Pick<Platform, 'db' | 'versions' | 'config' | 'files' | 'secrets' | 'clock' | 'log'>;

/** An answer to a mail. */
export type InboundReply = {
  readonly from: string;
  /** Whether it came from the address the mail was sent to. If not, anyone may have written it. */
  readonly verified: boolean;
  readonly subject: string;
  readonly text: string;
  /** None of an unverified sender. */
  readonly files: readonly ReceivedFile[];
  readonly filesLeftOut: number;
};

/** Runs `work` in a transaction, unless the same mail is already stored. Returns whether it ran. */
type Once = (work: (tx: Db) => Promise<void>) => Promise<boolean>;

/** What an area does with answers to its mails. */
export type ReplySubject = {
  /** The address that mails about this record are sent to; null if the record no longer exists. */
  addressOf(db: Db, id: number): Promise<string | null>;
  /**
   * Prepares files outside of a transaction, then stores the answer once. A Refusal says that the record takes none.
   */
  store(parts: InboundParts, id: number, reply: InboundReply, once: Once): Promise<boolean>;
};

let subjects: Readonly<Record<ReplyKind, ReplySubject>> | undefined;
export function registerReplySubjects(all: Readonly<Record<ReplyKind, ReplySubject>>): void {
  subjects = all;
}

type InboundResult = {
  /** `held`: stored for staff only, because the sender is not the person the mail was sent to. */
  readonly outcome: 'stored' | 'held' | 'duplicate' | 'refused';
  readonly reason:
    | 'unreadable'
    | 'unknown_recipient'
    | 'automatic'
    | 'no_sender'
    | 'too_many'
    | 'empty'
    | 'not_accepted'
    | null;
};
const refused = (reason: InboundResult['reason']): InboundResult => ({ outcome: 'refused', reason });

/** Of one record, of one sender, and of all senders that are not verified for one record. */
const ofRecord = { max: 30, windowS: 3600 };
const ofSender = { max: 100, windowS: 24 * 3600 };
const ofStrangers = { max: 5, windowS: 3600 };
const filesMax = 10;
const fileBytesMax = 16 * 1024 * 1024;

/** Receives one mail. Never throws for what a mail contains; the log has no content and no addresses. */
export async function receiveMail(
  parts: InboundParts,
  raw: Buffer,
  envelopeTo: readonly string[] = [],
): Promise<InboundResult> {
  const mail = await parseMail(raw);
  const about = mail && (await recordOf(parts, [...envelopeTo, ...mail.recipients]));
  const result = mail === null ? refused('unreadable') : await receive(parts, mail, about, raw);
  const record = about ? `${about.kind}:${about.id}` : null;
  parts.log.info({ ...result, record, bytes: raw.length }, 'a mail was received');
  return result;
}

type Answered = ReplyAbout & { readonly recipient: string };
const addressesChecked = 5;

/** The record whose reply address is among the recipients; null unless its signature is valid. */
async function recordOf(parts: InboundParts, recipients: readonly string[]): Promise<Answered | null> {
  const domain = parts.config.replyMailDomain;
  if (domain === undefined || !subjects) return null;
  const targets = recipients.flatMap((address) => readReplyAddress(address, domain) ?? []);
  for (const target of targets.slice(0, addressesChecked)) {
    const recipient = await subjects[target.kind].addressOf(parts.db, target.id);
    if (recipient !== null && (await isSignedFor(parts, target, recipient)))
      return { kind: target.kind, id: target.id, recipient };
  }
  return null;
}

async function receive(
  parts: InboundParts,
  mail: ParsedMail,
  about: Answered | null,
  raw: Buffer,
): Promise<InboundResult> {
  if (!about || !subjects) return refused('unknown_recipient');
  if (isAutomatic(mail)) return refused('automatic');
  if (!isAddress(mail.from)) return refused('no_sender');
  const verified = mail.from === about.recipient.toLowerCase();
  const { text } = mail;
  if (text === '' && (mail.attachments.length === 0 || !verified)) return refused('empty');
  const record = `${about.kind}:${about.id}`;
  const once = storedOnce(parts.db, record, keyOf(mail, raw));
  if (await once.isKnown()) return { outcome: 'duplicate', reason: null };
  if (!(await isWithinLimits(parts.db, record, mail.from, verified))) return refused('too_many');

  const folder = await makeFormFolder();
  try {
    const kept = verified ? mail.attachments.filter(isAccepted).slice(0, filesMax) : [];
    const reply = {
      from: mail.from,
      verified,
      subject: mail.subject
        .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, 200),
      text,
      files: await Promise.all(kept.map((file, nth) => written(folder, file, nth))),
      filesLeftOut: mail.attachments.length - kept.length,
    };
    const isNew = await subjects[about.kind].store(parts, about.id, reply, once.run);
    return { outcome: isNew ? (verified ? 'stored' : 'held') : 'duplicate', reason: null };
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unavailable') return refused('not_accepted');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isAddress = (text: string): boolean => text.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+$/.test(text);
const isAccepted = ({ bytes }: MailAttachment): boolean => bytes.length > 0 && bytes.length <= fileBytesMax;

/** A mail that is delivered again has the same Message-ID; one without is recognised by its bytes. */
const keyOf = ({ messageId, from }: ParsedMail, raw: Buffer): Buffer =>
  createHash('sha256')
    .update(messageId === '' ? raw : `${from} ${messageId}`)
    .digest();

function storedOnce(db: Db, subject: string, message_sha256: Buffer) {
  const run: Once = (work) =>
    db.transaction().execute(async (tx) => {
      const inserted = await tx
        .insertInto('inbound_mails')
        .values({ subject, message_sha256 })
        .onConflict((conflict) => conflict.doNothing())
        .returning('subject')
        .executeTakeFirst();
      if (!inserted) return false;
      await work(tx);
      return true;
    });
  const isKnown = async () =>
    (await db
      .selectFrom('inbound_mails')
      .select('subject')
      .where('subject', '=', subject)
      .where('message_sha256', '=', message_sha256)
      .executeTakeFirst()) !== undefined;
  return { run, isKnown };
}

async function isWithinLimits(db: Db, record: string, from: string, verified: boolean): Promise<boolean> {
  if (!verified && !(await isWithinRateLimit(db, `inbound-mail stranger ${record}`, ofStrangers))) return false;
  if (!(await isWithinRateLimit(db, `inbound-mail from ${from}`, ofSender))) return false;
  // Counted for the owner only, so that a stranger cannot use up the limit.
  return !verified || isWithinRateLimit(db, `inbound-mail ${record}`, ofRecord);
}

async function written(folder: string, { name, mediaType, bytes }: MailAttachment, nth: number): Promise<ReceivedFile> {
  const path = join(folder, String(nth));
  await writeFile(path, bytes, { mode: 0o600 });
  return {
    field: 'file',
    name: cleanName(name),
    mediaType: mediaType.replace(/\p{Cc}/gu, '').slice(0, 100),
    path,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  };
}
