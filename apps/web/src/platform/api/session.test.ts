import { encodeWhoami, type Whoami } from '@tuneport/domain/identity/whoami';
import { describe, expect, test } from 'vitest';
import { createSession } from './session.ts';

const ada: Whoami = { id: 1, role: 3, f: [] };
const dev: Whoami = { id: 2, role: 0, f: ['fzd'] };

function setUp(start: Whoami | null, fetchUser: () => Promise<Whoami> = async () => ada) {
  const users: (Whoami | null)[] = [];
  let reloads = 0;
  let fetched = 0;
  let remembered: number | null = null;
  const session = createSession({
    start,
    fetchUser: () => {
      fetched += 1;
      return fetchUser();
    },
    onUser: (user) => users.push(user),
    reload: () => {
      reloads += 1;
    },
    now: () => new Date('2026-05-01T12:00:00Z'),
    memory: {
      read: () => remembered,
      write: (ms) => {
        remembered = ms;
      },
    },
  });
  const answer = (status: number, whoami?: string, key = 'GET /x') =>
    session.answered({ key, status, headers: new Headers(whoami === undefined ? {} : { 'x-whoami': whoami }) });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    session,
    users,
    answer,
    settled,
    get reloads() {
      return reloads;
    },
    get fetched() {
      return fetched;
    },
  };
}

describe('the whoami header', () => {
  test('with a user sets the user, and fetches the record when it is a different user (S238)', async () => {
    const w = setUp(null);
    w.answer(200, encodeWhoami(ada));
    expect(w.session.user).toEqual(ada);
    await w.settled();
    expect(w.fetched).toBe(1);
  });

  test('without a user clears the user (S239)', () => {
    const w = setUp(ada);
    w.answer(200, '');
    expect(w.session.user).toBeNull();
    expect(w.users).toEqual([null]);
  });

  test('missing, as on a cached response, changes nothing', () => {
    const w = setUp(ada);
    w.answer(200);
    expect(w.session.user).toEqual(ada);
    expect(w.users).toEqual([]);
  });
});

describe('a 403', () => {
  test('while logged in refreshes the user once (S240)', async () => {
    const w = setUp(ada);
    w.answer(403, encodeWhoami(ada));
    w.answer(403, encodeWhoami(ada));
    await w.settled();
    expect([w.fetched, w.reloads]).toEqual([1, 0]);
    expect(w.session.user).toEqual(ada);
  });

  test('clears the user and reloads the page when the refresh fails, but never in a loop (S241)', async () => {
    const fails = () => Promise.reject(new Error('401'));
    const w = setUp(ada, fails);
    w.answer(403);
    await w.settled();
    expect([w.session.user, w.reloads]).toEqual([null, 1]);
    w.session.login(ada);
    w.answer(403);
    await w.settled();
    expect([w.session.user, w.reloads]).toEqual([null, 1]);
  });

  test('while anonymous changes nothing (S242)', async () => {
    const w = setUp(null);
    w.answer(403, '');
    await w.settled();
    expect([w.fetched, w.reloads]).toEqual([0, 0]);
  });

  test('of the refresh itself starts no other', async () => {
    const w = setUp(ada);
    w.answer(403, '', 'GET /user/me');
    await w.settled();
    expect(w.fetched).toBe(0);
  });
});

test('login stores the user, logout clears them (S243 S245)', () => {
  const w = setUp(null);
  w.session.login(dev);
  expect(w.session.user).toEqual(dev);
  w.session.logout();
  expect(w.session.user).toBeNull();
  expect(w.users).toEqual([dev, null]);
});
