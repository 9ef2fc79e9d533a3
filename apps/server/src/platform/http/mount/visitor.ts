import type { Whoami } from '@tuneport/domain/identity/whoami';
import { type Currency, isCurrency } from '@tuneport/domain/money/money';
import type { FastifyRequest } from 'fastify';
import { type Actor, anonymousActor } from '../../actor.ts';
import type { Config } from '../../config.ts';
import type { Platform } from '../../platform.ts';
import type { ClientInfo, Region } from '../context.ts';
import { currencyCookieName, readCookies, regionCookieName, sessionCookieName } from '../cookies.ts';
import type { Incoming } from './dispatch.ts';

// Who sends a request, and from where, by its session or key, its cookies and its headers.

type Visitor = Pick<Incoming, 'actor' | 'region' | 'currency' | 'clientInfo'> & {
  readonly staleCookie: boolean;
};

const visitors = new WeakMap<FastifyRequest, Promise<Visitor>>();

/**
 * Identifies the visitor of a request, for calls and pages. Looked up once per request, however many calls a page
 * makes.
 */
export function visitorOf(platform: Platform, request: FastifyRequest): Promise<Visitor> {
  const known = visitors.get(request) ?? findVisitor(platform, request);
  visitors.set(request, known);
  return known;
}

/** The token of an Authorization header of the Bearer scheme; other schemes are not ours. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(header(request, 'authorization')?.trim() ?? '')?.[1] ?? null;
}

/** A program with an API key. An invalid key is refused, not treated as an anonymous visitor. */
export async function apiKeyVisitor(platform: Platform, request: FastifyRequest, key: string): Promise<Visitor> {
  const clientInfo = clientInfoOf(request, {});
  return {
    actor: await platform.identifyApiKey(key, clientInfo.address),
    region: platform.config.regions[0] ?? 1,
    currency: null,
    clientInfo,
    staleCookie: false,
  };
}

async function findVisitor(platform: Platform, request: FastifyRequest): Promise<Visitor> {
  const cookies = readCookies(request.headers.cookie);
  const token = cookies[sessionCookieName(platform.config)];
  const clientInfo = clientInfoOf(request, cookies);
  const found = token ? await platform.identify(token, clientInfo.address) : null;
  return {
    actor: found ?? anonymousActor(clientInfo.address),
    region: regionOf(platform.config, request.headers.cookie),
    currency: currencyOf(request.headers.cookie),
    clientInfo,
    staleCookie: token !== undefined && token !== '' && !found,
  };
}

export const whoamiOf = (actor: Actor): Whoami | null =>
  actor.userId === null ? null : { id: actor.userId, role: actor.role, f: actor.flags };

export function clientInfoOf(request: FastifyRequest, cookies: ClientInfo['cookies']): ClientInfo {
  return {
    address: request.ip,
    userAgent: (header(request, 'user-agent') ?? '').slice(0, 400),
    cookies,
    url: request.url,
    range: header(request, 'range'),
  };
}

/** Whether there is a session cookie; only the database can validate it. */
export const hasSessionCookie = (config: Config, cookieHeader: string | undefined): boolean =>
  cookieHeader !== undefined && (readCookies(cookieHeader)[sessionCookieName(config)] ?? '') !== '';

export function regionOf({ regions }: Config, cookieHeader: string | undefined): Region {
  const first = regions[0] ?? 1;
  if (regions.length === 1) return first;
  const chosen = Number(readCookies(cookieHeader)[regionCookieName]);
  return regions.find((region) => region === chosen) ?? first;
}

/** The currency a visitor chose. Only known ones count, so that a cookie cannot fill the cache. */
export function currencyOf(cookieHeader: string | undefined): Currency | null {
  if (!cookieHeader?.includes(`${currencyCookieName}=`)) return null;
  const chosen = readCookies(cookieHeader)[currencyCookieName];
  return isCurrency(chosen) ? chosen : null;
}

/** The first value of a request header. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
