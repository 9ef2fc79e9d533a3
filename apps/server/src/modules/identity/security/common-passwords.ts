import { readFileSync } from 'node:fs';

const listFile = new URL('../../../../data/common-passwords.txt', import.meta.url);
let list: ReadonlySet<string> | undefined;
/** Loaded lazily at the first new password; most processes never need it. */
const known = () =>
  (list ??= new Set(
    readFileSync(listFile, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  ));

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const paddingMax = 6;

/**
 * Whether a password is on the list: as is, repeated, with digits or punctuation around it, or with digits in place of
 * letters.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').trim().toLowerCase();
  return [plain, withoutPadding(plain)].some((form) => [form, spelledOut(form), repeated(form)].some(isListed));
}

const isListed = (text: string) => text.length >= 4 && known().has(text);

function withoutPadding(text: string): string {
  const core = text.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  return text.length - core.length <= paddingMax ? core : text;
}

const spelledOut = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);

/** The repeated part of a text, such as "dragon" of "dragondragon"; otherwise the text itself. */
const repeated = (text: string) => /^(.{3,}?)\1+$/u.exec(text)?.[1] ?? text;
