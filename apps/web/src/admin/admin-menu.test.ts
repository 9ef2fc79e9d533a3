import { type ActorFacts, anonymous, type userFlags } from '@tuneport/domain/identity/permissions';
import { expect, test } from 'vitest';
import { rowOfPattern } from '../route-table.ts';
import { adminMenu } from './admin-menu.ts';

const facts = (more: Partial<ActorFacts>): ActorFacts => ({ ...anonymous, signedIn: true, ...more });
const entries = (actorFacts: ActorFacts) => adminMenu(actorFacts).flatMap((group) => group.entries);

test('every back-office menu entry links to a guarded page of the route table', () => {
  const all = entries(facts({ role: 5 }));
  expect(all.length).toBeGreaterThan(25);
  for (const { to } of all) expect(rowOfPattern(to)?.guard, to).toBeTruthy();
  expect(new Set(all.map(({ to }) => to)).size).toBe(all.length);
});

test('S323 admins see every entry, a user without flags none', () => {
  expect(entries(facts({ role: 3 }))).toEqual(entries(facts({ role: 5 })));
  expect(entries(facts({ role: 0 }))).toEqual([]);
  expect(entries(facts({ role: 4 }))).toEqual([]);
  expect(entries(anonymous)).toEqual([]);
});

test('S324 a flag shows the entries of its own pages and no others', () => {
  const shown = (flag: (typeof userFlags)[number]) => entries(facts({ flags: [flag] })).map(({ label }) => label);
  expect(shown('f')).toEqual(['Tool orders']);
  expect(shown('tsa')).toEqual(['Metrics']);
  expect(shown('da')).toEqual(['Approvals', 'Credit deals', 'Tune credits', 'Credit codes', 'Dealers', 'Applications']);
  expect(shown('tcro')).toEqual(['Catalogue', 'Catalogue check']);
  expect(shown('tcrw')).toEqual(['Catalogue', 'Catalogue check']);
  expect(shown('tex')).toEqual(['Export']);
  expect(shown('dsig')).toEqual(['Signatures']);
  expect(shown('sig')).toEqual(['Signatures']);
  expect(shown('tm')).toEqual(['Tuners', 'Tuner brands']);
});
