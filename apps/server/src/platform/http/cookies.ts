import { isLanguage, type Language, languageCookie } from '@tuneport/domain/text/languages';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../config.ts';
import type { Outgoing } from './mount/dispatch.ts';

export const sessionCookieName = (config: Config) => (config.secureCookies ? '__Host-tuneport' : 'tuneport');

/** Identifies the unpaid orders of one guest; set with the first order. */
export const guestCookieName = (config: Config) => (config.secureCookies ? '__Host-tuneport-guest' : 'tuneport-guest');

/** The region whose catalogue the visitor chose. The browser reads it too. */
export const regionCookieName = 'region';

/** The display currency the visitor chose. The browser reads it too. */
export const currencyCookieName = 'currency';

/** The tag of the last link that brought the visitor; orders are credited to its affiliate. */
export const tagCookieName = 'tag';

/** Recognizes a returning visitor; set only with consent to analytics cookies. */
export const visitorCookieName = 'visitor';

export function readCookies(header: string | undefined): Readonly<Record<string, string | undefined>> {
  return header ? parseCookie(header) : {};
}

/** The language a visitor chose. Null without a choice. */
export function languageChosen(cookieHeader: string | undefined): Language | null {
  if (!cookieHeader?.includes(`${languageCookie}=`)) return null;
  const chosen = readCookies(cookieHeader)[languageCookie];
  return isLanguage(chosen) ? chosen : null;
}

export function writeCookie(config: Config, name: string, value: string, maxAgeS: number): string {
  return stringifySetCookie({
    name,
    value,
    maxAge: maxAgeS,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
  });
}

const sessionCookieAgeS = 60 * 60 * 24 * 30;

/** All cookies a call sets, the session first. */
export function cookiesOf(config: Config, { cookies, session }: Pick<Outgoing, 'cookies' | 'session'>): string[] {
  const written = cookies.map(({ name, value, maxAgeS }) => writeCookie(config, name, value, maxAgeS));
  const name = sessionCookieName(config);
  if (session === 'closed') return [writeCookie(config, name, '', 0), ...written];
  return session ? [writeCookie(config, name, session.token, sessionCookieAgeS), ...written] : written;
}
