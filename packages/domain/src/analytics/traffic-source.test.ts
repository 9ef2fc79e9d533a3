import { expect, test } from 'vitest';
import { sourceOf } from './traffic-source.ts';
import { clientOf } from './user-agent.ts';
import { firstLanguage, visitorCountry } from './visitor-country.ts';

const ownHosts = new Set(['tuneport.test']);
const from = (referrer: string, query = '') => sourceOf({ referrer, query, ownHosts });

test.each([
  ['', '', { source: 'Direct', medium: 'direct', campaign: '' }],
  ['https://www.google.co.uk/', '', { source: 'Google', medium: 'search', campaign: '' }],
  ['https://google.evil.example/', '', { source: 'google.evil.example', medium: 'referral', campaign: '' }],
  ['android-app://com.google.android.gm', '', { source: 'com.google.android.gm', medium: 'mail', campaign: '' }],
  ['https://old.reddit.com/r/cars', '', { source: 'Reddit', medium: 'social', campaign: '' }],
  ['https://www.forum.example/t/1', '', { source: 'forum.example', medium: 'referral', campaign: '' }],
  ['https://www.google.com/', 'utm_source=ads&utm_campaign=x', { source: 'ads', medium: 'campaign', campaign: 'x' }],
  ['', 'utm_source=list&utm_medium=email', { source: 'list', medium: 'mail', campaign: '' }],
  ['', 'utm_campaign=only', { source: 'Campaign', medium: 'campaign', campaign: 'only' }],
  ['', 'tag=flyer', { source: 'flyer', medium: 'tag', campaign: 'flyer' }],
  ['not an address', '', { source: 'Direct', medium: 'direct', campaign: '' }],
])('a visit from %s with %s is credited to its source', (referrer, query, expected) => {
  expect(from(referrer, query)).toEqual(expected);
});

test('a link of our own site names no source', () => {
  expect(from('/catalog')).toBeNull();
  expect(from('https://www.tuneport.test/catalog')).toBeNull();
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    '390,844,3',
    'Phone',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15',
    '1024,1366,2',
    'Tablet',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15',
    '1440,900,2',
    'Desktop',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (Linux; Android 16; Pixel) Chrome/140.0 Mobile Safari/537.36', '', 'Phone', 'Chrome', 'Android'],
  ['Mozilla/5.0 (Linux; Android 16; SM-X) Chrome/140.0 Safari/537.36', '', 'Tablet', 'Chrome', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', '', 'Desktop', 'Edge', 'Windows'],
  ['', '', 'Desktop', 'Other', 'Other'],
])('the user agent %s on a screen of %s is a %s', (agent, screen, device, browser, os) => {
  expect(clientOf(agent, screen)).toEqual({ device, browser, os });
});

test('the country is read from the time zone, or else from the language', () => {
  expect(visitorCountry('America/Toronto', 'de-DE')).toBe('CA');
  expect(visitorCountry('Europe/Berlin', '')).toBe('DE');
  expect(visitorCountry('Asia/Calcutta', '')).toBe('IN');
  expect(visitorCountry('Mars/Olympus', 'en-GB,en;q=0.8')).toBe('GB');
  expect(visitorCountry("'; drop", 'en')).toBe('');
  expect(firstLanguage('fr-CA,fr;q=0.9')).toBe('fr');
  expect(firstLanguage('*')).toBe('');
});
