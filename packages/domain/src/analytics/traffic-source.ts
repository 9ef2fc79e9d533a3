import { cutText } from '../text/cut-text.ts';

const mediums = ['direct', 'search', 'social', 'referral', 'mail', 'campaign', 'tag'] as const;
export type Medium = (typeof mediums)[number];
export type TrafficSource = { readonly source: string; readonly medium: Medium; readonly campaign: string };

export const directSource: TrafficSource = { source: 'Direct', medium: 'direct', campaign: '' };

const searchEngines: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)google\.[a-z]{2,3}(\.[a-z]{2})?$|^com\.google\.android\.googlequicksearchbox$/, 'Google'],
  [/(^|\.)bing\.com$/, 'Bing'],
  [/(^|\.)duckduckgo\.com$/, 'DuckDuckGo'],
  [/(^|\.)yahoo\.[a-z]{2,3}(\.[a-z]{2})?$/, 'Yahoo'],
  [/(^|\.)ecosia\.org$/, 'Ecosia'],
  [/(^|\.)qwant\.com$/, 'Qwant'],
  [/(^|\.)yandex\.[a-z]{2,3}(\.[a-z]{2})?$/, 'Yandex'],
  [/(^|\.)baidu\.com$/, 'Baidu'],
  [/^search\.brave\.com$/, 'Brave'],
  [/(^|\.)startpage\.com$/, 'Startpage'],
];

const socialSites: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)facebook\.com$|^com\.facebook\.katana$/, 'Facebook'],
  [/(^|\.)instagram\.com$|^com\.instagram\.android$/, 'Instagram'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'YouTube'],
  [/(^|\.)reddit\.com$|^com\.reddit\.frontpage$/, 'Reddit'],
  [/(^|\.)(twitter\.com|x\.com|t\.co)$/, 'X'],
  [/(^|\.)tiktok\.com$/, 'TikTok'],
  [/(^|\.)linkedin\.com$/, 'LinkedIn'],
  [/(^|\.)pinterest\.[a-z]{2,3}(\.[a-z]{2})?$/, 'Pinterest'],
];

const mailSites = /(^|\.)(mail\.google\.com|outlook\.(live|office)\.com|mail\.yahoo\.com)$|^com\.google\.android\.gm$/;

const textMax = 120;
/** A parameter may contain an escaped NUL, which cannot be stored. */
const clean = (text: string | null): string =>
  cutText((text ?? '').replaceAll('\0', '').toWellFormed().trim(), textMax);

type Landing = {
  /** As stored with a page view: an address, a path of our own, or an app. */
  readonly referrer: string;
  readonly query: string;
  readonly ownHosts: ReadonlySet<string>;
};

/**
 * Where a visit came from: a campaign in the address (utm parameters, or a tag), or else the page before. Null for a view
 * that followed a link of our own, which names no source.
 */
export function sourceOf({ referrer, query, ownHosts }: Landing): TrafficSource | null {
  const parameters = new URLSearchParams(query);
  const campaign = clean(parameters.get('utm_campaign'));
  const utm = clean(parameters.get('utm_source')) || (campaign ? 'Campaign' : '');
  if (utm) return { source: utm, medium: mediumOf(clean(parameters.get('utm_medium'))), campaign };
  const tag = clean(parameters.get('tag'));
  if (tag) return { source: tag, medium: 'tag', campaign: tag };
  if (referrer === '') return directSource;
  if (referrer.startsWith('/')) return null;
  const host = URL.parse(referrer)?.host.replace(/^www\./, '') ?? '';
  if (host === '') return directSource;
  if (ownHosts.has(host)) return null;
  const named = (sites: typeof searchEngines) => sites.find(([pattern]) => pattern.test(host))?.[1];
  if (mailSites.test(host)) return { source: host, medium: 'mail', campaign: '' };
  const engine = named(searchEngines);
  if (engine) return { source: engine, medium: 'search', campaign: '' };
  const site = named(socialSites);
  return { source: site ?? host, medium: site ? 'social' : 'referral', campaign: '' };
}

function mediumOf(text: string): Medium {
  if (/^e-?mail$|newsletter/i.test(text)) return 'mail';
  return /^social/i.test(text) ? 'social' : 'campaign';
}
