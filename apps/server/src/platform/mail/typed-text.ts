import { test as isUrl } from 'linkifyjs';

// User-entered text in a mail to someone else. Mails are sent in our name, so they contain no links but ours.

const between = /([\s<>"',;()[\]{}|]+)/;
// Mail clients find names behind any sign, such as "see:evil.com", and ignore invisible characters.
const betweenNames = /([^\p{L}\p{N}._-]+)/u;
const ends = /^[._-]+|(?<![._-])[._-]+$/g;
const host = /\.\p{L}{2,24}$/u;
const schemeOrWww = /(?<![\p{L}\p{N}])(?:(?:https?|ftp|javascript):|www\.)/iu;
const punycode = /\.xn--/i;
/** "J.Li" is a person, although .li is a country. */
const initial = /^\p{L}\.\p{L}{2}$/u;
const dots = /[\u3002\uFF0E\uFF61]/gu;
const removed = '[link removed]';

/** Removes web addresses except those of this site. */
export const withoutLinks = (text: string, ownOrigin?: string): string =>
  text
    .split(between)
    .map((word, at) => (at % 2 === 1 ? word : withoutLink(word, ownOrigin)))
    .join('');

function withoutLink(word: string, ownOrigin: string | undefined): string {
  const end = /[.!?:…]{0,5}$/u.exec(word)?.[0] ?? '';
  const bare = word.slice(0, word.length - end.length);
  if (ownOrigin !== undefined && (bare === ownOrigin || bare.startsWith(`${ownOrigin}/`))) return word;
  return isLink(
    bare
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(dots, '.'),
  )
    ? removed + end
    : word;
}

function isLink(text: string): boolean {
  if (text.includes('://') || [schemeOrWww, punycode].some((pattern) => pattern.test(text))) return true;
  const parts = text.split(betweenNames);
  let at = 0;
  return parts.some((part, nth) => {
    at += part.length;
    if (nth % 2 === 1) return false;
    const [before, after] = [parts[nth - 1]?.at(-1), parts[nth + 1]?.[0] ?? ''];
    const name = part.replace(ends, '');
    // With a path, any name is turned into a link, whatever its ending.
    if (host.test(name) && /[/\\?#]/.test(after)) return true;
    const isInMailAddress = before === '@' || (/[@+%]/.test(after) && text.includes('@', at));
    return !isInMailAddress && isUrl(name, 'url') && !initial.test(name);
  });
}

const nameMax = 60;

/** A name or title in one line: no links, no invisible characters, limited length. */
export function shortName(text: string): string {
  const line = withoutLinks(text.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')).trim();
  return line.length <= nameMax ? line : `${line.slice(0, nameMax).trim()} …`;
}
