import { expect, test } from 'vitest';
import { shortName, withoutLinks } from './typed-text.ts';

test.each([
  ['See https://evil.example/a?b=c now', 'See [link removed] now'],
  ['HTTPS://EVIL.EXAMPLE', '[link removed]'],
  ['ftp://evil.example javascript://x', '[link removed] [link removed]'],
  ['Go to www.evil.example/prize!', 'Go to [link removed]!'],
  ['evil.com, sub.evil.co.uk/x and pay.shop', '[link removed], [link removed] and [link removed]'],
  ['bit.ly/3xYz, goo.gl?x and evil.academy/login', '[link removed], [link removed] and [link removed]'],
  ['Ask J.Li, tuning-pay.it or evil.ws:8080/x', 'Ask J.Li, [link removed] or [link removed]'],
  ['evil.support evil。com evil.xn--p1ai evil.рф', '[link removed] [link removed] [link removed] [link removed]'],
  ['https://shop.test.evil.com/x', '[link removed]'],
  ['see:evil.com a=evil.com/login →evil.com', '[link removed] [link removed] [link removed]'],
  ['http:evil.com/x http:/evil.com see:www.evil.test', '[link removed] [link removed] [link removed]'],
  [
    'evil.com\u200b/x e\u00advil.com evil\u2024com/x x=//evil.com',
    '[link removed] [link removed] [link removed] [link removed]',
  ],
  ['jo.li+tunes@example.com, boost:1.4bar, 10.5/11.5', 'jo.li+tunes@example.com, boost:1.4bar, 10.5/11.5'],
  ['https://shop.test@evil.com/', '[link removed]'],
  [
    'Ours: https://shop.test/catalog?x=1 and https://shop.test',
    'Ours: https://shop.test/catalog?x=1 and https://shop.test',
  ],
  [
    'golf_7.bin at 2.5 bar, e.g. stage 1. Mail jo@example.com',
    'golf_7.bin at 2.5 bar, e.g. stage 1. Mail jo@example.com',
  ],
])('text without links: %s', (typed, shown) => {
  expect(withoutLinks(typed, 'https://shop.test')).toBe(shown);
});

test('name in a mail is one short line without links', () => {
  expect(shortName('Win\r\nhttp://evil.example \u202Enow')).toBe('Win [link removed] now');
  expect(shortName('x'.repeat(200))).toHaveLength(62);
});

test('text of many slashes and dots is cleaned in linear time', () => {
  const start = process.cpuUsage();
  for (const part of ['/.', 'a.', '.', '://', '?!.']) withoutLinks(part.repeat(20_000));
  // CPU time, to ignore other processes on a busy machine.
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(1000);
});
