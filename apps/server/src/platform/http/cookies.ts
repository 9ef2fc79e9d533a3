import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../config.ts';

export const sessionCookieName = (config: Config) => (config.secureCookies ? '__Host-tuneport' : 'tuneport');

/** Identifies the unpaid orders of one guest; set with the first order. */
export const guestCookieName = (config: Config) => (config.secureCookies ? '__Host-tuneport-guest' : 'tuneport-guest');

/** Read by the browser too, so it is no secret: which region's catalogue the visitor chose. */
export const regionCookieName = 'region';

export function readCookies(header: string | undefined): Readonly<Record<string, string | undefined>> {
  return header ? parseCookie(header) : {};
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
