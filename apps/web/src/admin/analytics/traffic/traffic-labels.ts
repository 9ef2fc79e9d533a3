import type { CallInput } from '@tuneport/contract/index';
import { othersKey } from '@tuneport/domain/analytics/breakdown';
import { otherValue } from '@tuneport/domain/analytics/traffic-dimensions';

export type TrafficDimension = NonNullable<CallInput<'GET /v1/admin/analytics/breakdown'>['query']>['dimension'];

const regionNames = new Intl.DisplayNames('en-CA', { type: 'region', fallback: 'code' });
const languageNames = new Intl.DisplayNames('en-CA', { type: 'language', fallback: 'code' });

const mediumNames: Readonly<Record<string, string>> = {
  direct: 'Direct',
  search: 'Search engines',
  social: 'Social media',
  referral: 'Other sites',
  mail: 'E-mail',
  campaign: 'Campaigns',
  tag: 'Tracking tags',
};

const botNames: Readonly<Record<string, string>> = {
  1: 'Crawlers (user agent)',
  2: 'Without user agent',
  150: 'PhantomJS',
  151: 'Nightmare',
  152: 'Selenium',
  153: 'Automated browsers (webdriver)',
};

const emptyNames: Readonly<Record<string, string>> = {
  campaign: 'No campaign',
  first_campaign: 'No campaign',
  country: 'Unknown',
  language: 'Unknown',
  device: 'Unknown',
};

const isGroup = (value: string) => value === otherValue || value === othersKey;

/** Names are made by the browser for codes, and shown as they are otherwise. */
export function valueName(dimension: string, value: string): string {
  if (isGroup(value)) return 'All others';
  if (value === '') return emptyNames[dimension] ?? 'None';
  if (dimension === 'country') return nameBy(regionNames, value);
  if (dimension === 'language') return nameBy(languageNames, value);
  if (dimension.endsWith('medium')) return mediumNames[value] ?? value;
  return dimension === 'bot' ? (botNames[value] ?? `Code ${value}`) : value;
}

function nameBy(names: Intl.DisplayNames, value: string): string {
  try {
    return names.of(value) ?? value;
  } catch {
    return value;
  }
}

export const stepNames: Readonly<Record<string, string>> = {
  visit: 'Visit',
  product: 'Catalogue or product',
  cart: 'Added to cart',
  checkout: 'Checkout',
  order: 'Paid order',
};

/** The single visits or views behind a value; null where they cannot be listed. */
export function rowsPath(dimension: string, value: string, days: { from: string; to: string }): string | null {
  if (isGroup(value) || value === '') return null;
  const at = { from: days.from, to: days.to };
  if (dimension === 'page') return `/admin/web-traffic/views?${new URLSearchParams({ ...at, path: value })}`;
  if (dimension === 'event')
    return `/admin/web-traffic/views?${new URLSearchParams({ ...at, kind: 'event', path: value })}`;
  if (dimension === 'bot') return `/admin/web-traffic/views?${new URLSearchParams({ ...at, kind: 'bot', bot: value })}`;
  if (dimension === 'search' || dimension === 'empty_search') return null;
  return `/admin/web-traffic/visits?${new URLSearchParams({ ...at, [dimension]: value })}`;
}
