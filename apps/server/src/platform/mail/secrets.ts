import { randomBytes } from 'node:crypto';

// The outbox stores masks in place of tokens and codes, so that whatever reads a stored mail cannot leak a working link.

/** The secret values of a stored mail, by the mask that replaces each of them. */
type MailSecrets = Readonly<Record<string, string>>;

type MailParts = { subject: string; text_body: string; html_body: string; unsubscribe_url: string | null };

const secretShape = /^[\w-]{6,}$/;
const link = /https?:\/\/[^\s"'<>]+/g;
/** Path segments and query values of this shape may be tokens. */
const tokenShape = /^[\w-]{20,}$/;

/**
 * Replaces the given secrets, and everything in a link that looks like a token, by masks. Masking too much is harmless:
 * the recipient gets the original.
 */
export function maskSecrets(parts: MailParts, named: readonly string[]): { parts: MailParts; secrets: MailSecrets } {
  const secrets: Record<string, string> = {};
  let masked = parts;
  const mask = (secret: string) => {
    const name = `[hidden ${randomBytes(4).toString('hex')}]`;
    secrets[name] = secret;
    masked = mapParts(masked, (text) => text.replaceAll(secret, name));
  };
  // Longest first, because a secret may contain another one.
  for (const secret of [...named].sort((a, b) => b.length - a.length)) {
    if (!secretShape.test(secret))
      throw new Error('A mail secret must have six or more letters, digits, dashes or underscores.');
    mask(secret);
  }
  for (const found of tokensIn(masked)) mask(found);
  return { parts: masked, secrets };
}

function tokensIn({ subject, text_body, html_body, unsubscribe_url }: MailParts): string[] {
  const links = [subject, text_body, html_body, unsubscribe_url ?? ''].flatMap((text) => text.match(link) ?? []);
  const found = links.flatMap((url) => url.split(/[/?#&;=.]/)).filter((part) => tokenShape.test(part));
  return [...new Set(found)].sort((a, b) => b.length - a.length);
}

/** The mail as sent to its recipient; without stored secrets the masks stay. */
export function unmask<T extends MailParts>(mail: T & { secrets: unknown }): T {
  let open: MailParts = mail;
  for (const [name, secret] of Object.entries((mail.secrets ?? {}) as MailSecrets))
    open = mapParts(open, (text) => text.replaceAll(name, () => secret));
  return { ...mail, ...open };
}

const mapParts = ({ subject, text_body, html_body, unsubscribe_url }: MailParts, map: (text: string) => string) => ({
  subject: map(subject),
  text_body: map(text_body),
  html_body: map(html_body),
  unsubscribe_url: unsubscribe_url === null ? null : map(unsubscribe_url),
});
