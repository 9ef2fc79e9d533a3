import { type ActorFacts, anonymous } from '@tuneport/domain/identity/permissions';
import { describe, expect, test } from 'vitest';
import { type RouteRow, routedRows, routeTable } from '../../route-table.ts';
import { admission } from './guard.ts';

const row = (id: string): RouteRow => {
  const found = routeTable.find((each) => each.id === id);
  if (!found) throw new Error(`no row ${id}`);
  return found;
};
const user: ActorFacts = { ...anonymous, signedIn: true };
const admin: ActorFacts = { ...user, role: 3 };
const dealer: ActorFacts = { ...user, role: 4, dealers: [{ id: 1, slug: 'north-bay', kind: 'member' }] };

describe('the access flow', () => {
  test('a logged-in user without the right is refused (S037 S040)', () => {
    expect(admission(row('R274'), {}, user, {})).toBe('forbidden');
    expect(admission(row('R274'), {}, dealer, {})).toBe('forbidden');
  });

  test('an anonymous visitor is sent to login (S041)', () => {
    expect(admission(row('R274'), {}, anonymous, {})).toBe('login');
    expect(admission(row('R238'), {}, anonymous, {})).toBe('login');
  });

  test('a user with one of the required rights enters', () => {
    expect(admission(row('R274'), {}, admin, {})).toBe('enter');
    const ownDealer = routeTable.find(({ path }) => path === '/dealer/:slug/group') as RouteRow;
    expect(admission(ownDealer, { slug: 'north-bay' }, dealer, {})).toBe('enter');
    expect(admission(row('R154'), {}, { ...user, flags: ['da'] }, {})).toBe('enter');
    expect(admission(row('R154'), {}, { ...user, flags: ['tm'] }, {})).toBe('forbidden');
  });

  test('a guest enters the pages of tune requests and is an anonymous visitor everywhere else', () => {
    const open = routedRows.filter((each) => each.guard !== null && each.guest);
    expect(open.map(({ path }) => path).filter((path) => !path.startsWith('/tuning/request'))).toEqual([]);
    for (const each of routedRows) {
      const expected = each.guard === null || each.guest ? 'enter' : 'login';
      expect(admission(each, { id: '7' }, anonymous, { www_kit_builder: true }, true), each.id).toBe(expected);
    }
    expect(admission(row('R241'), { id: '7' }, anonymous, {}, true)).toBe('login');
  });

  test('no guarded page admits an anonymous visitor, and no public page blocks one', () => {
    const params = { id: '7' };
    const flags = { www_kit_builder: true };
    for (const each of routedRows) {
      expect(admission(each, params, anonymous, flags), each.id).toBe(each.guard === null ? 'enter' : 'login');
    }
  });
});

describe('missing pages', () => {
  test('a page hidden by a setting responds 404 for everyone, including admins', () => {
    expect(admission(row('R097'), {}, admin, { www_immo_off: true })).toBe('missing');
    expect(admission(row('R097'), {}, anonymous, { www_immo_off: false })).toBe('enter');
    expect(admission(row('R109'), {}, admin, {})).toBe('missing');
    expect(admission(row('R109'), {}, anonymous, { www_kit_builder: true })).toBe('enter');
  });

  test('a non-numeric affiliate id responds 404 before a login is requested', () => {
    expect(admission(row('R141'), { id: 'abc' }, anonymous, {})).toBe('missing');
    expect(admission(row('R141'), { id: '12' }, anonymous, {})).toBe('login');
  });
});
