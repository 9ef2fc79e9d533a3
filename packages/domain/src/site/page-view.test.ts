import { describe, expect, test } from 'vitest';
import {
  botCode,
  botCodes,
  isBotCode,
  pageViewToWire,
  queryWithoutSecrets,
  referrerWithoutSecrets,
  visitPingDue,
  visitPingIntervalMs,
  withoutSecrets,
} from './page-view.ts';
import { takeTag } from './tag.ts';

const own = 'https://tuneport.example';
const secret = 'c4n4ry-S3cret';

describe('the beacon', () => {
  test('carries path, referrer, title, event flag, screen size, bot code and query under p r t e s b q (S372)', () => {
    const wire = pageViewToWire(
      {
        path: '/catalog/bmw',
        referrer: 'https://search.example/?q=secret+words',
        title: 'BMW tunes',
        event: false,
        screen: { width: 1920, height: 1080, scale: 2 },
        bot: 0,
        query: '?utm_source=mail&page=2',
      },
      own,
    );
    expect(wire).toEqual({
      p: '/catalog/bmw',
      r: 'https://search.example/',
      t: 'BMW tunes',
      e: false,
      s: '1920,1080,2',
      b: 0,
      q: 'utm_source=mail&page=2',
    });
  });
  test('limits every field to the length the server accepts', () => {
    const long = 'x'.repeat(5000);
    const screen = { width: 1, height: 1, scale: 1 };
    const wire = pageViewToWire(
      { path: `/${long}`, referrer: `${own}/${long}`, title: long, event: true, screen, bot: 153, query: `a=${long}` },
      own,
    );
    for (const text of [wire.p, wire.r, wire.t, wire.q]) expect(text).toHaveLength(2048);
  });
});

describe('secrets', () => {
  test.each([
    [`/profile/orders/7/${secret}/invoice`, '/profile/orders/7/-/invoice'],
    [`/PROFILE/Orders/7/${secret}/INVOICE`, '/PROFILE/Orders/7/-/INVOICE'],
    [`/profile/orders/7/${secret}`, '/profile/orders/7/-'],
    [`/feedback/7/${secret}/submit`, '/feedback/7/-/submit'],
    [`/feedback/7/${secret}`, '/feedback/7/-'],
    [`/affil-offer/7/${secret}/join`, '/affil-offer/7/-/join'],
    [`/affil%2Doffer/7/${secret}/join`, '/affil-offer/7/-/join'],
    [`/auth/reset-password/${secret}`, '/auth/reset-password/-'],
    [`/auth/confirm-email/${secret}`, '/auth/confirm-email/-'],
    [`/tcc/${secret}`, '/tcc/-'],
    [`/tcc//${secret}/`, '/tcc/-'],
    [`/%74cc/${secret}?x=1`, '/tcc/-'],
    [`/graph/${secret}`, '/graph/-'],
    [`/profile/${secret}/snapshot`, '/profile/-/snapshot'],
    [`/profile/orders/${secret}/snapshot`, '/profile/orders/-/snapshot'],
    [`/dealer/north-bay/accept-invite/${secret}`, '/dealer/north-bay/accept-invite/-'],
    [`/dealer/north-bay/pay-credit-deal/${secret}`, '/dealer/north-bay/pay-credit-deal/-'],
  ])('%s is stored as %s', (path, kept) => expect(withoutSecrets(path)).toBe(kept));

  test('other paths are unchanged', () => {
    for (const path of [
      '/',
      '/profile/orders',
      '/profile/credits',
      '/dealer/north-bay/balance',
      '/auth/login',
      '/graph',
      '/blog/7/tcc',
      '/feedback',
    ])
      expect(withoutSecrets(path)).toBe(path);
  });
  test('parameters that may contain one are dropped, the others stay byte for byte', () => {
    expect(queryWithoutSecrets('/x', `?a=1&token=${secret}&b=%20&Access_Token=${secret}&email=a@b.c&c`)).toBe(
      'a=1&b=%20&c',
    );
    expect(queryWithoutSecrets('/x', `?%74oken=${secret}&code=${secret}&state=${secret}`)).toBe('');
    expect(queryWithoutSecrets('/AUTH/success', `?next=${secret}`)).toBe('');
    expect(queryWithoutSecrets('/x', '')).toBe('');
    for (const page of ['/de/auth/login', '//fr//AUTH/login', '/%64e/auth/login'])
      expect(queryWithoutSecrets(page, `?next=${secret}`), page).toBe('');
    for (const target of ['/trade-in/7/', '%2Fde%2Ftrade-in%2F7%2F', `${own}/fz/rescue/7/`, '/x/../trade-in/7/'])
      expect(queryWithoutSecrets('/x', `?a=1&return=${target}${secret}`), target).toBe('a=1');
    expect(queryWithoutSecrets('/x', '?return=/catalog/audi')).toBe('return=/catalog/audi');
    for (const crafted of [
      `b=1;token=${secret}`,
      `b=1%26token=${secret}`,
      `tok%2565n=${secret}`,
      `b=//site.example/tcc/${secret}`,
      `b=foo/tcc/${secret}`,
      `b=%7B%22to%22%3A%22%2Ftcc%2F${secret}%22%7D`,
      `b=%7B%22token%22%3A%22${secret}%22%7D`,
    ])
      expect(queryWithoutSecrets('/x', `?a=1&${crafted}`), crafted).toBe('a=1');
    expect(queryWithoutSecrets('/x', '?search=golf%20gti&near=a%3Ab&tunes=1,2')).toBe(
      'search=golf%20gti&near=a%3Ab&tunes=1,2',
    );
  });
  test('a first-party referrer is redacted like a path, a third-party one loses its query, other schemes are dropped', () => {
    expect(referrerWithoutSecrets(`${own}/tcc/${secret}?token=${secret}#x`, own)).toBe('/tcc/-');
    expect(referrerWithoutSecrets(`https://user:${secret}@other.example/a?b=${secret}#c`, own)).toBe(
      'https://other.example/a',
    );
    for (const bad of ['', 'no url', `javascript:${secret}`]) expect(referrerWithoutSecrets(bad, own)).toBe('');
    expect(referrerWithoutSecrets(`android-app://x?token=${secret}`, own)).toBe('android-app://x');
  });
  test('are not sent in any field', () => {
    const path = `/profile/orders/7/${secret}/invoice`;
    const screen = { width: 1, height: 1, scale: 1 };
    const view = {
      path,
      referrer: own + path,
      title: 'Invoice',
      event: false,
      screen,
      bot: 0,
      query: `?token=${secret}`,
    } as const;
    expect(JSON.stringify(pageViewToWire(view, own))).not.toContain(secret);
  });
});

describe('bots', () => {
  test('the codes are 150, 151, 152 and 153 (S428)', () => {
    expect(botCode({ callPhantom: 1 }, {}, {})).toBe(150);
    expect(botCode({ _phantom: 1 }, {}, {})).toBe(150);
    expect(botCode({ __nightmare: {} }, {}, {})).toBe(151);
    expect(botCode({}, { __selenium_unwrapped: true }, {})).toBe(152);
    expect(botCode({}, { __driver_evaluate: true }, {})).toBe(152);
    expect(botCode({}, {}, { webdriver: true })).toBe(153);
    expect(Object.values(botCodes)).toEqual([0, 150, 151, 152, 153]);
  });
  test('a human has code 0', () => {
    expect(botCode({}, {}, { webdriver: false })).toBe(0);
    expect([0, 150, 153].every(isBotCode)).toBe(true);
    for (const value of [149, 154, '150', null]) expect(isBotCode(value)).toBe(false);
  });
});

describe('the visit ping', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  test('has an interval of 3,600,000 ms (S416)', () => expect(visitPingIntervalMs).toBe(3_600_000));
  test('is sent at most hourly (S251)', () => {
    expect(visitPingDue(null, now)).toBe(true);
    expect(visitPingDue(now.getTime(), now)).toBe(false);
    expect(visitPingDue(now.getTime() - 3_599_999, now)).toBe(false);
    expect(visitPingDue(now.getTime() - 3_600_000, now)).toBe(true);
  });
  test('is not blocked by invalid storage or a clock set far back', () => {
    expect(visitPingDue(Number.NaN, now)).toBe(true);
    expect(visitPingDue(now.getTime() + 86_400_000, now)).toBe(true);
  });
});

test('a stored query has at most 50 parameters, and none of more than 50 parts', () => {
  const many = Array.from({ length: 400 }, (_, at) => `p${at}=/x`).join('&');
  expect(queryWithoutSecrets('/x', many).split('&')).toHaveLength(50);
  expect(queryWithoutSecrets('/x', `a=1&b=${'=/x'.repeat(60)}`)).toBe('a=1');
});

describe('the tracking tag', () => {
  test('is removed from the URL (S248)', () => {
    expect(takeTag('/?tag=spring')).toEqual({ address: '/', tag: 'spring' });
    expect(takeTag(`${own}/catalog?tag=spring-26.a_b`)).toEqual({ address: `${own}/catalog`, tag: 'spring-26.a_b' });
    expect(takeTag('/x?tag=a&tag=b')).toEqual({ address: '/x', tag: 'a' });
    expect(takeTag('/x?%74ag=a')).toEqual({ address: '/x', tag: 'a' });
  });
  test('leaves the other parameters and the hash byte for byte (S249)', () => {
    expect(takeTag('/x?a=1&tag=t&b=%20+%C3%A9&b=2&c#h?tag=no')).toEqual({
      address: '/x?a=1&b=%20+%C3%A9&b=2&c#h?tag=no',
      tag: 't',
    });
    expect(takeTag('/x?tag=t#top')).toEqual({ address: '/x#top', tag: 't' });
  });
  test('a URL without one is unchanged', () => {
    for (const address of ['/', '/x?a=1', '/x?tags=1', '/x#?tag=1', '/x?', '/tag=1', '/x?a=tag'])
      expect(takeTag(address)).toEqual({ address, tag: null });
  });
  test('an invalid tag is removed and not recorded', () => {
    for (const query of ['tag=', 'tag', 'tag=%', 'tag=a%20b', 'tag=%3Cscript%3E', `tag=${'x'.repeat(65)}`])
      expect(takeTag(`/x?${query}`)).toEqual({ address: '/x', tag: null });
  });
});
