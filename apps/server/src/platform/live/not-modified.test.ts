import { expect, test } from 'vitest';
import { unchangedAnswer } from '../cache/response-cache.ts';
import { NotModifiedCache } from './not-modified.ts';

const answer = unchangedAnswer({ etag: '"7"' });

test('an entry is valid until one of its topics is published, and no other', () => {
  const quiet = new NotModifiedCache();
  quiet.keep('a', answer, { topics: ['request:1', 'user:1'], said: quiet.said });
  quiet.keep('b', answer, { topics: ['request:2', 'user:1'], said: quiet.said });
  quiet.tell('request:3');
  expect([quiet.get('a'), quiet.get('b')]).toEqual([answer, answer]);
  quiet.tell('request:1');
  expect([quiet.get('a'), quiet.get('b')]).toEqual([undefined, answer]);
  quiet.tell('user:1');
  expect(quiet.get('b')).toBeUndefined();
});

test('a topic published while the record was read invalidates the entry', () => {
  const quiet = new NotModifiedCache();
  const { said } = quiet;
  quiet.tell('request:1');
  quiet.keep('a', answer, { topics: ['request:1'], said });
  expect(quiet.get('a')).toBeUndefined();
});

test('an entry lives for fifteen seconds, and is not created when notifications may have been missed', () => {
  let now = 0;
  const quiet = new NotModifiedCache(() => now);
  quiet.keep('a', answer, { topics: ['request:1'], said: quiet.said });
  now = 14_999;
  expect(quiet.get('a')).toBe(answer);
  now = 15_000;
  expect(quiet.get('a')).toBeUndefined();
  quiet.keep('a', answer, { topics: ['request:1'], said: quiet.said });
  quiet.forgetAll();
  expect(quiet.get('a')).toBeUndefined();
});
