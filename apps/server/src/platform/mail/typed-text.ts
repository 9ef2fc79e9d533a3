import { test as isUrl } from 'linkifyjs';

// User-entered text in a mail to someone else. Mails are sent in our name, so they contain no links but ours.

const between = /([\s<>"',;()[\]{}|]+)/;
// Mail clients turn any name with a path into a link, whatever its ending.
const withPath = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,24}[/?#]/iu;
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
  const name = bare.replace(/^[^\p{L}\p{N}]+/u, '').replace(dots, '.');
  const isLink =
    bare.includes('://') ||
    /^\P{L}*www\./iu.test(bare) ||
    [withPath, punycode].some((pattern) => pattern.test(name)) ||
    (isUrl(name, 'url') && !initial.test(name));
  return isLink ? removed + end : word;
}

const nameMax = 60;

/** A name or title in one line: no links, no invisible characters, limited length. */
export function shortName(text: string): string {
  const line = withoutLinks(text.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')).trim();
  return line.length <= nameMax ? line : `${line.slice(0, nameMax).trim()} …`;
}
