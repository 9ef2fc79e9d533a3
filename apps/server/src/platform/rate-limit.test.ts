import { describe, expect, test } from 'vitest';
import type { Db } from './db/db.ts';
import { addressGroup, addressSite, takeProcessLimit } from './rate-limit.ts';

const limit = { max: 2, windowS: 60 };
/** Identifies a server only. */
const someDb = () => ({}) as Db;

describe('limit of one process', () => {
  test('refuses a client above its limit, and no other one', () => {
    const db = someDb();
    takeProcessLimit(db, 'a', limit);
    takeProcessLimit(db, 'a', limit);
    expect(() => takeProcessLimit(db, 'a', limit)).toThrow('Too many attempts');
    takeProcessLimit(db, 'b', limit);
    takeProcessLimit(someDb(), 'a', limit);
  });

  test('remembers a client that keeps calling while a hundred thousand others call', () => {
    const db = someDb();
    takeProcessLimit(db, 'a', { ...limit, max: 20 });
    let calls = 1;
    for (let nth = 0; nth < 100_000; nth += 1) {
      takeProcessLimit(db, `other ${nth}`, limit);
      if (nth % 10_000 === 0) {
        takeProcessLimit(db, 'a', { ...limit, max: 20 });
        calls += 1;
      }
    }
    expect(calls).toBe(11);
    expect(() => takeProcessLimit(db, 'a', { ...limit, max: calls })).toThrow('Too many attempts');
  });
});

test('addresses of one IPv6 network are one client for limits, and all networks of a customer one in a queue', () => {
  const addresses = [
    '2001:db8:77:1::5',
    '2001:db8:77:2::',
    '2001:0db8:0077:0001:ffff::1',
    '::1',
    '198.51.100.7',
    '::ffff:198.51.100.7',
  ];
  const [one, other, same, loopback, v4, mapped] = addresses.map((address) => [
    addressGroup(address),
    addressSite(address),
  ]);
  expect(one).toEqual(['2001:db8:77:1::/64', '2001:db8:77::/48']);
  expect(same).toEqual(one);
  expect(other).toEqual(['2001:db8:77:2::/64', '2001:db8:77::/48']);
  expect(loopback).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(mapped).toEqual(v4);
});
