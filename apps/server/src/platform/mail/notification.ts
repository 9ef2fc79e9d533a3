import { mailKinds } from '@tuneport/domain/site/mail-kinds';
import { languages, prefixOf } from '@tuneport/domain/text/languages';
import { type RawBuilder, sql } from 'kysely';
import { isGreeting, type MailContent } from './layout.ts';
import type { MailMessage, OutgoingMail } from './queue.ts';

// What the notification centre of an account shows of a mail: its subject, one line of its text, and a page of the site.

export type MailNotification = {
  readonly text: string;
  /** Without the language. Null if only the mail has a link. */
  readonly path: string | null;
};

type StoredNotification = MailNotification & { readonly kind: string; readonly title: string };

const textMax = 200;
/** A subject can contain text of customers. The column holds 300. */
const titleMax = 290;

/** `page` replaces the button where its address is a secret link or another site. */
export function notificationOf({ paragraphs, button }: MailContent, page?: string | null): MailNotification {
  const sentences = paragraphs.filter(
    (part): part is string => typeof part === 'string' && !isGreeting(part) && !/https?:\/\//.test(part),
  );
  return {
    text: shortened(sentences.reduce(joined, ''), textMax),
    path: page === undefined ? pathOf(button?.url) : page,
  };
}

const joined = (before: string, next: string): string =>
  before === '' ? next : `${before}${/[.!?:…]$/.test(before.trimEnd()) ? ' ' : ' · '}${next}`;

function shortened(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max).trimEnd()} …`;
}

const prefixes = languages.map(prefixOf).filter((prefix) => prefix !== '');

/** The page of an address of this site. The API has no pages. */
function pathOf(url: string | undefined): string | null {
  if (url === undefined) return null;
  const { pathname, search } = new URL(url);
  const prefix = prefixes.find((one) => pathname === one || pathname.startsWith(`${one}/`)) ?? '';
  const path = pathname.slice(prefix.length) || '/';
  return path.startsWith('/api/') ? null : path + search;
}

/**
 * The notification of a mail, or null if there is none. The kind decides; and nothing that the mail names as a secret is
 * stored outside the outbox, where it would not be masked.
 */
export function notificationToStore(
  { kind, subject, notification }: MailMessage,
  secrets: OutgoingMail['secrets'],
): StoredNotification | null {
  const isSecret = (text: string) => secrets.some((secret) => text.includes(secret));
  if (!mailKinds[kind].notifies || notification === null || isSecret(subject)) return null;
  const { text, path } = notification;
  return {
    kind,
    title: shortened(subject, titleMax),
    text: isSecret(text) ? '' : text,
    path: path === null || isSecret(path) || path.length > 300 ? null : path,
  };
}

/**
 * Written for an account with a login only. An unconfirmed address may be someone else's, so nothing is found by it. The
 * lock waits for a deletion that is under way; the row is then read again and no longer found.
 */
export const insertNotification = (
  { to, owner }: Pick<OutgoingMail, 'to' | 'owner'>,
  { kind, title, text, path }: StoredNotification,
  at: RawBuilder<unknown>,
): RawBuilder<{ id: number }> => sql`
  insert into notifications (user_id, kind, title, text, path, created_at)
  select u.id, ${kind}::text, ${title}::text, ${text}::text, ${path}::text, ${at} from users u
  where ${owner === undefined ? sql`u.email = ${to} and u.email_confirmed_at is not null` : sql`u.id = ${owner}::integer`}
    and u.guest_email is null and u.deleted_at is null
  for key share of u
  returning id`;
