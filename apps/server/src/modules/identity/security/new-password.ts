import { passwordProblems } from '@tuneport/domain/identity/passwords';
import { isCommonPassword } from './common-passwords.ts';

type PasswordOwner = { readonly email: string; readonly name: string; readonly siteNames: readonly string[] };

const common =
  'This is one of the most common passwords, and attackers try those first. Choose a short sentence instead.';
const personal =
  "Don't use your name, your e-mail address or the name of this site in your password. Choose other words.";
/** Minimum number of characters besides known words. */
const ownCharactersMin = 6;

/** Validation messages for a new password; empty if it is valid. */
export function newPasswordProblems(password: string, owner: PasswordOwner): string[] {
  const problems = passwordProblems(password, owner.email);
  if (problems.length > 0) return problems;
  if (isCommonPassword(password)) return [common];
  return isMadeOf(password, contextWords(owner)) ? [personal] : [];
}

/** Words that an attacker who knows the account tries first. */
function contextWords({ email, name, siteNames }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = [...siteNames, name, local, ...domain.split('.').slice(0, -1)].flatMap((text) => [
    text.replace(/\s/g, ''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  const words = parts.map((word) => word.normalize('NFKC').toLowerCase()).filter((word) => word.length >= 3);
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), plain);
  return rest !== plain && rest.replace(/[^\p{L}\p{N}]/gu, '').length < ownCharactersMin;
}

/** The product's name, the company's and the host of the site. */
export const siteNames = (publicOrigin: string, companyName: string): string[] => [
  'tuneport',
  companyName,
  ...new URL(publicOrigin).hostname.split('.').slice(0, -1),
];
