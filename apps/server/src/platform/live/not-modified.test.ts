import { expect, test } from 'vitest';
import { unchangedAnswer } from '../cache/response-cache.ts';
import { NotModifiedCache } from './not-modified.ts';

const answer = unchangedAnswer({ etag: '"7"' });

test('an entry is valid until one of its topics is published, and no other', () => {
  const cache = new NotModifiedCache();
  cache.store('a', answer, { topics: ['request:1', 'user:1'], publishedCount: cache.publishedCount });
  cache.store('b', answer, { topics: ['request:2', 'user:1'], publishedCount: cache.publishedCount });
  cache.publish('request:3');
  expect([cache.get('a'), cache.get('b')]).toEqual([answer, answer]);
  cache.publish('request:1');
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, answer]);
  cache.publish('user:1');
  expect(cache.get('b')).toBeUndefined();
});

test('a topic published while the record was read invalidates the entry', () => {
  const cache = new NotModifiedCache();
  const { publishedCount } = cache;
  cache.publish('request:1');
  cache.store('a', answer, { topics: ['request:1'], publishedCount });
  expect(cache.get('a')).toBeUndefined();
});

test('an entry lives for fifteen seconds, and is not created when notifications may have been missed', () => {
  let now = 0;
  const cache = new NotModifiedCache(() => now);
  cache.store('a', answer, { topics: ['request:1'], publishedCount: cache.publishedCount });
  now = 14_999;
  expect(cache.get('a')).toBe(answer);
  now = 15_000;
  expect(cache.get('a')).toBeUndefined();
  cache.store('a', answer, { topics: ['request:1'], publishedCount: cache.publishedCount });
  cache.forgetAll();
  expect(cache.get('a')).toBeUndefined();
});
