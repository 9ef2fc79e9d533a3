import { cutVins, looksLikeVin } from '../catalog/vin/vin-text.ts';
import { fullyDecoded, plainText } from './plain-text.ts';
import { cutPath } from './secret-paths.ts';

/** The beacon's data about one page view. */
type PageView = {
  readonly path: string;
  readonly referrer: string;
  readonly title: string;
  /** An event on the page instead of a view. */
  readonly event: boolean;
  readonly screen: { readonly width: number; readonly height: number; readonly scale: number };
  readonly bot: BotCode;
  readonly query: string;
};

/** The same with one-letter field names for the wire; s is 'width,height,scale'. */
export type WirePageView = {
  readonly p: string;
  readonly r: string;
  readonly t: string;
  readonly e: boolean;
  readonly s: string;
  readonly b: BotCode;
  readonly q: string;
  /** The browser's time zone, if the script sends it. */
  readonly z?: string;
};

const textMax = 2048;
const cut = (text: string): string => text.slice(0, textMax);

export function pageViewToWire(view: PageView, ownOrigin: string): WirePageView {
  const { width, height, scale } = view.screen;
  return {
    p: cut(withoutSecrets(view.path)),
    r: cut(referrerWithoutSecrets(view.referrer, ownOrigin)),
    t: cut(view.title),
    e: view.event,
    s: [width, height, scale].join(','),
    b: view.bot,
    q: cut(queryWithoutSecrets(view.path, view.query)),
  };
}

// Codes of the open-source script whose beacon has these seven fields.
export const botCodes = { none: 0, phantom: 150, nightmare: 151, selenium: 152, webdriver: 153 } as const;
type BotCode = (typeof botCodes)[keyof typeof botCodes];
export const isBotCode = (value: unknown): value is BotCode => Object.values(botCodes).some((code) => code === value);

type Thing = Readonly<Record<string, unknown>>;

/** Found by the server in the request: a crawler's user agent, or none at all. */
export const serverBotCodes = { crawler: 1, noUserAgent: 2 } as const;

/** Detects automated browsers by the globals they expose. */
export function botCode(view: Thing, page: Thing, browser: Thing): BotCode {
  if (view.callPhantom || view._phantom || view.phantom) return botCodes.phantom;
  if (view.__nightmare) return botCodes.nightmare;
  if (page.__selenium_unwrapped || page.__webdriver_evaluate || page.__driver_evaluate) return botCodes.selenium;
  if (browser.webdriver) return botCodes.webdriver;
  return botCodes.none;
}

/** The path as it may be stored: without token-link secrets, query and hash. */
export function withoutSecrets(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? '';
  const whole = `/${bare
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')}`;
  return cutVins(cutPath(bare) ?? whole);
}

const secretName = /token|secret|code|key|pass|mail|auth|session|state|signature|^sig$|^otp$|^invite$|^uuid$/;

/** Far more than any page has; each costs some time to check. */
const parametersMax = 50;
const partsMax = 50;

/**
 * The query without its question mark and without parameters that may contain a secret or a VIN. Empty for login pages.
 */
export function queryWithoutSecrets(path: string, query: string): string {
  if (/^\/+([a-z]{2}\/+)?auth\//.test(plainText(path))) return '';
  const pairs = query.replace(/^\?/, '').split('&', parametersMax);
  const isKept = (pair: string) => {
    const [name = ''] = pair.split('=', 1);
    const value = plainText(pair.slice(name.length + 1));
    // A value may be an address with a query of its own, such as the page to return to after a login.
    const whole = fullyDecoded(pair).toLowerCase().replace(/["']/g, '');
    const hasSecretName = whole.split(/[&;?#\s{,]/).some((part) => /[=:]/.test(part) && secretName.test(nameOf(part)));
    const parts = fullyDecoded(pair)
      .split(/[=&;?#\s"']/)
      .filter((part) => part !== '');
    const isSecret = looksLikeVin(value) || parts.length > partsMax || parts.some((part) => cutPath(part) !== null);
    return pair !== '' && !secretName.test(plainText(name)) && !hasSecretName && !isSecret;
  };
  return pairs.filter(isKept).join('&');
}

const nameOf = (part: string): string => part.split(/[=:]/, 1)[0] ?? '';

/** For other sites only origin and path are stored; for our own pages the same rules as for paths apply. */
export function referrerWithoutSecrets(referrer: string, ownOrigin: string): string {
  let url: URL;
  try {
    url = new URL(referrer);
  } catch {
    return '';
  }
  // An app that opened the link, identified by its package.
  if (url.protocol === 'android-app:') return `android-app://${url.host}`;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return '';
  return url.origin === ownOrigin ? withoutSecrets(url.pathname) : url.origin + cutVins(url.pathname);
}

export const visitPingIntervalMs = 3_600_000;

/** A clock that is set back must not suppress the ping for longer than the interval. */
export function visitPingDue(lastPingMs: number | null, now: Date): boolean {
  if (lastPingMs === null || !Number.isFinite(lastPingMs)) return true;
  return Math.abs(now.getTime() - lastPingMs) >= visitPingIntervalMs;
}
