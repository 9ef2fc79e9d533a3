import type { ParsedMail } from './parsed-mail.ts';

const automaticSenders = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+=-][^@]*)?@/;

/**
 * Whether a program wrote it: an absence note, a bounce or a mailing list (RFC 3834, RFC 2919). Storing these would fill
 * records, and answering them would never end.
 */
export function isAutomatic({ from, headers }: Pick<ParsedMail, 'from' | 'headers'>): boolean {
  const headerOf = (name: string) =>
    headers
      .find(([key]) => key === name)?.[1]
      .trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== undefined && !/^no\b/.test(submitted)) ||
    /^(?:bulk|junk|list|auto_reply)\b/.test(headerOf('precedence') ?? '') ||
    // A bounce has no sender to return it to.
    headerOf('return-path') === '<>' ||
    /^multipart\/report\b/.test(headerOf('content-type') ?? '') ||
    headers.some(([name]) =>
      ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-failed-recipients'].includes(name),
    ) ||
    automaticSenders.test(from)
  );
}
