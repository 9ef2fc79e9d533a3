import { describe, expect, test } from 'vitest';
import {
  applyWhoami,
  decodeWhoami,
  encodeWhoami,
  noSession,
  onForbidden,
  onLogin,
  onLogout,
  onRefreshed,
  onRefreshFailed,
  type SessionState,
  type Whoami,
} from './whoami.ts';

const ann: Whoami = { id: 7, role: 3, f: ['tcrw', 'tex'] };
const bob: Whoami = { id: 8, role: 0, f: [] };
const asAnn: SessionState = { ...noSession, user: ann };
const now = new Date('2026-03-01T12:00:00Z');

describe('the whoami header', () => {
  test('is a round trip and fits a header', () => {
    expect(decodeWhoami(encodeWhoami(ann))).toEqual(ann);
    expect(encodeWhoami(ann)).toMatch(/^[\x21-\x7e]+$/);
    expect(encodeWhoami({ ...ann, email: 'a@b.c' } as Whoami)).not.toContain('email');
  });
  test('is empty for an anonymous visitor', () => {
    expect(encodeWhoami(null)).toBe('');
    expect(decodeWhoami('')).toBeNull();
  });
  test('is ignored when absent or unreadable', () => {
    for (const header of [
      null,
      undefined,
      '%',
      'x',
      '7',
      'null',
      '%7B%7D',
      '{"id":0,"role":0,"f":[]}',
      '{"id":1,"role":2,"f":[]}',
      '{"id":"1","role":0,"f":[]}',
      '{"id":1,"role":0}',
    ])
      expect(decodeWhoami(header)).toBeUndefined();
  });
  test('drops unknown flags', () => expect(decodeWhoami('{"id":1,"role":0,"f":["t","new"]}')?.f).toEqual(['t']));
});

describe('API responses', () => {
  test('a header with a user sets the user and fetches the record (S238)', () => {
    const next = applyWhoami(noSession, encodeWhoami(ann));
    expect(next.state.user).toEqual(ann);
    expect(next.effects).toEqual(['fetch-user']);
    expect(applyWhoami(asAnn, encodeWhoami(bob))).toEqual({ state: { ...asAnn, user: bob }, effects: ['fetch-user'] });
  });
  test('a new role or flag of the same user is applied without another request', () => {
    const promoted: Whoami = { ...ann, role: 5 };
    expect(applyWhoami(asAnn, encodeWhoami(promoted))).toEqual({ state: { ...asAnn, user: promoted }, effects: [] });
    expect(applyWhoami(asAnn, encodeWhoami({ ...ann, f: [] })).state.user?.f).toEqual([]);
  });
  test('the same user again changes nothing, not even the object', () =>
    expect(applyWhoami(asAnn, encodeWhoami(ann)).state).toBe(asAnn));
  test('a header without a user clears the user (S239)', () => {
    expect(applyWhoami(asAnn, '')).toEqual({ state: noSession, effects: [] });
    expect(applyWhoami(noSession, '').state).toBe(noSession);
  });
  test('a response without the header, as from a cache, changes nothing', () =>
    expect(applyWhoami(asAnn, null)).toEqual({ state: asAnn, effects: [] }));
});

describe('a 403', () => {
  test('while logged in refreshes the user (S240)', () =>
    expect(onForbidden(asAnn)).toEqual({ state: { ...asAnn, refreshing: true }, effects: ['fetch-user'] }));
  test('concurrent ones refresh once', () => {
    const { state } = onForbidden(asAnn);
    expect(onForbidden(state)).toEqual({ state, effects: [] });
  });
  test('while anonymous does not refresh (S242)', () =>
    expect(onForbidden(noSession)).toEqual({ state: noSession, effects: [] }));
  test('after the refresh the user is the fetched one', () =>
    expect(onRefreshed(onForbidden(asAnn).state, bob)).toEqual({ state: { ...asAnn, user: bob }, effects: [] }));
  test('if the refresh fails, the user is cleared and the page reloads (S241)', () => {
    const { state, effects } = onRefreshFailed(onForbidden(asAnn).state, now);
    expect(state.user).toBeNull();
    expect(state.refreshing).toBe(false);
    expect(effects).toEqual(['reload']);
  });
  test('a second failure right after the reload clears but does not reload again', () => {
    const first = onRefreshFailed(asAnn, now).state;
    const again = onRefreshFailed({ ...first, user: ann }, new Date(now.getTime() + 5_000));
    expect(again.state.user).toBeNull();
    expect(again.effects).toEqual([]);
    expect(onRefreshFailed(first, new Date(now.getTime() + 60_000)).effects).toEqual(['reload']);
  });
});

describe('login and logout', () => {
  test('login stores the user (S243)', () => expect(onLogin(noSession, ann).state.user).toEqual(ann));
  test('logout clears the user', () => expect(onLogout(asAnn).state.user).toBeNull());
});
