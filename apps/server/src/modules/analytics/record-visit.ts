import { randomBytes } from 'node:crypto';
import { tagDays } from '@tuneport/domain/affiliates/terms';
import { clientOf } from '@tuneport/domain/analytics/user-agent';
import { firstLanguage, visitorCountry } from '@tuneport/domain/analytics/visitor-country';
import { serverBotCodes, type WirePageView } from '@tuneport/domain/site/page-view';
import { isTag } from '@tuneport/domain/site/tag';
import { isbot } from 'isbot';
import { memoized } from '../../platform/cache/memoized.ts';
import type { CopyTarget, CopyValue } from '../../platform/db/writes/copy-buffer.ts';
import type { ClientInfo, Context } from '../../platform/http/context.ts';
import { tagCookieName, visitorCookieName } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressSite, takeProcessLimit } from '../../platform/rate-limit.ts';
import { agreedToStatistics, trafficVisitor, visitorIds } from '../settings/index.ts';
import { insertClientError, insertTagHit } from './queries.ts';
import { dataWithoutSecrets, pathWithoutSecrets, storedQuery, textWithoutSecrets } from './without-secrets.ts';

// Views and events go into the buffer of the platform: no request waits for the database.

type Visit = {
  platform: Platform;
  clientInfo: Pick<ClientInfo, 'address' | 'userAgent' | 'cookies' | 'languages'>;
  now: Date;
};

const textMax = 2048;
const dataBytesMax = 4096;
const short = (text: string, max = textMax) => text.slice(0, max).toWellFormed();

/**
 * What one network, or all networks of one IPv6 customer, can store in a day, in characters: hundreds of thousands of
 * usual views, but few of the longest.
 */
const storedPerDay = { max: 50_000_000, windowS: 86_400 };
const textIn = (row: readonly CopyValue[]) =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

function store({ platform, clientInfo }: Visit, target: CopyTarget, row: readonly CopyValue[]): void {
  takeProcessLimit(platform.db, `traffic of ${addressSite(clientInfo.address)}`, storedPerDay, textIn(row));
  platform.buffer.push(target, row);
}

const isAddress = (text: string) => /^(https?:\/\/|\/)\S*$/.test(text);

/** An app has no pages, so only its name is stored. */
const appReferrer = (text: string): string => /^android-app:\/\/[\w.-]+/.exec(text)?.[0] ?? '';

const pageViews: CopyTarget = {
  table: 'page_views',
  columns: [
    'at',
    'visitor',
    'is_known',
    'path',
    'referrer',
    'title',
    'is_event',
    'screen',
    'bot',
    'query',
    'device',
    'browser',
    'os',
    'language',
    'country',
  ],
};

const visitorCookieAgeS = 395 * 86_400;

const cleaned = memoized<string>(5_000);
const clients = memoized<ReturnType<typeof clientOf> & { bot: number | null }>(5_000);

const clientBy = (userAgent: string, screen: string) =>
  clients(`${screen} ${userAgent}`, () => ({ ...clientOf(userAgent, screen), bot: serverBotCodeOf(userAgent) }));

function cleanAddresses({ p, r, t, q }: WirePageView, ownOrigin: string) {
  const referrer = () => (isAddress(r) ? textWithoutSecrets(r, ownOrigin) : appReferrer(r));
  return {
    path: cleaned(`path ${p}`, () => short(pathWithoutSecrets(p))),
    referrer: cleaned(`referrer ${ownOrigin} ${r}`, () => short(referrer())),
    title: cleaned(`title ${ownOrigin} ${t}`, () => short(textWithoutSecrets(t, ownOrigin), 300)),
    // Neither contains NUL, so the key is of one pair only.
    query: cleaned(`query ${q}\0${p}`, () => short(storedQuery(p, q))),
  };
}

/** Bots are stored with their code, so that reports can exclude and count them. */
export async function recordPageView(
  { platform, clientInfo, now, setCookie }: Visit & Partial<Pick<Context, 'setCookie'>>,
  view: WirePageView,
): Promise<void> {
  const cookies = { ...clientInfo.cookies };
  if (setCookie && cookies[visitorCookieName] === undefined && agreedToStatistics(cookies)) {
    const id = randomBytes(16).toString('hex');
    cookies[visitorCookieName] = id;
    setCookie(visitorCookieName, id, visitorCookieAgeS);
  }
  // Agreement was withdrawn.
  if (cookies[visitorCookieName] !== undefined && !agreedToStatistics(cookies)) setCookie?.(visitorCookieName, '', 0);
  const { visitor, isKnown } = await trafficVisitor(platform.db, { ...clientInfo, cookies }, now);
  const { path, referrer, title, query } = cleanAddresses(view, platform.config.publicOrigin);
  const languages = clientInfo.languages ?? '';
  const screen = /^\d{1,6}(,\d{1,6}(,\d{1,3}(\.\d{1,6})?)?)?$/.test(view.s) ? view.s : '';
  const { device, browser, os, bot } = clientBy(clientInfo.userAgent, screen);
  store({ platform, clientInfo, now }, pageViews, [
    now,
    visitor,
    isKnown,
    path,
    referrer,
    title,
    view.e,
    screen,
    view.b === 0 ? bot : view.b,
    query,
    device,
    browser,
    os,
    firstLanguage(languages),
    visitorCountry(view.z ?? '', languages),
  ]);
}

function serverBotCodeOf(userAgent: string): number | null {
  if (userAgent === '') return serverBotCodes.noUserAgent;
  return isbot(userAgent) ? serverBotCodes.crawler : null;
}

type BrowserEvent = { readonly name: string; readonly data: Record<string, unknown>; readonly path: string };

const eventName = /^[a-z][a-z0-9_.-]{0,59}$/i;
const clientEvents: CopyTarget = { table: 'client_events', columns: ['at', 'visitor', 'name', 'data', 'path'] };

/** A browser cannot handle a rejected event, so an invalid one is dropped (Q136). */
export async function recordEvent(
  { platform, clientInfo, now }: Visit,
  { name, data, path }: BrowserEvent,
): Promise<void> {
  if (!eventName.test(name) || Buffer.byteLength(JSON.stringify(data)) > dataBytesMax) return;
  const text = JSON.stringify(dataWithoutSecrets(data, platform.config.publicOrigin));
  // A text with these is no JSON for PostgreSQL.
  if (/\\u0000|\\ud[89a-f]/i.test(text)) return;
  const { visitor } = await trafficVisitor(platform.db, clientInfo, now);
  const from = path === '' ? '' : short(pathWithoutSecrets(path));
  store({ platform, clientInfo, now }, clientEvents, [now, visitor, name, text, from]);
}

/** Unknown tags get the same response as known ones, so that tags cannot be enumerated. */
export async function recordTag(
  {
    platform,
    clientInfo,
    now,
    setCookie,
  }: Omit<Visit, 'clientInfo'> & {
    clientInfo: Pick<ClientInfo, 'address' | 'userAgent'>;
  } & Partial<Pick<Context, 'setCookie'>>,
  tag: string,
): Promise<void> {
  if (!isTag(tag)) return;
  // The last tag counts, so a later one replaces it.
  setCookie?.(tagCookieName, tag, tagDays * 86_400);
  const { all } = await visitorIds(platform.db, clientInfo, now);
  await insertTagHit(platform.db, tag, all, now);
}

export async function recordClientError(
  { platform, clientInfo, now }: Visit,
  report: { message: string; path: string; user_agent?: string | undefined },
): Promise<void> {
  await insertClientError(platform.db, {
    at: now,
    message: short(textWithoutSecrets(report.message, platform.config.publicOrigin)),
    path: short(pathWithoutSecrets(report.path)),
    user_agent: short(report.user_agent ?? clientInfo.userAgent, 400),
  });
}
